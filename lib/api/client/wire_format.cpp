#include "api/client/wire_format.hpp"

#include "transport/config/endpoint_url.hpp"

#include <boost/asio/ip/address.hpp>

namespace coinformer::detail {

detail::proto_schema const* wire_format::fields_for(std::string const& path, detail::object_type const& type)
{
    if (wanted_ == encoding::json) return nullptr;
    auto const what = collection_at(path);
    if (refused_.contains(what)) return nullptr;
    auto const [known, is_new] = known_.try_emplace({&type, what}, nullptr);
    if (is_new) known->second = find(what, type);
    return known->second;
}

detail::proto_schema const* wire_format::find(collection const& what, detail::object_type const& type)
{
    auto const message = detail::find_proto_kind(what.first, what.second);
    std::string reason = "the protobuf form of this kind is not known";
    detail::proto_schema const* found = nullptr;
    if (message)
        found = detail::proto_schema::find(
            *type.fields, type.is_metadata_only ? detail::metadata_message : *message, reason);
    if (!found) log_choice(what, reason);
    return found;
}

void wire_format::note_refusal(std::string const& path)
{
    auto const what = collection_at(path);
    if (refused_.insert(what).second) log_choice(what, "the server does not offer protobuf for it (406)");
}

void wire_format::log_choice(collection const& what, std::string_view why)
{
    log_.log(log_level::info, "the collection is read as JSON, not as protobuf",
             {{"version", what.first}, {"resource", what.second}, {"reason", why}});
}

// Takes the group, version and resource out of a path: "/api/v1/namespaces/shop/pods",
// "/apis/apps/v1/deployments".
wire_format::collection wire_format::collection_at(std::string_view path)
{
    auto const after = [&](std::size_t from, int slashes) {
        for (; slashes != 0 && from < path.size(); --slashes) from = path.find('/', from) + 1;
        return from;
    };
    auto const is_core = path.starts_with("/api/");
    auto const begin = after(1, 1);
    auto const end = after(begin, is_core ? 1 : 2);
    return {std::string(path.substr(begin, end - begin - 1)), std::string(path.substr(path.rfind('/') + 1))};
}

bool compresses_lists(compression wanted, endpoint const& server)
{
    if (wanted != compression::automatic) return wanted == compression::gzip;
    if (server.disable_compression) return false;
    auto const host = parse_server_url(server.server).host;
    error_code not_an_address;
    auto const address = boost::asio::ip::make_address(host, not_an_address);
    bool const is_loopback = not_an_address ? host == "localhost" : address.is_loopback();
    return !is_loopback && server.origin != "in-cluster";
}

std::string accept_header(encoding wanted, std::string const& form)
{
    static constexpr std::string_view json = "application/json",
                                      protobuf = "application/vnd.kubernetes.protobuf";
    auto const as = form.empty() ? std::string() : ";as=" + form + ";g=meta.k8s.io;v=v1";
    std::string all;
    auto const add = [&](std::string_view type, std::string const& how) {
        if (!all.empty()) all += ',';
        all.append(type).append(how);
    };
    for (auto const& how : {as, std::string()}) {
        if (wanted == encoding::protobuf) add(protobuf, how);
        add(json, how);
        if (as.empty()) break;
    }
    return all;
}

std::optional<encoding> encoding_of(http_response const& answer)
{
    auto const type = answer.header("Content-Type");
    if (type.empty() || type.find("json") != type.npos) return encoding::json;
    if (type.find("application/vnd.kubernetes.protobuf") != type.npos) return encoding::protobuf;
    return std::nullopt;
}

} // namespace coinformer::detail

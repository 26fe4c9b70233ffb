#include "api/client/bare_answer.hpp"
#include "api/client/client_impl.hpp"
#include "api/client/page_stream.hpp"
#include "core/run_on.hpp"

namespace coinformer {

using namespace detail;

namespace {

constexpr std::string_view scale_part = "scale";

std::string with_query(std::string path, std::string const& query)
{
    return query.empty() ? path : std::move(path.append("?").append(query));
}

http_request with_body(std::string method, std::string target, std::string body, std::string type)
{
    http_request r(std::move(method), std::move(target));
    if (!body.empty()) r.content_type = std::move(type);
    r.body = std::move(body);
    return r;
}

http_request creation(resource const& of, std::string const& ns, std::string json, write_options const& how)
{
    if (!how.subresource().empty())
        throw api_error(
            errc::bad_request, "create in " + collection_path(of, ns),
            "a create writes no subresource: create the object first, then patch or replace the subresource");
    detail::require_namespace(of, ns);
    return with_body("POST", with_query(collection_path(of, ns), how.query()), std::move(json),
                     "application/json");
}

http_request change(resource const& of, std::string const& ns, std::string const& name,
                    object_patch const& what, write_options const& how)
{
    // An apply names its manager here, in front of the other, because the first one counts.
    auto query = what.query();
    if (auto const rest = how.query(); !rest.empty()) query.append(query.empty() ? "" : "&").append(rest);
    return with_body("PATCH", with_query(object_path(of, ns, name, how.subresource()), query), what.body(),
                     what.content_type());
}

http_request removal(std::string target, remove_options const& how)
{
    return with_body("DELETE", std::move(target), how.body(), "application/json");
}

// Returns the answer to a request that changes objects. A proxy that answers 200 with a page of its own has
// not done what was asked for, and whoever deletes an object seldom looks at the answer.
task<std::string> answer_to_change(client api, std::string verb, http_request what)
{
    auto const path = what.target.substr(0, what.target.find('?'));
    auto text = co_await api.request(verb, std::move(what));
    check_object(verb, path, text);
    co_return text;
}

} // namespace

client::client(environment env, endpoint server, client_options options, std::unique_ptr<dialer> dial)
    : impl_(std::make_shared<impl>(std::move(env), std::move(server), std::move(options), std::move(dial)))
{
}

client::client(client const&) noexcept = default;
client& client::operator=(client const&) noexcept = default;
client::~client() = default;

void client::close()
{
    boost::asio::post(impl_->strand(), [shared = impl_] { shared->close(); });
}

client client::without_retries() const noexcept
{
    auto copy = *this;
    copy.mode_.is_repeated = false;
    return copy;
}

client client::without_rate_limit() const noexcept
{
    auto copy = *this;
    copy.mode_.is_paced = false;
    return copy;
}

endpoint const& client::server() const noexcept
{
    return impl_->server();
}

task<std::string> client::request(std::string verb, http_request what)
{
    return on_strand(impl_, &impl::request, std::move(verb), std::move(what), mode());
}

task<detail::object_ref> client::object_of(std::string verb, http_request what,
                                           detail::object_type const& type)
{
    return on_strand(impl_, &impl::object_of, std::move(verb), std::move(what), type, mode());
}

task<std::string> client::get(resource of, std::string ns, std::string name, std::string subresource)
{
    return request("get", http_request("GET", object_path(of, ns, name, subresource)));
}

task<std::string> client::list(resource of, std::string ns, list_options which)
{
    http_request what("GET", with_query(collection_path(of, ns), which.query()));
    what.patience = which.patience();
    return request("list", std::move(what));
}

task<std::string> client::create(resource of, std::string ns, std::string json, write_options how)
{
    return answer_to_change(*this, "create", creation(of, ns, std::move(json), how));
}

task<std::string> client::replace(resource of, std::string ns, std::string name, std::string json,
                                  write_options how)
{
    auto target = with_query(object_path(of, ns, name, how.subresource()), how.query());
    return answer_to_change(*this, "replace",
                            with_body("PUT", std::move(target), std::move(json), "application/json"));
}

task<std::string> client::patch(resource of, std::string ns, std::string name, object_patch what,
                                write_options how)
{
    return answer_to_change(*this, "patch", change(of, ns, name, what, how));
}

task<std::string> client::remove(resource of, std::string ns, std::string name, remove_options how)
{
    return answer_to_change(*this, "delete", removal(object_path(of, ns, name), how));
}

task<std::string> client::remove_collection(resource of, std::string ns, list_options which,
                                            remove_options how)
{
    detail::require_namespace(of, ns);
    auto what = removal(with_query(collection_path(of, ns), which.query()), how);
    what.patience = which.patience();
    return answer_to_change(*this, "deletecollection", std::move(what));
}

task<detail::object_ref> client::get_object(resource of, std::string ns, std::string name,
                                            detail::object_type const& type)
{
    impl_->check_fields(of, type);
    return on_strand(impl_, &impl::get, object_path(of, ns, name), type, mode());
}

task<detail::untyped_list> client::list_objects(resource of, std::string ns, list_options options,
                                                detail::object_type const& type)
{
    impl_->check_fields(of, type);
    detail::page_requests requests(impl_, mode(), collection_path(of, ns), std::move(options), type);
    auto pages = std::make_shared<detail::page_stream>(std::move(requests), 0);
    return on_strand(std::move(pages), &detail::page_stream::all);
}

task<detail::object_ref> client::create_object(resource of, std::string ns, std::string json,
                                               write_options how, detail::object_type const& type)
{
    impl_->check_fields(of, type);
    return object_of("create", creation(of, ns, std::move(json), how), type);
}

task<detail::object_ref> client::patch_object(resource of, std::string ns, std::string name,
                                              object_patch what, write_options how,
                                              detail::object_type const& type)
{
    if (how.subresource() == scale_part)
        throw api_error(errc::bad_request, "patch " + object_path(of, ns, name, scale_part),
                        "the answer would be a Scale, which is no object of the kind: use patch_scale()");
    bool const is_whole = how.subresource().empty() || how.subresource() == "status";
    if (is_whole) impl_->check_fields(of, type); // other subresources may be objects of another kind
    return object_of("patch", change(of, ns, name, what, how), type);
}

task<object_ptr<scale>> client::get_scale(resource of, std::string ns, std::string name)
{
    http_request what("GET", object_path(of, ns, name, scale_part));
    return detail::typed<object_ptr<scale>>(
        object_of("get", std::move(what), detail::object_type_of<scale>()));
}

task<object_ptr<scale>> client::patch_scale(resource of, std::string ns, std::string name, object_patch what,
                                            write_options how)
{
    how.subresource(std::string(scale_part));
    return detail::typed<object_ptr<scale>>(
        object_of("patch", change(of, ns, name, what, how), detail::object_type_of<scale>()));
}

} // namespace coinformer

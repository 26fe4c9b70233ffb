#include "transport/config/kubeconfig_file.hpp"

#include "core/printable.hpp"
#include "transport/config/base64.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

namespace coinformer::detail {

namespace {

std::string at(std::string const& file, YAML::Mark const& mark)
{
    if (mark.is_null()) return file;
    return file + ':' + std::to_string(mark.line + 1) + ':' + std::to_string(mark.column + 1);
}

std::string_view type_of(YAML::Node const& node)
{
    switch (node.Type()) {
    case YAML::NodeType::Map: return "a mapping";
    case YAML::NodeType::Sequence: return "a list";
    case YAML::NodeType::Scalar: return "a scalar";
    default: return "nothing";
    }
}

boost::json::value json_scalar(YAML::Node const& node)
{
    bool flag = false;
    std::int64_t integer = 0;
    double number = 0;
    bool const is_plain = node.Tag() != "!"; // the tag of a scalar in quotes
    if (is_plain && YAML::convert<bool>::decode(node, flag)) return flag;
    if (is_plain && YAML::convert<std::int64_t>::decode(node, integer)) return integer;
    if (is_plain && YAML::convert<double>::decode(node, number) && std::isfinite(number)) return number;
    return boost::json::string_view(node.Scalar());
}

// Returns nullopt if the value has more than `room` nodes, is nested too deeply, or cannot be JSON.
std::optional<boost::json::value> json_of(YAML::Node const& node, int depth, std::size_t& room)
{
    constexpr int deepest = 32;
    if (depth > deepest || room-- == 0) {
        room = 0;
        return std::nullopt;
    }
    if (node.IsSequence()) {
        boost::json::array items;
        for (auto const& item : node) {
            auto made = json_of(item, depth + 1, room);
            if (!made) return std::nullopt;
            items.push_back(std::move(*made));
        }
        return items;
    }
    if (node.IsMap()) {
        boost::json::object fields;
        for (auto const& field : node) {
            auto made = json_of(field.second, depth + 1, room);
            if (!made || !field.first.IsScalar()) return std::nullopt;
            fields[field.first.Scalar()] = std::move(*made);
        }
        return fields;
    }
    return node.IsScalar() ? json_scalar(node) : boost::json::value();
}

// Returns the part of the parser's message that cannot quote the file. Some versions append a piece of the
// file behind a colon, such as the name of an anchor (`token: *abc` must not show abc) or the characters of
// an escape sequence.
std::string complaint_of(YAML::ParserException const& e)
{
    constexpr std::size_t longest = 100; // the parser's own messages are shorter
    return printable(e.msg.substr(0, std::min(e.msg.find(':'), longest)));
}

} // namespace

kubeconfig_node::kubeconfig_node(YAML::Node node, std::shared_ptr<std::string const> file, std::string path)
    : node_(std::move(node)), file_(std::move(file)), path_(std::move(path))
{
}

bool kubeconfig_node::is_set() const
{
    if (absent()) return false;
    return node_.IsScalar() ? !node_.Scalar().empty() : !node_.IsSequence() || node_.size() != 0;
}

std::string kubeconfig_node::position() const
{
    return node_.IsDefined() ? at(*file_, node_.Mark()) : *file_;
}

kubeconfig_node kubeconfig_node::operator[](std::string const& field) const
{
    auto path = path_.empty() ? field : path_ + '.' + field;
    if (absent()) return {node_, file_, std::move(path)};
    if (!node_.IsMap()) refuse_type("a mapping");
    auto const& fixed = node_; // operator[] of a node that is not const would add the field
    auto found = fixed[field];
    return {found.IsDefined() ? found : YAML::Node(), file_, std::move(path)};
}

std::vector<kubeconfig_node> kubeconfig_node::items() const
{
    std::vector<kubeconfig_node> all;
    if (absent()) return all;
    if (!node_.IsSequence()) refuse_type("a list");
    for (auto const& item : node_)
        all.emplace_back(item, file_, path_ + '[' + std::to_string(all.size()) + ']');
    return all;
}

std::vector<std::pair<std::string, kubeconfig_node>> kubeconfig_node::fields() const
{
    std::vector<std::pair<std::string, kubeconfig_node>> all;
    if (absent()) return all;
    if (!node_.IsMap()) refuse_type("a mapping");
    for (auto const& field : node_) {
        if (!field.first.IsScalar()) refuse("has a key that is not a string");
        auto const& name = field.first.Scalar();
        all.emplace_back(name, kubeconfig_node(field.second, file_, path_ + '.' + cited(name)));
    }
    return all;
}

std::string kubeconfig_node::text() const
{
    if (absent()) return {};
    if (!node_.IsScalar()) refuse_type("a string");
    return node_.Scalar();
}

std::string kubeconfig_node::base64() const
{
    auto bytes = bytes_of_base64(text());
    if (!bytes) refuse("is not base64");
    return std::move(*bytes);
}

bool kubeconfig_node::flag() const
{
    if (absent()) return false;
    bool value = false;
    if (!node_.IsScalar() || !YAML::convert<bool>::decode(node_, value)) refuse_type("true or false");
    return value;
}

boost::json::value kubeconfig_node::json() const
{
    std::size_t room = 10'000; // aliases can make a small file huge
    auto made = json_of(node_, 0, room);
    if (!made) refuse("is too large, too deep, or has a key that is not a string");
    return std::move(*made);
}

std::string kubeconfig_node::file_name() const
{
    auto const name = text();
    if (name.empty()) return {};
    // absolute, so that it stays the same file if the program changes its directory
    return (std::filesystem::absolute(*file_).parent_path() / name).lexically_normal().string();
}

void kubeconfig_node::refuse(std::string_view fault) const
{
    auto detail = path_.empty() ? "the document" : path_;
    throw api_error(errc::config_invalid, position(), detail.append(" ").append(fault));
}

void kubeconfig_node::refuse_type(std::string_view wanted) const
{
    refuse(std::string("is ").append(type_of(node_)).append(", not ").append(wanted));
}

kubeconfig_node parse_kubeconfig(std::string const& text, std::string const& file)
{
    try {
        return {YAML::Load(text), std::make_shared<std::string const>(file), {}};
    } catch (YAML::ParserException const& e) {
        throw api_error(errc::config_invalid, at(file, e.mark), "not valid YAML: " + complaint_of(e));
    } catch (YAML::Exception const& e) {
        throw api_error(errc::config_invalid, at(file, e.mark), "not valid YAML");
    }
}

void kubeconfig::add(kubeconfig_node const& root)
{
    if (auto const kind = root["kind"]; !kind.absent() && kind.text() != "Config")
        kind.refuse("is not Config: this is another file than a kubeconfig");
    if (auto const version = root["apiVersion"]; !version.absent() && version.text() != "v1")
        version.refuse("is not v1");

    auto const merge = [&root](definitions& into, std::string const& list, std::string const& body) {
        definitions here;
        for (auto const& item : root[list].items()) {
            auto const name = item["name"];
            if (!here.emplace(name.text(), item[body]).second)
                name.refuse("is the name of an earlier item too");
        }
        // merge() keeps the names that are there already, so that the first file wins
        into.merge(here);
    };
    merge(contexts_, "contexts", "context");
    merge(clusters_, "clusters", "cluster");
    merge(users_, "users", "user");
    if (current_context_.empty()) current_context_ = root["current-context"].text();
    if (!files_.empty()) files_ += ':';
    files_ += root.file();
}

kubeconfig_node kubeconfig::cluster(std::string const& name, kubeconfig_node const& asked_by) const
{
    return find(clusters_, "cluster", name, asked_by.position());
}

kubeconfig_node kubeconfig::user(std::string const& name, kubeconfig_node const& asked_by) const
{
    return find(users_, "user", name, asked_by.position());
}

// Throws with all names that are defined, because a wrong name is mostly a typing mistake.
kubeconfig_node kubeconfig::find(definitions const& in, std::string_view kind, std::string const& name,
                                 std::string const& where)
{
    if (auto const found = in.find(name); found != in.end() && !name.empty()) return found->second;
    auto detail = name.empty() ? "no " + std::string(kind) + " is chosen"
                               : std::string(kind) + " \"" + cited(name) + '"';
    detail.append(in.empty() ? "; there is none" : "; there are");
    std::string_view between = " ";
    for (auto const& [defined, body] : in) {
        detail.append(between).append(1, '"').append(cited(defined)).append(1, '"');
        between = ", ";
    }
    throw api_error(errc::config_unknown_name, where, detail);
}

} // namespace coinformer::detail

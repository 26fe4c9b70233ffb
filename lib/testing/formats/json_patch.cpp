#include "testing/formats/json_patch.hpp"

#include "testing/formats/refusal.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

[[noreturn]] void refuse_patch()
{
    throw refusal(errc::invalid, 422, "Invalid",
                  "the server rejected our request due to an error in our request");
}

std::string_view operation_text(json::object const& operation, std::string_view member)
{
    auto const* v = operation.if_contains(member);
    if (!v || !v->is_string()) refuse_patch();
    return {v->get_string().data(), v->get_string().size()};
}

// Splits a JSON pointer (RFC 6901).
std::vector<std::string> tokens_of(std::string_view pointer)
{
    std::vector<std::string> tokens;
    for (auto slash = pointer.find('/'); slash != pointer.npos;) {
        auto const next = pointer.find('/', slash + 1);
        std::string token;
        auto const raw = pointer.substr(slash + 1, next == pointer.npos ? next : next - slash - 1);
        for (std::size_t i = 0; i < raw.size(); ++i) {
            auto const escaped = raw[i] == '~' && i + 1 < raw.size();
            token += !escaped ? raw[i] : raw[++i] == '1' ? '/' : '~';
        }
        tokens.push_back(std::move(token));
        slash = next;
    }
    return tokens;
}

std::optional<std::size_t> array_position(std::string_view token)
{
    std::size_t n = 0;
    auto const [end, ec] = std::from_chars(token.data(), token.data() + token.size(), n);
    if (ec != std::errc() || end != token.data() + token.size()) return std::nullopt;
    return n;
}

json::value* child(json::value& in, std::string_view token)
{
    if (in.is_object()) return in.get_object().if_contains(token);
    auto const at = array_position(token);
    if (!in.is_array() || !at || *at >= in.get_array().size()) return nullptr;
    return &in.get_array()[*at];
}

// The place where an operation acts: a member or an element, which may be absent, of a container that exists.
class place {
public:
    place(json::value& root, std::string_view pointer) : parent_(&root)
    {
        auto tokens = tokens_of(pointer);
        if (tokens.empty()) {
            whole_ = true;
            return;
        }
        key_ = std::move(tokens.back());
        tokens.pop_back();
        for (auto const& token : tokens) {
            parent_ = child(*parent_, token);
            if (!parent_) refuse_patch();
        }
        if (!parent_->is_object() && !parent_->is_array()) refuse_patch();
    }

    json::value* find() const { return whole_ ? parent_ : child(*parent_, key_); }

    json::value& get() const
    {
        auto* const v = find();
        if (!v) refuse_patch();
        return *v;
    }

    void add(json::value v) const
    {
        if (whole_) {
            *parent_ = std::move(v);
        } else if (parent_->is_object()) {
            parent_->get_object()[key_] = std::move(v);
        } else {
            auto& list = parent_->get_array();
            auto const at = key_ == "-" ? list.size() : array_position(key_).value_or(list.size() + 1);
            if (at > list.size()) refuse_patch();
            list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), std::move(v));
        }
    }

    void replace(json::value v) const
    {
        if (auto* const old = find())
            *old = std::move(v);
        else if (parent_->is_object())
            add(std::move(v));
        else
            refuse_patch();
    }

    json::value take() const
    {
        auto v = std::move(get());
        if (whole_) refuse_patch();
        if (parent_->is_object()) {
            auto& members = parent_->get_object();
            members.stable_erase(members.find(key_));
        } else {
            auto& list = parent_->get_array();
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(array_position(key_).value_or(0)));
        }
        return v;
    }

private:
    json::value* parent_;
    std::string key_;
    bool whole_ = false; // true for the document itself
};

void apply_operation(json::value& target, json::object const& operation)
{
    auto const op = operation_text(operation, "op");
    auto const path = operation_text(operation, "path");
    auto const* given = operation.if_contains("value");
    auto const value = given ? *given : json::value();
    if (op == "add") {
        place(target, path).add(value);
    } else if (op == "remove") {
        place(target, path).take();
    } else if (op == "replace") {
        place(target, path).replace(value);
    } else if (op == "move") {
        auto moved = place(target, operation_text(operation, "from")).take();
        place(target, path).add(std::move(moved));
    } else if (op == "copy") {
        auto copy = place(target, operation_text(operation, "from")).get();
        place(target, path).add(std::move(copy));
    } else if (op == "test") {
        auto const* const found = place(target, path).find();
        if (found ? *found != value : !value.is_null()) refuse_patch();
    } else {
        refuse_patch();
    }
}

} // namespace

void json_patch(json::value& target, json::value const& patch)
{
    auto const* const operations = patch.if_array();
    if (!operations) throw bad_request("error decoding patch: expected a list of operations");
    auto result = target;
    for (auto const& operation : *operations) {
        if (!operation.is_object()) throw bad_request("error decoding patch: expected a list of operations");
        apply_operation(result, operation.get_object());
    }
    target = std::move(result);
}

} // namespace coinformer::testing::detail

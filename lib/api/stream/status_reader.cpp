#include "api/stream/status_reader.hpp"

#include "api/protobuf/wire.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace coinformer::detail {

namespace {

// Returns the code, or 0 if no HTTP answer can have it: then the answer's own code decides.
int http_code(std::int64_t value) noexcept
{
    return value > 0 && value < 1000 ? static_cast<int>(value) : 0;
}

std::optional<std::chrono::seconds> pause_of(std::int64_t seconds) noexcept
{
    if (seconds <= 0) return std::nullopt;
    return std::min(std::chrono::seconds(seconds), status_limits::retry_after);
}

// Returns the cause to fill in; nullptr if there are enough already, and then counts it.
status_cause* add_cause(server_status& to)
{
    if (to.causes.size() < status_limits::causes) return &to.causes.emplace_back();
    ++to.causes_left_out;
    return nullptr;
}

/// Receives the events of a JSON parser, and keeps the fields of a Status. It knows its place by the keys
/// from the root down; the elements of an array have the key "[]".
class status_listener {
    using size = std::size_t;
    using text = boost::json::string_view;
    using code = boost::json::error_code;

public:
    static constexpr size max_object_size = size(-1), max_array_size = size(-1), max_key_size = size(-1),
                          max_string_size = size(-1);

    bool on_document_begin(code&) { return true; }
    bool on_document_end(code&) { return true; }
    bool on_object_begin(code&)
    {
        if (is_at({"details", "causes", "[]"})) cause_ = add_cause(read.status);
        path_.emplace_back();
        return true;
    }
    bool on_object_end(size, code&)
    {
        path_.pop_back();
        if (is_at({"details", "causes", "[]"})) cause_ = nullptr;
        return true;
    }
    bool on_array_begin(code&)
    {
        path_.emplace_back("[]");
        return true;
    }
    bool on_array_end(size, code&)
    {
        path_.pop_back();
        return true;
    }
    bool on_key_part(text part, size, code&) { return collect(part); }
    bool on_key(text part, size, code&)
    {
        collect(part);
        path_.back() = std::exchange(collected_, {});
        // A key of this name must not pass for an element of an array.
        if (path_.back() == "[]") path_.back().clear();
        return true;
    }
    bool on_string_part(text part, size, code&) { return collect(part); }
    bool on_string(text part, size, code&)
    {
        collect(part);
        take_string(std::exchange(collected_, {}));
        return true;
    }
    bool on_number_part(text, code&) { return true; }
    bool on_int64(std::int64_t value, text, code&)
    {
        if (is_at({"code"})) read.status.code = http_code(value);
        if (is_at({"details", "retryAfterSeconds"})) read.retry_after = pause_of(value);
        return true;
    }
    bool on_uint64(std::uint64_t, text part, code& ec) // larger than the largest std::int64_t
    {
        return on_int64(std::numeric_limits<std::int64_t>::max(), part, ec);
    }
    bool on_double(double, text, code&) { return true; }
    bool on_bool(bool, code&) { return true; }
    bool on_null(code&) { return true; }
    bool on_comment_part(text, code&) { return true; }
    bool on_comment(text, code&) { return true; }

    status_answer read;
    bool is_status = false;

private:
    bool is_at(std::initializer_list<std::string_view> path) const { return std::ranges::equal(path_, path); }

    bool collect(text part)
    {
        collected_.append(part.data(), part.size());
        return true;
    }

    void take_string(std::string value)
    {
        if (path_.empty()) return;
        auto const& key = path_.back();
        if (path_.size() == 1 && key == "kind") is_status = value == "Status";
        if (path_.size() == 1 && key == "reason")
            read.status.reason = std::move(value);
        else if (path_.size() == 1 && key == "message")
            read.status.message = std::move(value);
        else if (is_at({"details", "name"}))
            read.names_object = !value.empty();
        else if (cause_ && path_.size() == 4)
            take_cause(key, std::move(value));
    }

    void take_cause(std::string_view key, std::string value)
    {
        if (key == "field")
            cause_->field = std::move(value);
        else if (key == "reason")
            cause_->reason = std::move(value);
        else if (key == "message")
            cause_->message = std::move(value);
    }

    std::vector<std::string> path_; // one key for each level
    std::string collected_;         // the parts of a key or a string
    status_cause* cause_ = nullptr; // the cause that is being read
};

bool read_proto_cause(std::string_view message, server_status& to)
{
    auto* const cause = add_cause(to);
    proto_fields f(message);
    while (f.next()) {
        if (!cause || f.form() != wire::bytes) continue;
        if (f.number() == 1) cause->reason = f.bytes();
        if (f.number() == 2) cause->message = f.bytes();
        if (f.number() == 3) cause->field = f.bytes();
    }
    return !f.is_malformed();
}

bool read_proto_details(std::string_view message, status_answer& to)
{
    proto_fields f(message);
    while (f.next()) {
        bool const is_text = f.form() == wire::bytes;
        if (is_text && f.number() == 1) to.names_object = !f.bytes().empty();
        if (is_text && f.number() == 4 && !read_proto_cause(f.bytes(), to.status)) return false;
        if (f.form() == wire::varint && f.number() == 5)
            to.retry_after = pause_of(static_cast<std::int64_t>(f.value()));
    }
    return !f.is_malformed();
}

} // namespace

std::optional<status_answer> read_json_status(std::string_view body)
{
    boost::json::basic_parser<status_listener> parser({}); // at most 32 levels
    boost::json::error_code failed;
    auto const parsed = parser.write_some(false, body.data(), body.size(), failed);
    auto& found = parser.handler();
    if (failed || parsed != body.size() || !found.is_status) return std::nullopt;
    return std::move(found.read);
}

std::optional<status_answer> read_proto_status(std::string_view body)
{
    auto const envelope = open_envelope(body);
    if (!envelope || envelope->kind != "Status") return std::nullopt;
    status_answer read;
    proto_fields f(envelope->raw);
    while (f.next()) {
        bool const is_text = f.form() == wire::bytes;
        if (is_text && f.number() == 3) read.status.message = f.bytes();
        if (is_text && f.number() == 4) read.status.reason = f.bytes();
        if (is_text && f.number() == 5 && !read_proto_details(f.bytes(), read)) return std::nullopt;
        if (f.form() == wire::varint && f.number() == 6)
            read.status.code = http_code(static_cast<std::int64_t>(f.value()));
    }
    if (f.is_malformed()) return std::nullopt;
    return read;
}

} // namespace coinformer::detail

// A Status in JSON and in protobuf. A generated Status must be read back as it was planted, from both forms.
// Any bytes, and a generated Status with a little damage, must be read as a naive reader reads them, from
// Boost.JSON's document or from protobuf's fields. An api_error must keep a bounded part of a Status.

#include "input.hpp"
#include "json_node.hpp"
#include "reference_status.hpp"
#include "report.hpp"

#include "api/stream/status.hpp"
#include "unit/api/proto_encoder.hpp"

#include "cut_bytes.hpp"

namespace {

using coinformer::status_limits;
namespace pb = test::pb;
namespace json = boost::json;

struct planted_status {
    fuzz::read_status values;
    std::string in_json;
    std::string in_proto;
};

std::string generated_text(fuzz::input& in)
{
    auto text = std::string(in.pick({"", "Invalid", "Expired", "Too large resource version: 9, current: 5",
                                     "ResourceVersionTooLarge", "x\n\x1b[31m\xe2\x80\xae", "\"\\/\xc3\xa4"}));
    if (in.one_in(40)) text.append(static_cast<std::size_t>(in.below(1 << 20)), 'x');
    return text;
}

std::int64_t generated_integer(fuzz::input& in)
{
    return in.one_in(4) ? static_cast<std::int64_t>(in.number())
                        : static_cast<std::int64_t>(in.below(1200)) - 10;
}

planted_status generated_status(fuzz::input& in)
{
    auto const reason = generated_text(in), message = generated_text(in), name = generated_text(in);
    auto const code = generated_integer(in), pause = generated_integer(in);
    json::array causes;
    std::string proto_causes;
    planted_status made;
    auto count = in.below(4);
    if (in.one_in(16)) count = in.below(300);
    std::string const cause_texts[]{generated_text(in).substr(0, 100), generated_text(in).substr(0, 100)};
    for (std::uint64_t i = 0; i != count; ++i) {
        auto const& text = cause_texts[i % 2];
        auto const field = "spec.f" + std::to_string(i);
        causes.push_back({{"reason", text}, {"message", message.substr(0, 50)}, {"field", field}});
        proto_causes +=
            pb::bytes(4, pb::bytes(1, text) + pb::bytes(2, message.substr(0, 50)) + pb::bytes(3, field));
        made.values.add_cause({field, text, message.substr(0, 50)});
    }
    made.values.reason = reason, made.values.message = message;
    made.values.names_object = !name.empty();
    made.values.set_code(code), made.values.set_pause(pause);
    made.values = made.values.finish();
    json::object const details{{"name", name}, {"causes", causes}, {"retryAfterSeconds", pause}};
    made.in_json = json::serialize(json::object{
        {"kind", "Status"}, {"message", message}, {"reason", reason}, {"details", details}, {"code", code}});
    made.in_proto = pb::envelope("v1", "Status",
                                 pb::bytes(2, "Failure") + pb::bytes(3, message) + pb::bytes(4, reason) +
                                     pb::bytes(5, pb::bytes(1, name) + proto_causes + pb::integer(5, pause)) +
                                     pb::integer(6, code));
    return made;
}

std::optional<fuzz::read_status> library_reading(std::string_view body)
{
    auto const read = coinformer::detail::parse_status(body);
    if (!read) return std::nullopt;
    return fuzz::read_status::of(*read);
}

void check_status(std::optional<fuzz::read_status> const& expected, std::string_view body)
{
    auto const actual = library_reading(body);
    fuzz::check_equal("a body is a Status for both readers or for none", expected.has_value(),
                      actual.has_value(), body);
    if (expected) fuzz::check_equal("a Status is read as the reference reads it", *expected, *actual, body);
}

/// Checks that an error made from a Status is small, whatever the server sent.
void check_bounds(std::string_view body)
{
    auto const read = coinformer::detail::parse_status(body);
    if (!read) return;
    coinformer::api_error const e(coinformer::detail::errc_of_answer(422, read), "get", "/api/v1/pods",
                                  read->status, read->retry_after);
    auto const& kept = e.status();
    constexpr std::size_t separator = 8; // the size of the mark in place of an omitted middle
    bool is_bounded = kept.causes.size() <= status_limits::causes &&
                      kept.message.size() <= status_limits::message_bytes + separator &&
                      kept.reason.size() <= status_limits::name_bytes;
    for (auto const& cause : kept.causes)
        is_bounded &= cause.field.size() <= status_limits::name_bytes &&
                      cause.reason.size() <= status_limits::name_bytes;
    fuzz::check(is_bounded, "an error keeps a bounded part of a Status", body);
    std::string_view const what = e.what();
    auto const is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
    fuzz::check(std::ranges::none_of(what, is_control), "an error is one harmless line", what);
    fuzz::check(what.size() < 10'000, "an error is a line of bounded length", what);
    auto const pause = e.retry_after().value_or(std::chrono::seconds(0));
    fuzz::check(pause.count() >= 0 && pause <= status_limits::retry_after, "a pause is bounded", body);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    std::string body;
    auto const how = in.below(4);
    coinformer::random_source random(in.below(256));
    if (how == 3) {
        body = in.rest();
    } else {
        auto const planted = generated_status(in);
        check_status(planted.values, planted.in_json);
        check_status(planted.values, planted.in_proto);
        body = random.below(2) == 0 ? planted.in_json : planted.in_proto;
        check_bounds(body);
        if (how > 0 && body.size() < 4096)
            body = test::damaged(body, random, std::string_view("{}[]\"\\:,0\0\x0a\x12\xff", 14));
    }
    check_status(fuzz::reference_status(body), body);
    check_bounds(body);
    return 0;
}

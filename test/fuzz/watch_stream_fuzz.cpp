// Events of a watch, in JSON and in protobuf. Generated events must come back as they were planted, wherever
// the stream is cut in two, and of a stream that ends early exactly the events must be reported whose last
// byte arrived. For any bytes, and for damaged streams, the events must be those that a reference reads from
// the complete frames, and from the beginnings of frames that are beyond the decoder's limit.

#include "generated_pod.hpp"
#include "projections.hpp"
#include "watch_reading.hpp"

#include "cut_bytes.hpp"

#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/proto_watch_decoder.hpp"

#include <boost/json/serialize.hpp>

namespace {

namespace pb = test::pb;
namespace json = boost::json;
using fuzz::watch_reading;

coinformer::detail::proto_schema const& pod_schema()
{
    static std::string reason;
    static auto const* const found = coinformer::detail::proto_schema::find(
        *coinformer::detail::object_type_of<fuzz::pod>().fields, fuzz::pod_message, reason);
    fuzz::check(found != nullptr, "a Pod can be read from protobuf", reason);
    return *found;
}

enum class form { json, proto };

constexpr std::size_t large_limit = 1 << 24;          // in bytes, more than all of an input
constexpr std::size_t enough_for_the_identity = 4096; // at the front of an event beyond the limit

watch_reading read(form f, std::vector<std::string_view> const& pieces, std::size_t limit = large_limit)
{
    auto const& type = coinformer::detail::object_type_of<fuzz::pod>();
    if (f == form::json) {
        coinformer::detail::json_watch_decoder decoder(type, limit);
        return fuzz::read_watch<fuzz::pod>(decoder, pieces);
    }
    coinformer::detail::proto_watch_decoder decoder(type, pod_schema(), limit);
    return fuzz::read_watch<fuzz::pod>(decoder, pieces);
}

/// Returns the decoder's limit for an input that has drawn this number below 2^16. Two inputs in ten get
/// a small one. An event beyond a large limit is reported when 4096 bytes of it have come, and an input
/// of CI has 2048 at most.
std::size_t limit_for(std::uint64_t drawn)
{
    constexpr std::uint64_t small_ones = 0x3000, largest_small_one = 512;
    return drawn < small_ones ? static_cast<std::size_t>(drawn % largest_small_one) : large_limit;
}

/// A generated stream: for each of its events, the place where it ends, and the line that must be reported.
struct planted_stream {
    std::string bytes;
    std::vector<std::size_t> ends;
    std::vector<std::string> events;
    void add(std::string_view text, std::string event)
    {
        bytes += text;
        ends.push_back(bytes.size());
        events.push_back(std::move(event));
    }
};

struct planted_event {
    std::string type;
    json::object object;
    std::string in_proto; ///< the object in its envelope
    std::string said;
};

planted_event generated_event(fuzz::input& in)
{
    planted_event e;
    e.type = in.pick({"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"});
    if (e.type == "BOOKMARK") {
        auto const version = std::to_string(in.below(1000));
        json::object metadata{{"resourceVersion", version}};
        bool const is_end = in.one_in(2);
        if (is_end) metadata["annotations"] = json::object{{"k8s.io/initial-events-end", "true"}};
        e.object["metadata"] = metadata;
        e.in_proto = pb::envelope("v1", "Pod", test::proto_of(e.object, fuzz::pod_message));
        e.said = fuzz::bookmark_line(version, is_end);
    } else if (e.type == "ERROR") {
        auto const message = std::string(in.pick({"too old resource version: 1 (2)", "", "}\n{\""}));
        e.object = {{"kind", "Status"}, {"code", 410}, {"reason", "Expired"}, {"message", message}};
        e.in_proto = pb::envelope("v1", "Status",
                                  pb::bytes(3, message) + pb::bytes(4, "Expired") + pb::integer(6, 410));
        e.said = fuzz::error_line({"Expired", message, 410});
    } else {
        e.object = fuzz::pod_generator(in).make();
        e.in_proto = pb::envelope("v1", "Pod", test::proto_of(e.object, fuzz::pod_message));
        auto const node = *fuzz::parse_json(json::serialize(e.object));
        auto const found = fuzz::expected_object<fuzz::pod, fuzz::metadata>(node);
        bool const is_fault = !found.fault.empty();
        e.said = is_fault ? fuzz::fault_line(e.type == "DELETED", fuzz::identity_of(node).version, found)
                          : fuzz::change_line(e.type, found);
    }
    return e;
}

/// Adds an event without a type, without an object, or of an unknown type. The reference says what is wrong
/// with it.
void add_odd_event(planted_stream& all, form f, planted_event const& e, std::uint64_t what)
{
    if (f == form::proto) {
        auto const type = pb::bytes(1, what == 0 ? "OTHER" : e.type),
                   object = pb::bytes(2, pb::bytes(1, e.in_proto));
        auto const event = what == 1 ? type : what == 2 ? object : type + object;
        all.add(pb::frame(event),
                fuzz::expected_proto_event<fuzz::pod, fuzz::metadata>(fuzz::pod_message, event));
        return;
    }
    json::object event{{"type", e.type}, {"object", e.object}};
    if (what == 0) event["type"] = "OTHER";
    if (what != 0) event.erase(what == 1 ? "object" : "type");
    auto const text = json::serialize(event);
    all.add(text, fuzz::expected_json_event<fuzz::pod, fuzz::metadata>(*fuzz::parse_json(text)));
}

planted_stream generated_stream(form f, fuzz::input& in)
{
    planted_stream all;
    do {
        auto const e = generated_event(in);
        if (in.one_in(5)) {
            add_odd_event(all, f, e, in.below(3));
        } else if (f == form::proto) {
            all.add(pb::event(e.type, e.in_proto), e.said);
        } else {
            auto const type = "\"type\":\"" + e.type + '"',
                       object = "\"object\":" + json::serialize(e.object);
            all.add(in.one_in(4) ? '{' + object + ", " + type + '}' : '{' + type + ',' + object + '}',
                    e.said);
            all.bytes += in.pick({"\n", "", "\r\n ", "\n\n"});
        }
    } while (in.one_in(2));
    return all;
}

void check_planted(form f, planted_stream const& planted, std::size_t cut)
{
    std::string_view const all = planted.bytes;
    fuzz::check_equal("a stream says what was planted, wherever it is cut", watch_reading{planted.events},
                      read(f, {all.substr(0, cut), all.substr(cut)}), all);
    auto const whole =
        static_cast<std::size_t>(std::ranges::count_if(planted.ends, [&](auto end) { return end <= cut; }));
    auto const start = whole == 0 ? 0 : planted.ends[whole - 1];
    watch_reading expected{
        {planted.events.begin(), planted.events.begin() + static_cast<std::ptrdiff_t>(whole)}};
    expected.is_idle = f == form::proto ? start == cut : all.substr(start, cut - start).find('{') == all.npos;
    fuzz::check_equal("an event is reported when its last byte is there", expected,
                      read(f, {all.substr(0, cut)}), all);
}

/// Compares the frames of a stream. One beyond the limit is a fault, which is reported before the frame
/// ends, as soon as the object's identity can be read. One that is still longer is refused.
void check_any_proto(std::string_view bytes, std::size_t limit)
{
    auto const longest = std::max<std::size_t>(64 << 20, 16 * limit);
    watch_reading expected;
    for (auto rest = bytes; !rest.empty();) {
        std::size_t length = 0;
        for (std::size_t i = 0; i != 4 && i < rest.size(); ++i)
            length = length << 8 | static_cast<unsigned char>(rest[i]);
        auto const there = rest.substr(std::min<std::size_t>(4, rest.size()));
        bool const has_length = rest.size() >= 4, is_large = length > limit;
        if (has_length && is_large && length > longest) {
            expected.is_refused = true;
            break;
        }
        auto const wanted = is_large ? std::min(limit, enough_for_the_identity) : length;
        if (has_length && there.size() >= wanted) {
            auto const event = there.substr(0, wanted);
            expected.events.push_back(
                is_large ? fuzz::expected_large_proto_event(event)
                         : fuzz::expected_proto_event<fuzz::pod, fuzz::metadata>(fuzz::pod_message, event));
        }
        expected.is_idle = has_length && there.size() >= length;
        if (!expected.is_idle) break;
        rest.remove_prefix(4 + length);
    }
    fuzz::check_equal("each frame is an event or a fault", expected, read(form::proto, {bytes}, limit),
                      bytes);
}

/// Compares the complete values at the front of the stream with those that Boost.JSON accepts. After them the
/// library may report more events, because it skips what no projection declares; but only complete ones.
void check_any_json(std::string_view bytes)
{
    auto const actual = read(form::json, {bytes});
    std::size_t known = 0;
    for (;;) {
        bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
        if (!bytes.starts_with('{')) break; // the end, or no event
        auto const [event, size, has_huge_exponent] = fuzz::parse_json_prefix(bytes);
        if (size == std::string_view::npos) { // an incomplete event
            fuzz::check_equal("no event is reported before its end", known, actual.events.size(), bytes);
            return;
        }
        if (!event) return;
        fuzz::check(known < actual.events.size(), "each whole event is reported", bytes);
        fuzz::check_equal("an event is read as the reference reads it",
                          fuzz::expected_json_event<fuzz::pod, fuzz::metadata>(*event),
                          actual.events[known++], bytes);
        bytes.remove_prefix(size);
    }
    fuzz::check_equal("there are no other events", known, actual.events.size(), bytes);
    fuzz::check_equal("what is no event is refused", !bytes.empty(), actual.is_refused, bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const f = in.one_in(2) ? form::proto : form::json;
    auto const how = in.below(4);
    auto const position = in.below(1 << 16);
    coinformer::random_source random(position);
    std::string bytes;
    if (how == 3) {
        bytes = in.rest();
    } else {
        auto const planted = generated_stream(f, in);
        check_planted(f, planted, position % (planted.bytes.size() + 1));
        if (how == 0) return 0;
        constexpr std::string_view json_characters = "{}[]\"\"\"\\:,, \n0a-.eutfn\x01\xff";
        constexpr std::string_view proto_characters("\0\x01\x02\x08\x0a\x0a\x12\x12\x1a\x22\x7f\x80\xff", 13);
        bytes = test::damaged(planted.bytes, random, f == form::json ? json_characters : proto_characters);
    }
    if (f == form::proto)
        check_any_proto(bytes, limit_for(position));
    else
        check_any_json(bytes);
    return 0;
}

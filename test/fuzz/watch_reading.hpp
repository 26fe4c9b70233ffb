#pragma once

#include "reference_proto_object.hpp"
#include "reference_status.hpp"

#include "api/stream/watch_decoder.hpp"

#include <coinformer/core/error.hpp>

#include <boost/describe.hpp>

#include <sstream>
#include <vector>

// The events of a watch as the library reads them, and single events as a reference reads them, as lines of
// text.

namespace fuzz {

struct watch_reading {
    std::vector<std::string> events;
    bool is_refused = false;
    bool is_idle = true; ///< no incomplete event is left

    friend bool operator==(watch_reading const&, watch_reading const&) = default;
    friend std::ostream& operator<<(std::ostream& out, watch_reading const& r)
    {
        for (auto const& event : r.events) out << '\n' << event;
        return out << (r.is_refused ? "\nrefused" : r.is_idle ? "\nidle" : "\nhalf an event");
    }
};

template <class... Parts>
std::string line_of(Parts const&... parts)
{
    std::ostringstream line;
    ((line << parts), ...);
    return line.str();
}

inline std::string change_line(std::string_view type, found_object const& object)
{
    return line_of(type, ' ', object);
}
inline std::string bookmark_line(std::string_view version, bool is_end_of_list)
{
    return line_of("BOOKMARK @", version, is_end_of_list ? " end" : "");
}
inline std::string error_line(read_status status)
{
    if (status.code == 0) status.code = coinformer::detail::code_of_reason(status.reason);
    return line_of("ERROR ", status);
}
inline std::string fault_line(bool is_deletion, std::string_view version, found_object const& fault)
{
    return line_of(is_deletion ? "DELETED @" : "@", version, ' ', fault);
}

template <class T>
std::string event_line(coinformer::detail::watch_decoder& decoder, coinformer::detail::watch_decoder::step s)
{
    using step = coinformer::detail::watch_decoder::step;
    auto const version = std::string(decoder.resource_version());
    auto const change = [&](std::string_view type) {
        auto const object = found_in<T>(decoder.take_object());
        check_equal("an event has the version of its object", object.version, version, type);
        return change_line(type, object);
    };
    switch (s) {
    case step::added: return change("ADDED");
    case step::modified: return change("MODIFIED");
    case step::deleted: return change("DELETED");
    case step::bookmark: return bookmark_line(version, decoder.initial_events_end());
    case step::error: {
        auto status = read_status::of({decoder.status(), decoder.retry_after(), false, false});
        status = status.finish();
        status.names_object = false;
        return error_line(status);
    }
    default: return fault_line(decoder.is_deletion(), version, found_fault(decoder.fault()));
    }
}

template <class T>
watch_reading read_watch(coinformer::detail::watch_decoder& decoder,
                         std::vector<std::string_view> const& pieces)
{
    using step = coinformer::detail::watch_decoder::step;
    watch_reading all;
    try {
        for (auto const piece : pieces) {
            // a copy, so that ASan notices a decoder that keeps a view of it
            decoder.feed(std::string(piece));
            for (auto s = decoder.next(); s != step::need_more; s = decoder.next())
                all.events.push_back(event_line<T>(decoder, s));
        }
        all.is_idle = decoder.idle();
    } catch (coinformer::api_error const& e) {
        check(std::string_view(e.what()).size() > e.code().message().size(), "a refusal says where",
              e.what());
        all.is_refused = true;
    }
    return all;
}

// ---- the reference

struct bookmark_metadata {
    coinformer::labels annotations;
};
struct bookmark {
    coinformer::text kind; // protobuf has no such field, so that the rest of its bookmarks is looked at
    bookmark_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(bookmark_metadata, (), (annotations))
BOOST_DESCRIBE_STRUCT(bookmark, (), (kind, metadata))

inline std::string bookmark_line(found_object const& found)
{
    auto const& annotations = found.value.values.at(1).values.at(0);
    auto const* const first = annotations.find("k8s.io/initial-events-end");
    return bookmark_line(found.version, first && first->text == "true");
}

inline bool is_change(std::string_view type)
{
    return type == "ADDED" || type == "MODIFIED" || type == "DELETED";
}
inline bool is_known_type(std::string_view type)
{
    return is_change(type) || type == "BOOKMARK" || type == "ERROR";
}

/// Reads one event that an API server wrote in JSON: an object, whose first members `type` and `object`
/// count.
template <class T, class M>
std::string expected_json_event(json_node const& event)
{
    std::string const* type = nullptr;
    json_node const* object = nullptr;
    for (std::size_t i = 0; i != event.keys.size(); ++i) {
        if (event.keys[i] == "type" && !type && event.values[i].is_string()) type = &event.values[i].text;
        if (event.keys[i] == "object" && !object) object = &event.values[i];
    }
    auto const id = object ? identity_of(*object) : expected_identity();
    bool const is_deletion = type && *type == "DELETED";
    auto const fault = [&](errc code, std::string_view path) {
        return fault_line(is_deletion, id.version, {fault_text(code, path), id.ns, id.name});
    };
    if (!type) return fault(errc::missing_field, "type");
    if (!is_known_type(*type)) return fault(errc::unexpected_content, "type");
    if (!object) return fault(errc::missing_field, "object");
    if (*type == "ERROR") {
        auto status = reference_json_status(line_of(*object));
        if (!status) return fault(errc::unexpected_content, "object");
        status->names_object = false;
        return error_line(*status);
    }
    bool const is_bookmark = *type == "BOOKMARK";
    auto const found = is_bookmark ? expected_object<bookmark, bookmark_metadata>(*object, names::optional)
                                   : expected_object<T, M>(*object);
    if (!found.fault.empty()) return fault_line(is_deletion, id.version, found);
    return is_bookmark ? bookmark_line(found) : change_line(*type, found);
}

/// Calls `read` for each field of a message that has bytes. Returns false if a part of the message is no
/// field.
template <class F>
bool for_each_bytes(std::string_view message, message_end end, F read)
{
    try {
        while (!message.empty())
            if (auto const f = take_field(message, end); f.form == 2) read(f);
    } catch (misfit const&) { // the fields before the mistake count
        return false;
    }
    return true;
}

/// Returns the object in a protobuf envelope with its magic, or nullopt if the bytes are no envelope.
inline std::optional<std::string_view> proto_object_in(std::string_view envelope,
                                                       message_end end = message_end::whole)
{
    constexpr std::string_view magic("k8s\0", 4);
    if (!envelope.starts_with(magic)) return std::nullopt;
    std::string_view raw;
    bool is_encoded = false;
    bool const is_message = for_each_bytes(envelope.substr(magic.size()), end, [&](wire_field const& f) {
        if (f.number == 2) raw = f.bytes;
        is_encoded |= f.number > 2 && !f.bytes.empty();
    });
    bool const may_be_read = is_message || end == message_end::cut;
    return is_encoded || !may_be_read ? std::nullopt : std::optional(raw);
}

/// The two fields of an event in protobuf, or of the beginning of one.
struct proto_event_fields {
    proto_event_fields(std::string_view event, message_end end)
    {
        bool const is_message = for_each_bytes(event, end, [&](wire_field const& f) {
            if (f.number == 1) type = f.bytes;
            if (f.number != 2) return;
            is_malformed |= !for_each_bytes(f.bytes, end, [&](wire_field const& inner) {
                if (inner.number == 1) envelope = inner.bytes;
            });
        });
        is_malformed |= !is_message;
    }

    std::string_view type = {}, envelope = {};
    bool is_malformed = false;
};

/// Reads an event in protobuf that is beyond the decoder's limit. Only this beginning of it counts,
/// without the length in front of it.
inline std::string expected_large_proto_event(std::string_view beginning)
{
    proto_event_fields const found(beginning, message_end::cut);
    auto const id = proto_identity_of(proto_object_in(found.envelope, message_end::cut).value_or(""));
    return fault_line(found.type == "DELETED", id.version,
                      {fault_text(errc::object_too_large, ""), id.ns, id.name});
}

/// Reads one event in protobuf, without the length in front of it.
template <class T, class M>
std::string expected_proto_event(proto_message const& message, std::string_view event)
{
    auto const [type, envelope, is_malformed] = proto_event_fields(event, message_end::whole);
    auto const raw = proto_object_in(envelope);
    auto const id = proto_identity_of(raw.value_or(""));
    bool const is_deletion = type == "DELETED";
    auto const fault = [&](errc code, std::string_view path) {
        return fault_line(is_deletion, id.version, {fault_text(code, path), id.ns, id.name});
    };
    if (is_malformed) return fault(errc::malformed_protobuf, "");
    if (!is_known_type(type)) return fault(errc::unexpected_content, "type");
    if (type == "ERROR") {
        auto status = reference_status(envelope);
        if (!status) return fault(errc::unexpected_content, "object");
        status->names_object = false;
        return error_line(*status);
    }
    if (!raw) return fault(errc::malformed_protobuf, "object");
    bool const is_bookmark = type == "BOOKMARK";
    proto_message const any_kind{"meta", "PartialObjectMetadata"};
    auto const found =
        is_bookmark ? expected_proto_object<bookmark, bookmark_metadata>(any_kind, *raw, names::optional)
                    : expected_proto_object<T, M>(message, *raw);
    if (!found.fault.empty()) return fault_line(is_deletion, id.version, found);
    return is_bookmark ? bookmark_line(found) : change_line(type, found);
}

} // namespace fuzz

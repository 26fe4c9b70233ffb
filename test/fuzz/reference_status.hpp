#pragma once

#include "json_node.hpp"
#include "reference_wire.hpp"

#include "api/stream/status.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>
#include <vector>

// A naive reading of a Status, from Boost.JSON's document or from protobuf's fields.

namespace fuzz {

/// The contents of a Status. The last of equal members counts, if it has the right type.
struct read_status {
    std::string reason = {}, message = {};
    int code = 0;
    std::int64_t pause = 0; ///< 0 if there is none
    bool names_object = false, is_too_large = false;
    std::vector<std::array<std::string, 3>> causes = {}; ///< field, reason, message
    std::size_t causes_left_out = 0;

    static read_status of(coinformer::detail::status_answer const& a)
    {
        read_status r{a.status.reason, a.status.message, a.status.code};
        r.pause = a.retry_after ? a.retry_after->count() : 0;
        r.names_object = a.names_object;
        r.is_too_large = a.too_large_version;
        for (auto const& c : a.status.causes) r.causes.push_back({c.field, c.reason, c.message});
        r.causes_left_out = a.status.causes_left_out;
        return r;
    }

    void set_code(std::int64_t value) { code = value > 0 && value < 1000 ? static_cast<int>(value) : 0; }
    void set_pause(std::int64_t value) { pause = std::clamp<std::int64_t>(value, 0, 24 * 3600); }
    void add_cause(std::array<std::string, 3> cause)
    {
        if (causes.size() == 100)
            ++causes_left_out;
        else
            causes.push_back(std::move(cause));
    }
    /// Derives `is_too_large` from the other members: the server has not seen the version yet. Only a
    /// time-out or a failure of the server can mean that; other refusals may quote the same words.
    read_status finish() const
    {
        auto all = *this;
        auto const usual_code = code != 0 ? code : coinformer::detail::code_of_reason(reason);
        if (reason != "Timeout" && usual_code != 504 && usual_code != 500) return all;
        all.is_too_large = message.find("Too large resource version") != message.npos;
        for (auto const& c : causes) all.is_too_large |= c[1] == "ResourceVersionTooLarge";
        return all;
    }

    friend bool operator==(read_status const&, read_status const&) = default;
    friend std::ostream& operator<<(std::ostream& out, read_status const& s)
    {
        out << s.code << ' ' << s.reason << ": " << s.message << " pause " << s.pause << " names "
            << s.names_object << " too large " << s.is_too_large << " causes";
        for (auto const& c : s.causes) out << " [" << c[0] << '|' << c[1] << '|' << c[2] << ']';
        return out << " and " << s.causes_left_out;
    }
};

inline std::optional<std::int64_t> integer_of(json_node const& v)
{
    if (!v.is_number() || v.text.find_first_of(".eE") != v.text.npos) return std::nullopt;
    try {
        return reference_integer<std::int64_t>(v.text);
    } catch (misfit const&) {
    }
    try {
        reference_integer<std::uint64_t>(v.text);
        return std::numeric_limits<std::int64_t>::max();
    } catch (misfit const&) {
        return std::nullopt;
    }
}

inline std::array<std::string, 3> json_cause(json_node const& v)
{
    std::array<std::string, 3> cause;
    for (std::size_t i = 0; i != v.keys.size(); ++i) {
        if (!v.values[i].is_string()) continue;
        if (v.keys[i] == "field") cause[0] = v.values[i].text;
        if (v.keys[i] == "reason") cause[1] = v.values[i].text;
        if (v.keys[i] == "message") cause[2] = v.values[i].text;
    }
    return cause;
}

inline void read_json_details(json_node const& details, read_status& into)
{
    for (std::size_t i = 0; i != details.keys.size(); ++i) {
        auto const& key = details.keys[i];
        auto const& v = details.values[i];
        if (key == "name" && v.is_string()) into.names_object = !v.text.empty();
        if (auto const n = integer_of(v); n && key == "retryAfterSeconds") into.set_pause(*n);
        if (key != "causes" || !v.is_array()) continue;
        for (auto const& cause : v.values)
            if (cause.is_object()) into.add_cause(json_cause(cause));
    }
}

inline std::optional<read_status> reference_json_status(std::string_view body)
{
    auto const document = parse_json(body, 32);
    if (!document || !document->is_object()) return std::nullopt;
    read_status read;
    bool is_status = false;
    for (std::size_t i = 0; i != document->keys.size(); ++i) {
        auto const& key = document->keys[i];
        auto const& v = document->values[i];
        if (key == "kind" && v.is_string()) is_status = v.text == "Status";
        if (key == "reason" && v.is_string()) read.reason = v.text;
        if (key == "message" && v.is_string()) read.message = v.text;
        if (auto const n = integer_of(v); n && key == "code") read.set_code(*n);
        if (key == "details" && v.is_object()) read_json_details(v, read);
    }
    return is_status ? std::optional(read.finish()) : std::nullopt;
}

inline void read_proto_details(std::string_view details, read_status& into)
{
    for_each_field(details, [&](wire_field const& f) {
        if (f.number == 1 && f.form == 2) into.names_object = !f.bytes.empty();
        if (f.number == 5 && f.form == 0) into.set_pause(f.integer());
        if (f.number != 4 || f.form != 2) return;
        into.add_cause({std::string(last_bytes(f.bytes, 3)), std::string(last_bytes(f.bytes, 1)),
                        std::string(last_bytes(f.bytes, 2))});
    });
}

inline std::optional<read_status> reference_proto_status(std::string_view body)
{
    std::string_view kind, raw;
    bool is_encoded = false;
    read_status read;
    try {
        for_each_field(body.substr(4), [&](wire_field const& f) {
            if (f.form != 2) return;
            if (f.number == 2) raw = f.bytes;
            is_encoded |= f.number > 2 && !f.bytes.empty();
            if (f.number != 1) return;
            try {
                for_each_field(f.bytes, [&](wire_field const& m) {
                    if (m.number == 2 && m.form == 2) kind = m.bytes;
                });
            } catch (misfit const&) { // a kind in front of the mistake counts
            }
        });
        if (is_encoded || kind != "Status") return std::nullopt;
        for_each_field(raw, [&](wire_field const& f) {
            if (f.number == 3 && f.form == 2) read.message = f.bytes;
            if (f.number == 4 && f.form == 2) read.reason = f.bytes;
            if (f.number == 5 && f.form == 2) read_proto_details(f.bytes, read);
            if (f.number == 6 && f.form == 0) read.set_code(f.integer());
        });
    } catch (misfit const&) {
        return std::nullopt;
    }
    return read.finish();
}

inline std::optional<read_status> reference_status(std::string_view body)
{
    constexpr std::string_view magic("k8s\0", 4);
    return body.starts_with(magic) ? reference_proto_status(body) : reference_json_status(body);
}

} // namespace fuzz

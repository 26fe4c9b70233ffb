#pragma once

#include "api/byte_window.hpp"
#include "api/known_objects.hpp"
#include "api/object_reader.hpp"

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/api/object.hpp>
#include <coinformer/api/projection.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer {

/// What a list page says of itself.
struct list_meta {
    std::string resource_version;
    std::string continue_token;
    std::optional<std::uint64_t> remaining;
};

/// Reads the body of one LIST answer as it arrives. How the network cuts it makes no difference.
///
/// Errors     next() throws api_error when the bytes are no list at all (malformed_json, unexpected_content); an
///            object that cannot be decoded is a step of its own, and the list goes on.
class list_decoder {
public:
    list_decoder(detail::object_type const& type, std::size_t max_object_bytes, known_objects const* known = nullptr);

    /// Bytes of the body, cut anywhere. They need not outlive the call.
    void feed(std::string_view piece);

    enum class step { need_more, object, fault };
    step next();
    detail::object_ref take_object();                             ///< after step::object
    decode_fault const& fault() const { return reader_.fault(); } ///< after step::fault

    /// After the last piece. Throws api_error(errc::truncated) unless the list is complete.
    list_meta const& finish();

    std::size_t buffered_bytes() const noexcept { return window_.capacity(); }

private:
    enum class state { start, first_key, key, colon, value, after_value, first_item, item, after_item, end };
    void open(char c);
    void take_one(state then);
    void expect(bool is_right);
    [[noreturn]] void malformed(char const* at) const;
    bool complete_value();
    bool read_key();
    bool read_value();
    void read_metadata();
    step read_item();
    step finish_item(char const* end);

    detail::byte_window window_;
    detail::object_reader reader_;
    state state_ = state::start;
    std::string key_;
    bool has_items_ = false;
    bool has_metadata_ = false;
    list_meta meta_;
};

} // namespace coinformer

#pragma once

#include "api/object/known_objects.hpp"
#include "api/object/scanned_object.hpp"
#include "transport/config/credential_mask.hpp"

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/api/object.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer {

/// What a list page says of itself.
struct list_meta {
    std::string resource_version;
    std::string continue_token;
    std::optional<std::uint64_t> remaining;
};

/// Reads the body of one LIST answer as it arrives. How the network cuts it makes no difference.
///
/// Errors     next() throws api_error when the bytes are no list at all (malformed_json, malformed_protobuf,
///            unexpected_content); an object that cannot be decoded is a step of its own, and the list goes on.
class list_decoder {
public:
    list_decoder() = default;
    list_decoder(list_decoder const&) = delete;
    virtual ~list_decoder() = default;

    /// From now on texts of the server are given without the credentials that this hides.
    virtual void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// Bytes of the body, cut anywhere. They need not outlive the call.
    virtual void feed(std::string_view piece) = 0;

    enum class step { need_more, object, fault };
    virtual step next() = 0;
    virtual detail::object_ref take_object() = 0;           ///< after step::object
    virtual decode_fault const& fault() const noexcept = 0; ///< after step::fault

    /// After the last piece. Throws api_error(errc::truncated) unless the list is complete.
    virtual list_meta const& finish() = 0;

    virtual std::size_t buffered_bytes() const noexcept = 0;

protected:
    /// What is read of ListMeta, and what was found of it.
    static detail::schema const& meta_fields();
    void set_meta(detail::scanned_object const& found);

    list_meta meta_;
    credential_mask mask_;
};

/// Of what stands beside the items: metadata of a list is some hundred bytes, a continue token included.
inline constexpr std::size_t largest_list_value = 1 << 20;

} // namespace coinformer

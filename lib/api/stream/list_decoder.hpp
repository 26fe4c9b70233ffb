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

namespace coinformer::detail {

/// The metadata of a list page.
struct list_meta {
    std::string resource_version;
    std::string continue_token;
    std::optional<std::uint64_t> remaining;
    /// The shard by which the server has filtered the list, in its words (`shardInfo`); empty if it does not.
    std::string shard_selector = {};
};

/// The objects of one page of a list, one by one, as far as they have arrived: next() is called until it
/// needs more, and finish() at the end of the page.
///
/// Threads    the client's strand.
class list_items {
public:
    list_items() = default;
    list_items(list_items const&) = delete;
    virtual ~list_items() = default;

    /// left_out: an object that the caller should not keep, because of the informer's transform.
    /// foreign: an object that belongs to another share (object_share), whatever its bytes are.
    enum class step { need_more, object, left_out, foreign, fault };
    /// Reads up to the next object of any kind, or fault.
    virtual step next() = 0;
    virtual detail::object_ref take_object() = 0;           ///< after step::object
    virtual decode_fault const& fault() const noexcept = 0; ///< after step::fault
    /// After step::left_out: the key of that object. After step::foreign: the same, as far as it was read; it
    /// serves to find out whether objects come again and again. It is valid until the next call of next().
    virtual object_key passed_over() const noexcept { return {}; }

    /// Called after the last piece. Throws errc::truncated if the list is not complete.
    virtual list_meta const& finish() = 0;
};

/// Reads the body of one answer to a list as it arrives. The result does not depend on how the network cuts
/// the bytes. The caller feeds bytes, calls next() until that needs more, and calls finish() at the end.
///
/// Errors     next() throws api_error if the bytes are not a list (errc::malformed_json,
///            errc::malformed_protobuf, errc::unexpected_content). An object that does not decode is
///            step::fault, and the list goes on.
/// Threads    the client's strand.
class list_decoder : public list_items {
public:
    /// From now on, the mask removes credentials from the server's texts in errors and faults.
    virtual void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// Adds bytes of the body, cut anywhere. They need not outlive the call.
    virtual void feed(std::string_view piece) = 0;

    virtual std::size_t buffered_bytes() const noexcept = 0;

protected:
    /// The schema of ListMeta, and the function that takes over what was read of it.
    static detail::schema const& meta_fields();
    void set_meta(detail::scanned_object const& found);
    /// Returns the text about metadata that do not decode. It is not that of decode_fault::message(), because
    /// a list has no name.
    std::string meta_mistake(decode_fault fault) const;

    list_meta meta_;
    credential_mask mask_;
};

/// The largest value beside the items, in bytes. The metadata of a list has some hundred, including the
/// continue token.
inline constexpr std::size_t largest_list_value = 1 << 20;

} // namespace coinformer::detail

#pragma once

#include "api/json/byte_window.hpp"
#include "api/protobuf/object_reader.hpp"
#include "api/stream/list_decoder.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Reads an answer to a list in protobuf: the magic, then an envelope whose `raw` is {1: ListMeta, 2: an
/// item, 2: an item, …}. The list is never held as a whole, only one item at a time.
///
/// States     `state` says what is being read: the magic, the envelope before the list, the list (with
///            `left_` bytes to come), or the envelope behind it.
class proto_list_decoder final : public list_decoder {
public:
    proto_list_decoder(detail::object_type const& type, detail::proto_schema const& fields,
                       std::size_t max_object_bytes, needed_objects need = {});

    void hide(credential_mask mask) override;
    void feed(std::string_view piece) override;
    step next() override;
    detail::object_ref take_object() override { return reader_.take(); }
    decode_fault const& fault() const noexcept override { return reader_.fault(); }
    object_key passed_over() const noexcept override { return reader_.foreign_key(); }
    list_meta const& finish() override;
    std::size_t buffered_bytes() const noexcept override { return window_.capacity(); }

private:
    enum class state { magic, envelope, list, after_list };

    struct header { // the field at the window's front
        std::uint32_t number = 0;
        std::uint64_t size = 0; // bytes of its content
        std::size_t header_bytes = 0;
    };

    bool read_magic();
    std::optional<header> read_header();
    std::optional<step> read_envelope(header const& h);
    std::optional<step> read_list(header const& h);
    std::optional<step> read_item(header const& h);
    static step step_of(detail::proto_reader::outcome found) noexcept;
    std::string_view bytes_of(header const& h) const noexcept;
    bool is_complete(header const& h, std::size_t limit) const;
    void read_kind(std::string_view type_meta) const;
    void read_meta(std::string_view message);
    std::string quoted(std::string_view text) const;
    void pass(header const& h); // drops a field that was read, or is not wanted
    [[noreturn]] void malformed() const;
    [[noreturn]] static void refuse(std::string found);

    detail::byte_window window_;
    detail::proto_reader reader_;
    state state_ = state::magic;
    std::uint64_t left_ = 0; // bytes of the list that have not been read
};

} // namespace coinformer::detail

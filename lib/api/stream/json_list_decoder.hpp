#pragma once

#include "api/json/byte_window.hpp"
#include "api/json/object_reader.hpp"
#include "api/stream/list_decoder.hpp"

#include <coinformer/api/projection.hpp>

#include <string>
#include <string_view>

namespace coinformer::detail {

/// Reads an answer to a list in JSON: a state machine over the members of the list, which decodes each item
/// when it is there as a whole.
///
/// States     `state` names what comes next in the text; first_item to after_item are inside the array
///            `items`.
class json_list_decoder final : public list_decoder {
public:
    json_list_decoder(detail::object_type const& type, std::size_t max_object_bytes,
                      needed_objects need = {});

    void hide(credential_mask mask) override;
    void feed(std::string_view piece) override;
    step next() override;
    detail::object_ref take_object() override;
    decode_fault const& fault() const noexcept override { return reader_.fault(); }
    object_key passed_over() const noexcept override { return reader_.foreign_key(); }
    list_meta const& finish() override;
    std::size_t buffered_bytes() const noexcept override { return window_.capacity(); }

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
    step finish_item(step found, char const* end);
    static step step_of(object_reader::outcome failed) noexcept;

    detail::byte_window window_;
    detail::object_reader reader_;
    state state_ = state::start;
    std::string key_;
    bool has_items_ = false;
    bool has_metadata_ = false;
};

} // namespace coinformer::detail

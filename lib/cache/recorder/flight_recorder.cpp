#include <coinformer/cache/flight_recorder.hpp>

#include "cache/recorder/flight_tape.hpp"
#include "cache/warm/file_sink.hpp"

#include <string_view>
#include <system_error>

namespace coinformer {

namespace {

/// Keeps the bytes of a recording in memory.
class text_sink final : public snapshot_sink {
public:
    void append(std::string_view more) override { text += more; }
    void commit() override {}
    std::string text;
};

} // namespace

flight_recorder::flight_recorder(flight_recorder_options options)
    : tape_(std::make_shared<detail::flight_tape>(options))
{
}

flight_recorder::~flight_recorder() = default;

void flight_recorder::write(std::string const& path) const
{
    try {
        detail::file_sink to(path);
        tape_->write_to(to);
    } catch (std::system_error const& e) {
        throw std::system_error(e.code(), "cannot write the recording " + path);
    }
}

std::string flight_recorder::recording() const
{
    text_sink to;
    tape_->write_to(to);
    return std::move(to.text);
}

duration flight_recorder::length() const
{
    return tape_->length();
}

std::size_t flight_recorder::bytes() const
{
    return tape_->bytes();
}

} // namespace coinformer

#include <coinformer/core/log.hpp>

#include <ostream>

namespace coinformer {

namespace {

class null_log final : public log_sink {
public:
    bool enabled(log_level) const noexcept override { return false; }
    void write(log_level, std::string_view, std::span<log_field const>) noexcept override {}
};

} // namespace

std::string_view to_string(log_level level) noexcept
{
    switch (level) {
    case log_level::debug: return "DEBUG";
    case log_level::info: return "INFO";
    case log_level::warning: return "WARNING";
    case log_level::error: return "ERROR";
    }
    return "?";
}

log_sink& no_log()
{
    static null_log sink;
    return sink;
}

void stream_log::write(log_level level, std::string_view message, std::span<log_field const> fields) noexcept
{
    try {
        std::string line(to_string(level)); // one insertion: lines of several threads do not mix
        line.append(" ").append(message);
        for (auto const& f : fields) line.append(" ").append(f.key).append("=").append(f.value);
        line += '\n';
        out_ << line << std::flush;
    } catch (...) { // a sink swallows its own errors
    }
}

} // namespace coinformer

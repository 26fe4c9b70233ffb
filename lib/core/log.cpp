#include <coinformer/core/log.hpp>

#include "core/printable.hpp"
#include "core/process_wide.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace coinformer {

using namespace detail;

namespace {

/// The log of no_log(): drops everything. Any thread may use it.
class null_log final : public log_sink {
public:
    bool enabled(log_level) const noexcept override { return false; }
    void write(log_level, std::string_view, std::span<log_field const>) noexcept override {}
};

// Returns the fields that have a value, with harmless texts, which are kept in `texts`.
std::vector<log_field> harmless_fields(std::span<log_field const> fields, std::vector<std::string>& texts)
{
    texts.reserve(2 * fields.size());
    std::vector<log_field> all;
    for (auto const& f : fields) {
        if (f.value.empty()) continue;
        auto const& key = texts.emplace_back(printable(f.key));
        auto const& value = texts.emplace_back(printable(f.value));
        all.push_back({key, value});
    }
    return all;
}

void append_value(std::string& line, std::string_view value)
{
    if (value.find('=') == value.npos && !value.starts_with('"')) {
        line.append(value);
        return;
    }
    line += '"';
    for (char const c : value) {
        if (c == '"' || c == '\\') line += '\\';
        line += c;
    }
    line += '"';
}

// "LEVEL message key=value ...", with its line end.
std::string line_of(log_level level, std::string_view message, std::span<log_field const> fields)
{
    std::string line(to_string(level));
    line.append(" ").append(printable(message)); // some programs call write() themselves
    for (auto const& f : fields) {
        line.append(" ").append(printable(f.key)).append("=");
        append_value(line, printable(f.value));
    }
    return line += '\n';
}

// Appends a text between quotation marks. printable() has removed all characters that JSON forbids in it.
void append_json(std::string& line, std::string_view text)
{
    line += '"';
    for (char const c : printable(text)) {
        if (c == '"' || c == '\\') line += '\\';
        line += c;
    }
    line += '"';
}

// The present time in UTC, as RFC 3339 writes it, with milliseconds.
std::string time_now()
{
    auto const since = std::chrono::system_clock::now().time_since_epoch();
    auto const ms = std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
    auto const seconds = static_cast<std::time_t>(ms / 1000);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text;
    auto const n = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    auto const fraction = std::to_string(1000 + ms % 1000).substr(1);
    return std::string(text.data(), n) + '.' + fraction + 'Z';
}

std::string json_line_of(log_level level, std::string_view message, std::span<log_field const> fields)
{
    std::string name(to_string(level));
    for (auto& c : name) c = static_cast<char>(c | 0x20); // letters only
    auto line = R"({"time":")" + time_now() + R"(","level":")" + name + R"(","message":)";
    append_json(line, message);
    line += R"(,"fields":{)";
    for (bool first = true; auto const& f : fields) {
        if (!std::exchange(first, false)) line += ',';
        append_json(line, f.key);
        line += ':';
        append_json(line, f.value);
    }
    return line += "}}\n";
}

/// Writes to the file descriptor, because one write() there cannot mix with the lines of other threads. The
/// name of the library begins each line: the user's program writes to stderr, too.
class stderr_sink final : public log_sink {
public:
    bool enabled(log_level level) const noexcept override { return level >= log_level::warning; }
    void write(log_level level, std::string_view message, std::span<log_field const> fields) noexcept override
    {
        try {
            auto const line = "coinformer: " + line_of(level, message, fields);
            [[maybe_unused]] auto const written = ::write(STDERR_FILENO, line.data(), line.size());
        } catch (...) { // a sink swallows its own errors
        }
    }
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

log_sink& stderr_log()
{
    static auto& sink = process_wide<stderr_sink>();
    return sink;
}

log_sink& no_log()
{
    static auto& sink = process_wide<null_log>();
    return sink;
}

void log_sink::log(log_level level, std::string_view message,
                   std::initializer_list<log_field> fields) noexcept
{
    if (!enabled(level)) return;
    try {
        std::vector<std::string> texts;
        auto const shown = harmless_fields({fields.begin(), fields.size()}, texts);
        write(level, printable(message), shown);
    } catch (...) { // there is no memory for the line: a sink swallows its own errors
    }
}

void stream_log::write(log_level level, std::string_view message, std::span<log_field const> fields) noexcept
{
    try {
        auto const line = line_of(level, message, fields);
        std::lock_guard const alone(lock_);
        out_ << line << std::flush;
    } catch (...) { // a sink swallows its own errors
    }
}

void json_log::write(log_level level, std::string_view message, std::span<log_field const> fields) noexcept
{
    try {
        auto const line = json_line_of(level, message, fields);
        std::lock_guard const alone(lock_);
        out_ << line << std::flush;
    } catch (...) { // a sink swallows its own errors
    }
}

} // namespace coinformer

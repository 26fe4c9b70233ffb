#pragma once

#include <coinformer/core/requirements.hpp>

#include <initializer_list>
#include <iosfwd>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace coinformer {

enum class log_level { debug, info, warning, error };

std::string_view to_string(log_level level) noexcept;

/// One fact of a log line. A fact without a value is left out. Views end with the call that carries them.
struct log_field {
    std::string_view key;
    std::string_view value;
};

/// Where the library's log lines go. Credentials are never among them (see `secret`).
///
/// log() makes each text harmless in a line and on a terminal before it calls write(): line ends and tabs
/// become spaces, other control characters, invisible characters and bytes that are not UTF-8 become question
/// marks.
///
/// Threads    called from whichever thread runs the library; an implementation locks for itself.
/// Errors     none: a sink swallows its own.
class log_sink {
public:
    virtual ~log_sink() = default;

    virtual bool enabled(log_level level) const noexcept = 0;
    virtual void write(log_level level, std::string_view message,
                       std::span<log_field const> fields) noexcept = 0;

    /// Writes one line if the level is enabled. The library logs with this function alone.
    void log(log_level level, std::string_view message,
             std::initializer_list<log_field> fields = {}) noexcept;
};

/// Writes warnings and errors to stderr, each as one line with one write, so that lines of several threads do
/// not mix. The default of `environment::log`. It lasts as long as the process. As with any program that
/// writes to stderr, a write to a closed pipe raises SIGPIPE: a program whose stderr may be closed ignores
/// that signal.
log_sink& stderr_log();

/// Writes nothing: for a program that wants no line on stderr, and for tests that provoke failures.
log_sink& no_log();

/// Writes a line `LEVEL message key=value …` to a stream that outlives it. A value that contains `=`, or
/// begins with a quotation mark, could be taken for further fields: it is put between quotation marks, with a
/// backslash before each quotation mark and backslash in it.
class stream_log final : public log_sink {
public:
    explicit stream_log(std::ostream& out, log_level least = log_level::info) noexcept
        : out_(out), least_(least)
    {
    }

    bool enabled(log_level level) const noexcept override { return level >= least_; }
    void write(log_level level, std::string_view message,
               std::span<log_field const> fields) noexcept override;

private:
    std::mutex lock_; // held while a line is written
    std::ostream& out_;
    log_level least_;
};

/// Writes a line as one JSON object to a stream that outlives it, for programs that collect logs:
/// `{"time":"2026-11-25T15:04:05.123Z","level":"warning","message":"…","fields":{"collection":"…"}}`.
/// The time is UTC. The values of `fields` are texts.
class json_log final : public log_sink {
public:
    explicit json_log(std::ostream& out, log_level least = log_level::info) noexcept
        : out_(out), least_(least)
    {
    }

    bool enabled(log_level level) const noexcept override { return level >= least_; }
    void write(log_level level, std::string_view message,
               std::span<log_field const> fields) noexcept override;

private:
    std::mutex lock_; // held while a line is written
    std::ostream& out_;
    log_level least_;
};

} // namespace coinformer

#include "transport/config/exec_plugin.hpp"

#include "core/printable.hpp"
#include "transport/config/exec_credential.hpp"
#include "transport/process/child_process.hpp"

#include <coinformer/core/error.hpp>

#include <string.h>

#include <stdexcept>
#include <string_view>

namespace coinformer::detail {

namespace {

// Returns the last lines of what a plugin complains about, on one line. A program that fails says why at the
// end.
std::string last_words(std::string_view complaints)
{
    constexpr std::size_t most_bytes = 600;
    bool const is_cut = complaints.size() > most_bytes;
    if (is_cut) {
        complaints.remove_prefix(complaints.size() - most_bytes);
        if (auto const line = complaints.find('\n'); line < most_bytes / 2)
            complaints.remove_prefix(line + 1);
    }
    auto words = printable(complaints);
    words.erase(words.find_last_not_of(' ') + 1);
    words.erase(0, words.find_first_not_of(' '));
    return is_cut ? "..." + words : words;
}

std::string missing_program(exec_stanza const& plugin)
{
    bool const is_path = plugin.command.find('/') != plugin.command.npos;
    std::string why = is_path ? "there is no such program" : "the program is not in PATH";
    if (!plugin.install_hint.empty()) why += ": " + printable(plugin.install_hint);
    return why;
}

// Returns why a process that has ended has given no credential; empty if it may have.
std::string fault_of_end(process_end const& end, duration limit)
{
    using kind = process_end::kind;
    auto const seconds = std::chrono::ceil<std::chrono::seconds>(limit).count();
    switch (end.how) {
    case kind::exited: return end.number == 0 ? "" : "it ended with exit code " + std::to_string(end.number);
    case kind::killed: {
        auto const* const name = ::sigabbrev_np(end.number);
        return "it was ended by the signal " + std::to_string(end.number) +
               (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
    }
    case kind::timed_out:
        return "it did not end within " + std::to_string(seconds) +
               " s, and was stopped; if it waits for a person, raise credentials::source_limit";
    case kind::flooded: return "it wrote more than 1 MB to its standard output, and was stopped";
    case kind::unknown: break;
    }
    return "its exit code is lost: this program ignores SIGCHLD, or takes the exit codes of all its child "
           "processes";
}

} // namespace

task<issued_credential> exec_plugin::issue(environment const& env, duration limit)
{
    auto const where = "exec plugin " + cited(stanza_.command, 300);
    auto const refuse = [&where](std::string const& why) {
        throw api_error(errc::credentials_not_issued, where, why);
    };
    process_command what;
    what.arguments = stanza_.arguments;
    what.arguments.insert(what.arguments.begin(), stanza_.command);
    for (auto const& [name, value] : stanza_.variables) what.variables.push_back(name + '=' + value);
    what.variables.push_back("KUBERNETES_EXEC_INFO=" + stanza_.info);

    process_end end;
    std::error_code not_started;
    try {
        end = co_await run_process(env, std::move(what), limit);
    } catch (std::system_error const& e) {
        not_started = e.code();
    }
    if (not_started == std::errc::no_such_file_or_directory) refuse(missing_program(stanza_));
    if (not_started) refuse("it cannot be started: " + not_started.message());

    auto const words = last_words(end.complaints);
    if (auto const fault = fault_of_end(end, limit); !fault.empty())
        refuse(words.empty() ? fault : fault + "; it says: " + words);
    if (!words.empty())
        env.log->log(log_level::info, "an exec plugin says", {{"command", stanza_.command}, {"text", words}});
    issued_credential issued;
    try {
        issued = parse_exec_credential(end.output, stanza_.api_version);
    } catch (std::invalid_argument const& e) {
        refuse(e.what());
    }
    co_return issued;
}

} // namespace coinformer::detail

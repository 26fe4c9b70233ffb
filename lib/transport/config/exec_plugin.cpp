#include "transport/config/exec_plugin.hpp"

#include "core/printable.hpp"
#include "transport/config/exec_credential.hpp"
#include "transport/config/plugin_words.hpp"
#include "transport/process/child_process.hpp"

#include <coinformer/core/error.hpp>

#include <string.h>
#include <unistd.h>

#include <stdexcept>
#include <string_view>

namespace coinformer::detail {

namespace {

constexpr duration slow_after = std::chrono::seconds(10); // such a run is logged, because requests may wait

std::string missing_program(exec_stanza const& plugin)
{
    bool const is_path = plugin.command.find('/') != plugin.command.npos;
    std::string why = is_path ? "there is no such program" : "the program is not in PATH";
    if (!plugin.install_hint.empty()) return why + ": " + printable(plugin.install_hint);
    return why +
           (is_path ? " (install it, or correct its path)" : " (install it, or add its directory to PATH)");
}

// Returns why the system has not started the program of this file.
std::string fault_of_start(std::error_code const& why, std::string const& file, exec_stanza const& plugin)
{
    if (why != std::errc::no_such_file_or_directory) return "it cannot be started: " + why.message();
    if (::access(file.c_str(), F_OK) != 0) return missing_program(plugin);
    return "it cannot be started: the interpreter that its first line names, or the loader of a binary, does "
           "not exist on this machine";
}

// Returns the last words of a plugin, without what it has issued. Only the outputs that are searched within
// milliseconds are accompanied by words; those of an ExecCredential are far smaller.
std::string words_of_end(process_end const& end)
{
    constexpr std::size_t most_searched = 64 * 1024;
    if (end.output.size() > most_searched) return {};
    return last_words(end.complaints, credential_mask(secrets_in(end.output)));
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
               " s, and was stopped; if it waits for a person, raise endpoint::user.source_limit";
    case kind::flooded:
        return end.output.size() > most_output
                   ? "it wrote more than 1 MB to its standard output, and was stopped"
                   : "it wrote more than 16 MB to its standard error, and was stopped";
    case kind::unknown: break;
    }
    return "its exit code is lost: this program ignores SIGCHLD, or takes the exit codes of all its child "
           "processes";
}

} // namespace

exec_plugin::exec_plugin(exec_stanza stanza)
    : stanza_(std::move(stanza)), variables_(process_environment::of_this_process())
{
    for (auto const& [name, value] : stanza_.variables) variables_.set(name, value);
    variables_.set("KUBERNETES_EXEC_INFO", stanza_.info);
}

task<issued_credential> exec_plugin::issue(environment const& env, duration limit)
{
    auto const where = "exec plugin " + cited(stanza_.command, 300);
    auto const refuse = [&where](std::string const& why) {
        throw api_error(errc::credentials_not_issued, where, why);
    };
    process_command what;
    what.arguments = stanza_.arguments;
    what.arguments.insert(what.arguments.begin(), stanza_.command);
    what.variables = variables_.variables();
    auto const file = what.program = variables_.find_program(stanza_.command);
    if (file.empty()) refuse(missing_program(stanza_));

    process_end end;
    std::error_code not_started;
    auto const slow = env.time->make_timer(env.ex);
    slow->start(env.time->now() + slow_after, [this, &env] {
        env.log->log(log_level::warning, "requests wait for an exec plugin",
                     {{"command", stanza_.command}, {"for", "10 s"}});
    });
    try {
        end = co_await run_process(env, std::move(what), limit);
    } catch (std::system_error const& e) {
        not_started = e.code();
    }
    slow->cancel();
    if (not_started) refuse(fault_of_start(not_started, file, stanza_));

    auto const words = words_of_end(end);
    if (auto const fault = fault_of_end(end, limit); !fault.empty())
        refuse(words.empty() ? fault : fault + "; it says: " + words);
    if (!words.empty())
        env.log->log(log_level::info, "an exec plugin says", {{"command", stanza_.command}, {"text", words}});
    issued_credential issued;
    try {
        issued = parse_exec_credential(end.output, stanza_.api_version);
    } catch (std::invalid_argument const& e) {
        refuse(std::string(e.what()) + " (run the plugin by hand to see what it prints)");
    }
    co_return issued;
}

} // namespace coinformer::detail

#pragma once

#include "lane.hpp"
#include "reader.hpp"

#include <coinformer/api/watcher.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// A user of coinformer::watcher. It takes one event after the other at a pace of its own, gives up a wait
/// now and then, and begins anew when the watcher says that events are lost. Each event is compared with the
/// history.
class watch_reader {
public:
    watch_reader(std::string name, watcher_plan const& how, reader_context of);

    std::string const& name() const noexcept { return name_; }
    void start();
    void stop();
    bool started() const noexcept { return static_cast<bool>(run_); }
    bool stopped() const noexcept { return run_ && run_->ended; }
    watcher_plan const& how() const noexcept { return plan_; }

    /// Checks W1 to W5, N1 to N3, P8, P15 and L2 for everything that has happened until now. Throws
    /// violation.
    void check();
    /// True if it has been given everything that the server has.
    bool converged();
    /// True if the server's history went back, which a watcher cannot always know.
    bool misled() const { return epoch_ != of_.truth.epochs(); }
    std::int64_t patience_ends(std::int64_t began) const noexcept;
    std::string lag();
    void check_server() { lane_.check_server(); }
    /// Checks P16 and P17, after stop() has ended.
    void check_end();

private:
    coinformer::task<> run();
    void begin();
    coinformer::task<bool> step();
    coinformer::task<coinformer::watch_event<thing>> next();
    void take(coinformer::watch_event<thing> const& event);
    void told(coinformer::error_code const& code);
    event const* following();
    void check_resume(std::size_t at) const;
    void check_pace(std::size_t at) const;
    bool lasted_a_second(std::size_t at) const;
    bool may_be_success(std::size_t at) const;
    void check_bad_answers();
    void check_faults() const;
    bool user_came_between(std::int64_t from_ns, std::int64_t to_ns) const;
    void note(char const* property, std::string const& why);
    [[noreturn]] void bad(char const* property, std::string const& why) const;

    std::string name_;
    watcher_plan plan_;
    reader_context of_;
    lane lane_;
    std::optional<coinformer::watcher<thing>> watch_;
    std::shared_ptr<errand> run_;
    std::optional<violation> failure_;
    version at_ = 0; // the version of the event that was given last
    unsigned epoch_;
    struct round {
        std::size_t wire;
        version from;
    };
    std::vector<round> rounds_; // one for each watcher
    std::vector<reader_call> calls_;
    std::vector<std::pair<std::int64_t, version>> given_;
    std::map<key, std::size_t> faults_;
    std::size_t checked_ = 0;
    std::int64_t last_news_ns_ = 0;
};

} // namespace simulation

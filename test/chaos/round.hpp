#pragma once

#include "event_log.hpp"
#include "fault_proxy.hpp"
#include "plan.hpp"
#include "process.hpp"

#include "unit/transport/temporary_directory.hpp"

#include <coinformer/core/nursery.hpp>

#include <deque>
#include <string>

namespace chaos {

struct programs {
    std::string server, informer;
};

/// One round: an API server, an informer and the proxy between them run through a plan; then the network is
/// sound, and the outcome is judged.
class round {
public:
    round(coinformer::executor ex, programs which, plan p);

    /// Result a text that says what is wrong, with the lines that show it; empty if all is well.
    [[nodiscard]] coinformer::task<std::string> run() &;

    /// Says how many servers, informers and connections there were, and how many events were handled.
    std::string summary() const;
    /// Returns everything that both programs printed.
    std::string transcript() const;

private:
    [[nodiscard]] coinformer::task<> script() &;
    [[nodiscard]] coinformer::task<> perform(act a) &;
    [[nodiscard]] coinformer::task<> end(act a) &;
    void begin(act const& a);
    void write(act const& a);

    [[nodiscard]] coinformer::task<> start_server() &;
    void start_informer();
    [[nodiscard]] coinformer::task<> heal() &;
    [[nodiscard]] coinformer::task<std::string> converged() &;
    [[nodiscard]] coinformer::task<std::string> stopped(process& p, std::string name) &;
    void learn();
    std::string judged() const;
    static handler_story told(process const& informer, server_log const& truth, std::string& wrong);

    process& server() noexcept { return servers_.back(); }
    process& informer() noexcept { return informers_.back(); }
    [[nodiscard]] coinformer::task<bool> soon(bool (round::*holds)(), std::chrono::milliseconds limit) &;
    bool listening();
    bool output_ended() { return server().output_ended(); }

    coinformer::executor ex_;
    programs programs_;
    plan plan_;
    std::deque<process> servers_, informers_;
    temporary_directory snapshots_;
    fault_proxy proxy_;
    server_log truth_;
    std::size_t read_ = 0;        // lines of the present server that were read
    std::uint64_t version_ = 500; // the version at which the present server began
    std::size_t acts_left_ = 0;
    int values_ = 0;
    bool starting_ = false;
    std::string wrong_;
    coinformer::nursery work_; // destroyed first, because its tasks use the other members
};

} // namespace chaos

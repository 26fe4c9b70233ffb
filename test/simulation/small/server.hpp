#pragma once

#include "fault.hpp"
#include "pace.hpp"
#include "scope.hpp"
#include "truth.hpp"

#include <coinformer/api/list_watch.hpp>
#include <coinformer/core/wakeup.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace small_worlds {

class small_stream;

/// What the server knows of the informer's reading of one namespace, or of all of them.
struct lane {
    std::string ns;              ///< empty for all namespaces
    version position = 0;        ///< up to here everything was sent; 0 before the first list
    version first_list = 0;      ///< the version of the first list that was sent whole
    bool must_list = false;      ///< a watch got 410, and there was no list since
    bool is_old_history = false; ///< the server was restored since the last list that was sent whole
    pace requests;
    small_stream* open = nullptr; ///< the watch that is open
    bool streams_refused = false;
    unsigned streams_unfinished = 0; ///< in a row
    std::optional<coinformer::time_point> silent_since;
};

/// The server of a small world, as a list_watch: it has two objects, answers at once and without HTTP, and
/// asks its world at each boundary what goes wrong there. It checks what the informer asks for: P8, P15, P20
/// and L2. It fails by `violated`, because an exception would reach the library.
///
/// Threads    the world's only one.
class small_server final : public coinformer::list_watch<thing> {
public:
    struct ears {
        std::function<std::optional<fault>(boundary at, bool asks_for_version)> at_boundary;
        std::function<void(std::string const&)> say;
        std::function<void(simulation::violation const&)> violated;
        coinformer::time_source* time;
    };
    small_server(habit const& how, ears e);

    truth all;
    std::set<coinformer::errc> causes; ///< the errors that it has answered with
    unsigned faults_sent = 0;          ///< events that do not decode
    std::size_t largest_batch = 1;     ///< the most events that one read has brought
    std::vector<truth::event> sent;    ///< the events that watches have sent
    bool is_restored = false;          ///< it has been restored from a backup at least once
    std::vector<std::unique_ptr<lane>> const& lanes() const noexcept { return lanes_; }
    unsigned open_streams() const noexcept { return open_streams_; }

    /// Lets a fault happen to a watch that is idle.
    void disturb(lane& l, fault f);
    void restore();
    void say(std::string const& line) const
    {
        if (ears_.say) ears_.say(line);
    }

    std::string name() const override { return "small server"; }
    bool streams_lists() const override { return how_.streams; }
    bool has_lasting_versions() const override { return true; }
    [[nodiscard]] coinformer::task<coinformer::list_part<thing>> list(coinformer::list_request what) override;
    [[nodiscard]] coinformer::task<std::unique_ptr<coinformer::event_stream<thing>>>
    watch(coinformer::watch_request what) override;
    [[nodiscard]] coinformer::task<> confirm(std::string resource_version) override;

private:
    friend class small_stream;
    lane& lane_of(std::string const& ns);
    bool shows(lane const& l, unsigned object) const;
    coinformer::object_ptr<thing> made(unsigned object, state const& s) const;
    std::string namespace_of(unsigned object) const;
    std::optional<fault> asked(lane& l, boundary at, std::string const& for_version);
    coinformer::task<> refuse(fault f);
    void check(std::function<void()> const& what) const;
    void list_is_sent(lane& l, version at);
    void note_causes(fault f);

    habit const& how_;
    ears ears_;
    std::vector<std::unique_ptr<lane>> lanes_;
    unsigned open_streams_ = 0;
};

/// A watch of a small server.
class small_stream final : public coinformer::event_stream<thing> {
public:
    small_stream(small_server& server, lane& of, version after);
    ~small_stream() override;

    [[nodiscard]] coinformer::task<std::vector<coinformer::source_event<thing>>> next() & override;

    /// True if the informer waits for an event, and the watch is not silent.
    bool is_idle() const noexcept { return waits_ && !silent_; }
    bool has_events() const;
    bool has_sent() const noexcept { return last_.has_value(); }
    bool has_no_end() const noexcept { return has_no_end_; }
    void wake() { wake_.notify(); }
    void send_bookmark()
    {
        bookmark_ = server_.all.newest();
        wake();
    }

private:
    friend class small_server;
    using events = std::vector<coinformer::source_event<thing>>;
    void add_initial(events& to);
    void add_events(events& to);
    void end_initial(events& to);
    coinformer::source_event<thing> as_event(truth::event const& e);

    small_server& server_;
    lane& lane_;
    coinformer::time_point const opened_;
    version cursor_;
    bool begins_with_all_ = false; // a streamed list that has not been sent
    std::optional<fault> initial_fault_;
    std::optional<truth::event> last_;
    std::optional<version> bookmark_;
    std::exception_ptr failure_;
    bool sends_fault_ = false;  // an event that does not decode
    bool loses_events_ = false; // the failure comes before the events that are on their way
    bool ended_ = false, silent_ = false, waits_ = false, has_no_end_ = false, repeats_ = false;
    coinformer::wakeup wake_;
};

} // namespace small_worlds

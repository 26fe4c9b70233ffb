#pragma once

#include "lane.hpp"
#include "reader.hpp"

#include <coinformer/api/pager.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// A user of coinformer::pager. It reads a collection page by page, several times, at a pace of its own,
/// gives up a wait now and then, and asks again after an error. All pages are compared with the history.
class page_reader {
public:
    page_reader(std::string name, pager_plan const& how, reader_context of);

    void start();
    void stop();
    bool started() const noexcept { return static_cast<bool>(run_); }
    bool stopped() const noexcept { return run_ && run_->ended; }
    pager_plan const& how() const noexcept { return plan_; }

    /// Checks W6, G1 to G4 and L2 for everything that has happened until now. Throws violation.
    void check();
    bool converged() const { return done_; }
    std::int64_t patience_ends(std::int64_t began) const noexcept;
    std::string lag() const;
    void check_server() { lane_.check_server(); }
    /// Checks P16 and P17, after stop() has ended.
    void check_end();

private:
    coinformer::task<> run();
    coinformer::task<> read_all();
    coinformer::task<std::optional<coinformer::object_list<thing>>> next();
    void begin();
    void take(coinformer::object_list<thing> const& page);
    void end_of_list();
    bool goes_on(std::size_t at) const;
    void told(coinformer::error_code const& code, reader_call const& call);
    std::vector<exchange const*> pages_on_the_wire() const;
    void check_read_ahead(std::size_t at) const;
    bool judged() const { return epoch_ == of_.truth.epochs(); }
    void note(char const* property, std::string const& why);

    std::string name_;
    pager_plan plan_;
    reader_context of_;
    lane lane_;
    std::optional<coinformer::pager<thing>> pages_;
    std::shared_ptr<errand> run_;
    std::optional<violation> failure_;
    unsigned epoch_;
    // for the list that is being read:
    std::size_t wire_ = 0; // where its requests begin
    std::vector<reader_call> calls_;
    std::size_t taken_ = 0; // pages
    std::size_t count_ = 0; // how many objects it was given, with those that do not decode
    std::string version_;
    objects all_;
    std::size_t checked_ = 0;
    bool done_ = false;
    std::int64_t last_news_ns_ = 0;
};

} // namespace simulation

#pragma once

#include <coinformer/core/time_source.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The mean of the values of the last ten minutes, kept in portions of ten seconds.
class recent_mean {
public:
    void add(time_point now, double sum, std::uint64_t count) noexcept
    {
        auto const present = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count() / 10;
        auto& portion = portions_[static_cast<std::size_t>(present) % portions_.size()];
        if (portion.number != present) portion = {present, 0, 0};
        portion.sum += sum;
        portion.count += count;
        present_ = present;
    }
    std::optional<double> mean() const noexcept
    {
        auto const all = total();
        return all.count == 0 ? std::nullopt : std::optional(all.sum / static_cast<double>(all.count));
    }
    std::uint64_t count() const noexcept { return total().count; }

private:
    struct portion {
        std::int64_t number = -1;
        double sum = 0;
        std::uint64_t count = 0;
    };

    portion total() const noexcept
    {
        portion all;
        for (auto const& p : portions_) {
            if (p.number <= present_ - static_cast<std::int64_t>(portions_.size())) continue;
            all.sum += p.sum;
            all.count += p.count;
        }
        return all;
    }

    std::array<portion, 60> portions_;
    std::int64_t present_ = 0;
};

// Rows of the page's tables. begin_sample() forgets what each sample tells anew.

struct handler_row {
    std::string informer, resource, name; ///< `informer` is its informer_key()
    double changes = 0, failures = 0, waiting = 0, oldest_seconds = 0;
    recent_mean durations = {};
    void begin_sample() noexcept {}
};

struct queue_row {
    std::string name;
    double depth = 0, oldest_seconds = 0, longest_running_seconds = 0, adds = 0, retries = 0;
    void begin_sample() noexcept {}
};

struct controller_row {
    std::string name;
    double reconciles = 0, errors = 0, active = 0, sum_seconds = 0;
    std::uint64_t count = 0;
    std::optional<double> owned = {}; ///< the part of all keys; empty if the controller has no shards
    double parked = 0;
    void begin_sample() noexcept { reconciles = 0; } // the sum of several series
};

struct lease_row {
    std::string name;
    bool leads = false;
    void begin_sample() noexcept {}
};

struct request_row {
    std::string verb, resource;
    std::uint64_t count = 0;
    double sum_seconds = 0, bytes = 0;
    recent_mean recent = {};
    void begin_sample() noexcept // the sums of several series
    {
        count = 0;
        sum_seconds = bytes = 0;
    }
};

/// The numbers of all informers with the same labels, as the registry shows them.
struct informer_numbers {
    struct list_count {
        std::string cause, form;
        double count = 0;
    };
    std::map<std::string, list_count> lists = {}; ///< by cause and form
    std::string cause_of_list = {};               ///< the last list that began since the sample before
    std::string cause_of_failure = {};            ///< the last attempt that failed since then
    std::optional<time_point> last_event = {};    ///< when a change was last seen to have come

    void begin_sample() noexcept
    {
        cause_of_list.clear();
        cause_of_failure.clear();
    }
};

/// The rows of a table, by their names. A row lives as long as the series that write it.
template <class Row>
class row_table {
public:
    std::shared_ptr<Row> row(std::string const& key, Row const& fresh)
    {
        auto& place = rows_[key];
        auto known = place.lock();
        if (!known) place = known = std::make_shared<Row>(fresh);
        return known;
    }
    std::shared_ptr<Row> find(std::string const& key) const
    {
        auto const known = rows_.find(key);
        return known == rows_.end() ? nullptr : known->second.lock();
    }
    void begin_sample()
    {
        std::erase_if(rows_, [](auto& r) {
            auto const row = r.second.lock();
            if (row) row->begin_sample();
            return !row;
        });
    }
    std::vector<std::shared_ptr<Row>> rows() const
    {
        std::vector<std::shared_ptr<Row>> all;
        for (auto const& [key, weak] : rows_)
            if (auto row = weak.lock()) all.push_back(std::move(row));
        return all;
    }

private:
    std::map<std::string, std::weak_ptr<Row>> rows_;
};

} // namespace coinformer::detail

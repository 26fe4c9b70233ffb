#pragma once

#include "cache/recorder/recording.hpp"
#include "testing/formats/refusal.hpp"
#include "testing/http/request_reader.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/testing/memory_network.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// Answers the lists and watches of an informer as a recording says, and at the times that it says.
///
/// The answers to the questions about one collection come in the order in which they were recorded. An
/// informer that asks sooner than it did waits for its answer; one that asks later gets all that is due at
/// once. When the recording is over, nothing more is sent.
///
/// Threads    the executor of the environment.
/// Lifetime   outlives run().
class recorded_server {
public:
    /// The recording outlives the server. Time begins to count now.
    recorded_server(environment env, coinformer::detail::flight_recording const& what);

    /// Serves until it is cancelled.
    [[nodiscard]] task<> run(memory_network& network) &;

    /// The first question that the informer has not asked in the same way when it was recorded; empty if
    /// there is none.
    std::string const& difference() const noexcept { return difference_; }

private:
    class connection;

    /// A time in which no connection could be made, and the questions that were asked meanwhile.
    struct outage {
        duration begin, end;
        std::vector<std::size_t> questions; ///< places in flight_recording::answers
    };
    std::vector<outage> outages() const;

    task<> refuse_connections(memory_network& network) &;
    task<> accept_all(memory_network& network, nursery& connections) &;
    task<> serve(std::unique_ptr<memory_stream> peer) &;
    task<bool> answer(wire_request const& asked, connection& to) &;
    task<bool> play(std::size_t answer, connection& to) &;
    task<bool> play_no_answer(std::size_t answer, connection& to) &;
    task<bool> play_body(std::size_t answer, connection& to) &;
    bool has_answers_to(std::string_view path);
    std::optional<std::size_t> next_answer(std::string_view path, coinformer::detail::recorded_question what);
    task<> wait_until(duration when) &;

    environment env_;
    coinformer::detail::flight_recording const& what_;
    time_point begins_;
    std::vector<std::vector<std::size_t>> parts_of_; // places in what_.parts, by answer
    std::vector<bool> played_;                       // by answer
    std::string difference_;
};

} // namespace coinformer::testing::detail

#pragma once

#include "cache/recorder/recording.hpp"
#include "testing/formats/refusal.hpp"
#include "testing/http/recorded_questions.hpp"
#include "testing/http/request_reader.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/testing/memory_network.hpp>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// Answers the questions of an informer as a recording says, and at the times that it says: a question that
/// comes sooner waits for its answer, and one that comes later gets all that is due at once. When the
/// recording is over, nothing more is sent.
///
/// Threads    the executor of the environment.
/// Lifetime   outlives run().
class recorded_server {
public:
    /// The recording and `questions`, which says what is being asked, outlive the server.
    recorded_server(environment env, coinformer::detail::flight_recording const& what,
                    recorded_questions& questions);

    /// Serves until it is cancelled.
    [[nodiscard]] task<> run(memory_network& network) &;

private:
    class connection;

    task<> accept_all(memory_network& network, nursery& connections) &;
    task<> serve(std::unique_ptr<memory_stream> peer) &;
    task<bool> answer(wire_request const& asked, connection& to) &;
    task<bool> answer_confirmation(std::string_view path, connection& to) &;
    task<bool> play(std::size_t answer, connection& to) &;
    task<bool> play_no_answer(coinformer::detail::recorded_refusal const& why, connection& to) &;
    task<bool> play_body(std::size_t answer, connection& to) &;
    task<> wait_until(duration since_begin) &;

    environment env_;
    coinformer::detail::flight_recording const& what_;
    recorded_questions& questions_;
    std::vector<std::vector<std::size_t>> parts_of_; // places in what_.parts, by answer
};

} // namespace coinformer::testing::detail

#include "testing/http/recorded_server.hpp"

#include "testing/http/wire_text.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace coinformer::testing::detail {

namespace json = boost::json;
using coinformer::detail::flight_recording;
using coinformer::detail::recorded_answer;
using coinformer::detail::recorded_part;
using coinformer::detail::recorded_question;
using coinformer::detail::recorded_refusal;

namespace {

constexpr std::size_t recorded_read_bytes = 8 * 1024;

std::string whole_answer(int status, json::object const& body,
                         std::optional<std::chrono::seconds> retry_after = {})
{
    auto const text = json::serialize(body);
    canned_answer head;
    head.status = status;
    head.retry_after = retry_after;
    return answer_head(head, text.size(), true) + text;
}

std::string text_of(recorded_refusal const& why)
{
    json::object body{{"kind", "Status"}, {"apiVersion", "v1"}, {"status", "Failure"}};
    body["message"] = why.message;
    body["reason"] = why.reason;
    body["code"] = why.status;
    std::optional<std::chrono::seconds> pause;
    if (why.retry_after) pause = std::chrono::seconds(*why.retry_after);
    return whole_answer(why.status, body, pause);
}

// The time in which the informer reads what was sent just before a connection is reset, because a reset drops
// what was not read.
constexpr std::chrono::milliseconds reading_time{1};

constexpr std::string_view confirmed_object = "/is-this-version-known";

} // namespace

/// A connection of the informer's client.
class recorded_server::connection {
public:
    explicit connection(std::unique_ptr<memory_stream> peer) : peer_(std::move(peer)) {}

    // Returns nullopt when the client has closed the connection.
    task<std::optional<wire_request>> next_request() &
    {
        request_reader reader;
        for (;;) {
            if (auto request = reader.feed(inbox_)) co_return request;
            bool const is_open = co_await read();
            if (!is_open) co_return std::nullopt;
        }
    }
    task<> write(std::string_view bytes) & { co_await peer_->write(bytes); }
    void reset() noexcept { peer_->reset(); }
    task<> wait_for_end() &
    {
        for (bool is_open = true; is_open;) is_open = co_await read();
    }

private:
    task<bool> read() &
    {
        auto const n = co_await peer_->read_some(buffer_);
        inbox_.append(buffer_.data(), n);
        co_return n != 0;
    }

    std::unique_ptr<memory_stream> peer_;
    std::array<char, recorded_read_bytes> buffer_{};
    std::string inbox_;
};

recorded_server::recorded_server(environment env, flight_recording const& what, recorded_questions& questions)
    : env_(std::move(env)), what_(what), questions_(questions), parts_of_(what_.answers.size())
{
    for (std::size_t i = 0; i != what_.parts.size(); ++i) parts_of_[what_.parts[i].answer].push_back(i);
}

task<> recorded_server::run(memory_network& network) &
{
    nursery connections(env_.ex);
    connections.start(accept_all(network, connections));
    co_await connections.join();
}

task<> recorded_server::accept_all(memory_network& network, nursery& connections) &
{
    for (;;) {
        auto peer = co_await network.accept();
        connections.start(serve(std::move(peer)));
    }
}

task<> recorded_server::serve(std::unique_ptr<memory_stream> peer) &
{
    connection to(std::move(peer));
    try {
        for (bool goes_on = true; goes_on;) {
            auto const request = co_await to.next_request();
            if (!request) co_return;
            goes_on = co_await answer(*request, to);
        }
    } catch (api_error const&) {
        // The client has closed the connection.
    }
}

// Returns false if the connection has to end.
task<bool> recorded_server::answer(wire_request const& asked, connection& to) &
{
    std::string_view const target(asked.target);
    auto const path = target.substr(0, target.find('?'));
    if (path == "/api/v1/namespaces/kube-system") {
        json::object const body{
            {"kind", "Namespace"},
            {"apiVersion", "v1"},
            {"metadata", {{"name", "kube-system"}, {"uid", coinformer::detail::recorded_server}}}};
        co_await to.write(whole_answer(200, body));
        co_return true;
    }
    if (path.ends_with(confirmed_object)) co_return co_await answer_confirmation(path, to);
    if (asked.method != "GET" || !questions_.knows(path)) {
        if (asked.method == "GET")
            questions_.note_difference("the recording, of " + what_.resource + ", has no answer to " +
                                       std::string(path));
        recorded_refusal const why{
            .status = 501, .reason = "NotImplemented", .message = "this request is no part of the recording"};
        co_await to.write(text_of(why));
        co_return true;
    }
    if (auto const which = questions_.last_read(path)) co_return co_await play(*which, to);
    co_await to.wait_for_end(); // the recording is over
    co_return false;
}

// Where a replay begins in the middle of a watch, its informer asks whether the server has the version of the
// objects. That is no part of the recording, and the server has it.
task<bool> recorded_server::answer_confirmation(std::string_view path, connection& to) &
{
    path.remove_suffix(confirmed_object.size());
    std::string all_namespaces(path);
    constexpr std::string_view inside = "/namespaces/default";
    if (auto const at = path.find(inside); at != path.npos) all_namespaces.erase(at, inside.size());
    auto which = questions_.last_confirmation(path);
    if (!which) which = questions_.last_confirmation(all_namespaces);
    if (which) co_return co_await play(*which, to);
    recorded_refusal const why{.status = 404, .reason = "NotFound", .message = "there is no such object"};
    co_await to.write(text_of(why));
    co_return true;
}

// Returns false if the connection has to end.
task<bool> recorded_server::play(std::size_t answer, connection& to) &
{
    auto const& one = what_.answers[answer];
    if (!one.answered_at) co_return co_await play_body(answer, to);
    co_await wait_until(*one.answered_at);
    if (one.refusal && one.refusal->status == 0) co_return co_await play_no_answer(*one.refusal, to);
    if (one.refusal) {
        co_await to.write(text_of(*one.refusal));
        co_return true;
    }
    canned_answer head;
    head.content_type = one.media_type;
    co_await to.write(answer_head(head, std::nullopt, true));
    co_return co_await play_body(answer, to);
}

// The connection ends at the time at which the recorded informer knew that it gets no answer. Where it could
// not connect at all, or the time was over, that comes to the same: what the informer does next is recorded.
task<bool> recorded_server::play_no_answer(recorded_refusal const& why, connection& to) &
{
    if (static_cast<errc>(why.code) != errc::unexpected_content) co_return false;
    canned_answer page;
    page.content_type = "text/html";
    std::string const text = "<html>the answer of a proxy</html>";
    co_await to.write(answer_head(page, text.size(), true) + text);
    co_return true;
}

// Plays the parts of an answer, of which there may be no more than the remark that it was given up.
task<bool> recorded_server::play_body(std::size_t answer, connection& to) &
{
    auto const& of = what_.answers[answer];
    auto sent_at = time_point::min();
    for (auto const place : parts_of_[answer]) {
        auto const& part = what_.parts[place];
        co_await wait_until(part.at);
        switch (part.what) {
        case recorded_part::kind::bytes: {
            std::string chunk;
            append_chunk(chunk, part.bytes);
            try {
                co_await to.write(chunk);
            } catch (api_error const&) {
                questions_.note_difference("the informer has given up an answer of which it then read more");
                throw;
            }
            sent_at = env_.time->now();
            break;
        }
        case recorded_part::kind::end: co_await to.write(last_chunk); co_return true;
        case recorded_part::kind::cut: {
            bool const is_reset =
                part.code == static_cast<coinformer::detail::error_number>(errc::connection_reset);
            if (!is_reset) co_return false;
            if (env_.time->now() == sent_at) co_await env_.time->sleep_for(reading_time);
            to.reset();
            co_return false;
        }
        case recorded_part::kind::given_up: {
            // The informer of the desk has no reason to give up: it has no time limits, for example. It may
            // have ended a watch without a failure, because its credentials had changed.
            bool const ends_well = of.answered_at && of.asked.what == recorded_question::watch;
            if (ends_well) co_await to.write(last_chunk);
            co_return ends_well;
        }
        }
    }
    co_await to.wait_for_end();
    co_return false;
}

task<> recorded_server::wait_until(duration since_begin) &
{
    co_await env_.time->sleep_until(questions_.time_of(since_begin));
}

} // namespace coinformer::testing::detail

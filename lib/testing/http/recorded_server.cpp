#include "testing/http/recorded_server.hpp"

#include "testing/http/recorded_failure.hpp"
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

std::string refusal_text(int status, std::string const& reason, std::string const& message,
                         std::optional<std::chrono::seconds> retry_after = {})
{
    json::object body{{"kind", "Status"}, {"apiVersion", "v1"}, {"status", "Failure"}, {"message", message}};
    body["reason"] = reason;
    body["code"] = status;
    return whole_answer(status, body, retry_after);
}

// The time in which the informer reads what was sent before a connection breaks, because a reset drops the
// rest.
constexpr std::chrono::milliseconds reading_time{1};

constexpr std::string_view confirmed_object = "/is-this-version-known";

// How much longer than in the recording an answer stays open that the informer then gave up. If it does not
// give it up now, for example because its credentials have not changed, the answer ends, so that what follows
// is not late.
constexpr std::chrono::milliseconds give_up_patience{1};

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
            if (auto request = reader.feed(inbox_)) {
                ++requests_;
                co_return request;
            }
            bool const is_open = co_await read();
            if (!is_open) co_return std::nullopt;
        }
    }
    bool is_new() const noexcept { return requests_ == 1; }
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
    std::size_t requests_ = 0;
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
        co_await to.write(refusal_text(501, "NotImplemented", "this request is no part of the recording"));
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
    co_await to.write(refusal_text(404, "NotFound", "there is no such object"));
    co_return true;
}

task<bool> recorded_server::play(std::size_t answer, connection& to) &
{
    auto const& one = what_.answers[answer];
    if (!one.answered_at) {
        co_await to.wait_for_end();
        co_return false;
    }
    if (is_not_connected(one)) co_return false; // for a new connection it is refused by the network
    co_await wait_until(*one.answered_at);
    if (!one.refusal) co_return co_await play_body(answer, to);
    auto const& why = *one.refusal;
    if (why.status == 0) co_return co_await play_no_answer(answer, to);
    std::optional<std::chrono::seconds> pause;
    if (why.retry_after) pause = std::chrono::seconds(*why.retry_after);
    co_await to.write(refusal_text(why.status, why.reason, why.message, pause));
    co_return true;
}

task<bool> recorded_server::play_no_answer(std::size_t answer, connection& to) &
{
    auto const how = kind_of(*what_.answers[answer].refusal);
    // On a used connection the client would ask once more, because the server may have closed it before.
    if (how == no_answer::closed && !to.is_new()) co_return false;
    if (how == no_answer::time_out) co_await to.wait_for_end();
    if (how != no_answer::page) co_return false;
    canned_answer page;
    page.content_type = "text/html";
    std::string const text = "<html>the answer of a proxy</html>";
    co_await to.write(answer_head(page, text.size(), true) + text);
    co_return true;
}

task<bool> recorded_server::play_body(std::size_t answer, connection& to) &
{
    canned_answer head;
    head.content_type = what_.answers[answer].media_type;
    co_await to.write(answer_head(head, std::nullopt, true));
    for (auto const place : parts_of_[answer]) {
        auto const& part = what_.parts[place];
        if (part.what == recorded_part::kind::given_up) {
            co_await wait_until(part.at + give_up_patience);
            co_await to.write(last_chunk);
            co_return true;
        }
        co_await wait_until(part.at);
        if (part.what == recorded_part::kind::cut) {
            co_await env_.time->sleep_for(reading_time);
            if (part.code == static_cast<coinformer::detail::error_number>(errc::connection_reset))
                to.reset();
            co_return false;
        }
        if (part.what == recorded_part::kind::end) {
            co_await to.write(last_chunk);
            co_return true;
        }
        std::string chunk;
        append_chunk(chunk, part.bytes);
        co_await to.write(chunk);
    }
    co_await to.wait_for_end();
    co_return false;
}

task<> recorded_server::wait_until(duration since_begin) &
{
    co_await env_.time->sleep_until(questions_.time_of(since_begin));
}

} // namespace coinformer::testing::detail

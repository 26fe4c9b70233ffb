#include "case_runner.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <random>

namespace conformance {

using coinformer::http_request;
using coinformer::http_response;
namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr auto methods =
    std::to_array<char const*>({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"});
constexpr std::size_t shown_bytes = 1500;

std::string unique_name()
{
    static unsigned const run = std::random_device()();
    static int count = 0;
    return "c" + std::to_string(run) + "-" + std::to_string(++count);
}

std::string percent_encoded(std::string_view target)
{
    std::string out;
    for (char const c : target) {
        std::array<char, 4> hex{};
        std::snprintf(hex.data(), hex.size(), "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
        auto const plain = std::isalnum(static_cast<unsigned char>(c)) ||
                           std::string_view("-._~:/?@!$&'()*,;=%").find(c) != std::string_view::npos;
        if (plain)
            out += c;
        else
            out += hex.data();
    }
    return out;
}

std::string media_type(YAML::Node const& given)
{
    auto const type = given ? given.Scalar() : "json";
    return type.find('/') == type.npos && !type.empty() ? "application/" + type : type;
}

std::string shortened(std::string_view text)
{
    return text.size() <= shown_bytes ? std::string(text) : std::string(text.substr(0, shown_bytes)) + " …";
}

json::value parsed(std::string const& body)
{
    json::error_code ec;
    auto value = json::parse(body, ec);
    return ec ? json::value() : value;
}

std::string text_at(json::value const& in, char const* pointer)
{
    json::error_code ec;
    auto const* const found = in.find_pointer(pointer, ec);
    if (!found) return {};
    return found->is_string() ? std::string(found->get_string()) : json::serialize(*found);
}

/// Summarizes an event: "ADDED a", "BOOKMARK", "ERROR 410 Expired".
std::string summary(json::value const& event)
{
    auto const type = text_at(event, "/type");
    if (type == "BOOKMARK") return type;
    if (type == "ERROR")
        return type + " " + text_at(event, "/object/code") + " " + text_at(event, "/object/reason");
    return type + " " + text_at(event, "/object/metadata/name");
}

/// Returns the step's request, with the override's expectations of its answer.
YAML::Node overridden(YAML::Node const& step, std::string const& name)
{
    if (name.empty() || !step.IsMap() || !step[name]) return step;
    auto merged = YAML::Clone(step);
    for (auto const* expectation : {"is", "has", "header", "text", "events", "keep"})
        merged.remove(expectation);
    for (auto const& pair : step[name]) merged[pair.first.Scalar()] = pair.second;
    return merged;
}

} // namespace

std::optional<json::value> event_stream::next(tested_server& server)
{
    for (;;) {
        auto const line = pending.find('\n');
        if (line != pending.npos) {
            auto event = parsed(pending.substr(0, line));
            pending.erase(0, line + 1);
            return event;
        }
        auto const piece = server.read(answer);
        if (piece.empty()) return std::nullopt;
        pending += piece;
    }
}

case_runner::case_runner(tested_server& server, std::string override, YAML::Node const& area)
    : server_(server), override_(std::move(override))
{
    known_["ns"] = unique_name();
    for (auto const& pair : area["let"]) known_[pair.first.Scalar()] = known_.expand(pair.second.Scalar());
}

void case_runner::run(YAML::Node const& one_case)
{
    auto const ns = known_["ns"];
    http_request make("POST", "/api/v1/namespaces");
    make.content_type = "application/json";
    make.body = R"({"metadata":{"name":")" + ns + R"("}})";
    auto made = server_.ask("admin", make);
    while (!server_.read(made).empty()) {
    }
    run_steps(one_case["steps"]);
    streams_.clear();
    auto removed = server_.ask("admin", http_request("DELETE", "/api/v1/namespaces/" + ns));
    while (!server_.read(removed).empty()) {
    }
}

void case_runner::run_steps(YAML::Node const& steps)
{
    for (auto const& step : steps) {
        if (step.IsSequence()) {
            run_steps(step);
            continue;
        }
        doing_.clear();
        try {
            run_step(overridden(step, override_));
        } catch (std::exception const& e) {
            throw difference("line " + std::to_string(step.Mark().line + 1) + ": " + doing_ + "\n  " +
                             e.what());
        }
    }
}

void case_runner::run_step(YAML::Node const& step)
{
    if (step["forget"]) {
        streams_.clear();
        server_.forget();
    } else if (step["wait"]) {
        server_.wait(std::chrono::milliseconds(step["wait"].as<int>()));
    } else if (step["more"]) {
        expect_events(step["events"], streams_.at(step["more"].Scalar()), false);
    } else if (step["eventually"]) {
        request_until_it_holds(step);
    } else {
        request(step);
    }
}

void case_runner::request_until_it_holds(YAML::Node const& step)
{
    for (int tries = 1; tries != 100; ++tries) {
        try {
            return request(step);
        } catch (difference const&) {
            server_.wait(100ms);
        }
    }
    request(step);
}

void case_runner::request(YAML::Node const& step)
{
    auto const method =
        std::ranges::find_if(methods, [&](char const* m) { return static_cast<bool>(step[m]); });
    if (method == methods.end()) throw std::runtime_error("a step has no method");
    http_request request(*method, percent_encoded(known_.expand(step[*method].Scalar())));
    doing_ = request.method + " " + request.target;
    if (step["accept"]) request.accept = step["accept"].Scalar();
    if (auto const body = step["body"]) {
        request.content_type = media_type(step["type"]);
        request.body =
            body.IsScalar() ? known_.expand(body.Scalar()) : json::serialize(to_json(body, known_));
    }
    auto answer = server_.ask(step["as"] ? step["as"].Scalar() : "admin", std::move(request));
    doing_ += " -> " + std::to_string(answer.status());
    expect_answer(step, answer);
}

void case_runner::expect_answer(YAML::Node const& step, http_response& answer)
{
    auto const is = step["is"] ? step["is"].Scalar() : std::string("2xx");
    auto const status = std::to_string(answer.status());
    auto const right = status == is.substr(0, 3) || (is == "2xx" && status.front() == '2');
    if (right && step["events"]) {
        event_stream stream{std::move(answer)};
        auto const keep = step["keep"];
        expect_events(step["events"], stream, !keep);
        if (keep) streams_.insert_or_assign(keep.Scalar(), std::move(stream));
        return;
    }
    std::string body;
    for (auto piece = server_.read(answer); !piece.empty(); piece = server_.read(answer)) body += piece;
    doing_ += " " + shortened(body);
    if (!right) throw difference("expected " + is + ", came " + status);
    auto const value = parsed(body);
    if (is.size() > 4)
        for (auto const& [pointer, wanted] : {std::pair("/kind", std::string("Status")),
                                              {"/apiVersion", "v1"},
                                              {"/status", "Failure"},
                                              {"/code", status},
                                              {"/reason", is.substr(4)}})
            if (text_at(value, pointer) != wanted)
                throw difference(std::string(pointer) + ": expected " + wanted);
    expect_all(step["has"], value, known_);
    for (auto const& pair : step["header"]) {
        auto const came = answer.header(pair.first.Scalar());
        if (came != known_.expand(pair.second.Scalar()))
            throw difference(pair.first.Scalar() + ": came " + std::string(came));
    }
    if (step["text"] && body != step["text"].Scalar())
        throw difference("expected the text " + step["text"].Scalar());
}

void case_runner::expect_events(YAML::Node const& events, event_stream& from, bool to_the_end)
{
    std::string came;
    try {
        for (auto const& expected : events) {
            auto const event = from.next(server_);
            if (!event) throw difference("the watch has ended");
            came += (came.empty() ? "" : ", ") + summary(*event);
            expect_event(expected, *event);
        }
        if (!to_the_end) return;
        if (auto const event = from.next(server_))
            throw difference("unexpected event: " + json::serialize(*event));
    } catch (std::exception const& e) {
        throw difference("received events: " + came + "\n  " + e.what());
    }
}

void case_runner::expect_event(YAML::Node const& expected, json::value const& event)
{
    auto const is = known_.expand(expected.IsMap() ? expected["is"].Scalar() : expected.Scalar());
    if (summary(event) != is)
        throw difference("expected " + is + ", came " + shortened(json::serialize(event)));
    if (expected.IsMap()) expect_all(expected["has"], event, known_);
}

} // namespace conformance

#pragma once

#include "catch.hpp"
#include "fake_source.hpp"
#include "http_world.hpp"

#include <algorithm>
#include <sstream>

namespace http_world {

using namespace std::chrono_literals;
using texts = std::vector<std::string>;

// A client whose credentials come from a source. Its server answers every request, on as many connections as
// the test needs.
struct issuing_world : world {
    issuing_world()
    {
        server.user.source = source;
        options.idle_timeout = 24h;
        environment const env{.ex = io.get_executor(), .time = &time, .log = &log, .metrics = &registry};
        client.emplace(env, server, options, net.dialer());
    }
    ~issuing_world()
    {
        for (auto& task : tasks) task.cancel();
        time.settle();
    }

    void serve_with(std::vector<std::string> answers)
    {
        start(serve(net, std::move(answers), afterwards::keep, visits.emplace_back()));
    }
    started& ask() { return start(fetch(*client, get(), answers.emplace_back())); }
    std::size_t answered() const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(answers, [](received const& r) { return r.status == 200; }));
    }
    // Returns the tokens that the server saw, in their order.
    std::vector<std::string> tokens() const
    {
        std::vector<std::string> seen;
        for (auto const& v : visits)
            for (auto const& request : v.requests) {
                auto const begin = request.find("Bearer ");
                if (begin == request.npos) continue;
                seen.push_back(request.substr(begin + 7, request.find("\r\n", begin) - begin - 7));
            }
        return seen;
    }

    // Returns the log without the lines about connections.
    std::string said() const
    {
        std::istringstream all(lines.str());
        std::string text;
        for (std::string line; std::getline(all, line);)
            if (line.find("connected to the API server") == line.npos) text += line + '\n';
        return text;
    }

    std::shared_ptr<fake_source> source = std::make_shared<fake_source>();
    std::ostringstream lines;
    stream_log log{lines, log_level::info};
    metrics_registry registry;
};

} // namespace http_world

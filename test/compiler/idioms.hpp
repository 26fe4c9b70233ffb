#pragma once

#include "tracer.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

/// Runs idioms, each on an io_context of its own, and counts those that leave no object alive and destroy
/// none wrongly.
struct idioms {
    void run(char const* name, task<> (*idiom)(), bool to_the_end = true)
    {
        tracer::live = tracer::wrong = 0;
        std::string failure;
        {
            asio::io_context io;
            asio::co_spawn(io, idiom(), [&](std::exception_ptr e) {
                try {
                    if (e) std::rethrow_exception(e);
                } catch (std::exception const& x) {
                    failure = x.what();
                }
            });
            if (to_the_end)
                io.run();
            else
                io.run_for(std::chrono::milliseconds(1));
        }
        if (failure.empty() && tracer::live == 0 && tracer::wrong == 0) {
            ++passed;
            return;
        }
        ++failed;
        std::printf("FAILED %s: %d left alive, %d wrong %s\n", name, tracer::live, tracer::wrong,
                    failure.c_str());
    }

    int passed = 0, failed = 0;
};

void condition_idioms(idioms& all);

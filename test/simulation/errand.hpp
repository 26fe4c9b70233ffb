#pragma once

#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/task.hpp>

#include <boost/asio/cancellation_signal.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

namespace simulation {

/// A coroutine that the simulation started for a user of the library: how it ended, and how to cancel it.
struct errand {
    boost::asio::cancellation_signal stop;
    bool ended = false;
    std::exception_ptr failure;
    std::string purpose;
    bool began = false;
    bool unwanted = false; ///< cancelled before its first step; Asio 1.26 cannot do that itself

    std::int64_t asked_ns = 0, ended_ns = 0;

    static std::shared_ptr<errand> start(coinformer::environment const& env, coinformer::task<> body,
                                         std::string purpose);
    void cancel();
    std::string how() const; ///< names the error with which it ended, or says that it ended well
    coinformer::error_code code() const;
};

} // namespace simulation

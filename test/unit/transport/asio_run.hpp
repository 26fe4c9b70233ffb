#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/task.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <string>

/// A task that a test started: whether it has ended, and how. It must have ended before this object is
/// destroyed.
class started {
public:
    started(boost::asio::io_context& io, coinformer::task<> body)
    {
        auto done = [this](std::exception_ptr failure) {
            done_ = true;
            try {
                if (failure) std::rethrow_exception(failure);
            } catch (boost::system::system_error const& e) {
                code_ = e.code();
                what_ = e.what();
            }
        };
        boost::asio::co_spawn(io, std::move(body), boost::asio::bind_cancellation_slot(stop_.slot(), done));
    }
    started(started const&) = delete;

    void cancel() { stop_.emit(boost::asio::cancellation_type::terminal); }
    bool done() const noexcept { return done_; }
    boost::system::error_code const& code() const noexcept { return code_; }
    std::string const& what() const noexcept { return what_; }

private:
    boost::asio::cancellation_signal stop_;
    bool done_ = false;
    boost::system::error_code code_;
    std::string what_;
};

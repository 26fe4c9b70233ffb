#pragma once

#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// A connection over which a text, and everything behind it, arrives later than what stands before it. It
/// does not pass on what TLS agreed on, so that a client speaks HTTP/1.1, in which the text can be found.
class late_text_stream final : public coinformer::byte_stream {
public:
    late_text_stream(std::unique_ptr<coinformer::byte_stream> inner, coinformer::time_source& time,
                     std::string text, coinformer::duration delay)
        : inner_(std::move(inner)), time_(time), text_(std::move(text)), delay_(delay)
    {
    }
    coinformer::task<std::size_t> read_some(std::span<char> into) override
    {
        if (held_.empty()) {
            auto const size = co_await inner_->read_some(into);
            auto const before = std::string_view(into.data(), size).find(text_);
            if (before == std::string_view::npos) co_return size;
            held_.assign(into.data() + before, size - before);
            if (before != 0) co_return before;
        }
        co_await time_.sleep_for(delay_);
        auto const size = held_.copy(into.data(), into.size());
        held_.erase(0, size);
        co_return size;
    }
    coinformer::task<> write(std::span<char const> bytes) override { return inner_->write(bytes); }
    void close() noexcept override { inner_->close(); }

private:
    std::unique_ptr<coinformer::byte_stream> inner_;
    coinformer::time_source& time_;
    std::string text_, held_;
    coinformer::duration delay_;
};

class late_text_dialer final : public coinformer::dialer {
public:
    late_text_dialer(std::unique_ptr<coinformer::dialer> inner, coinformer::time_source& time,
                     std::string text, coinformer::duration delay)
        : inner_(std::move(inner)), time_(time), text_(std::move(text)), delay_(delay)
    {
    }
    coinformer::task<std::unique_ptr<coinformer::byte_stream>> dial() override
    {
        auto stream = co_await inner_->dial();
        co_return std::make_unique<late_text_stream>(std::move(stream), time_, text_, delay_);
    }

private:
    std::unique_ptr<coinformer::dialer> inner_;
    coinformer::time_source& time_;
    std::string text_;
    coinformer::duration delay_;
};

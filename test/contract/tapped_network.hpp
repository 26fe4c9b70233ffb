#pragma once

#include <coinformer/transport/byte_stream.hpp>

#include <memory>
#include <string>

/// Everything that a client and a server said to each other.
struct conversation {
    std::string sent, received;
};

/// A connection that records what goes over it. It does not pass on what TLS agreed on, so that a client
/// speaks HTTP/1.1, in which the record can be read.
class tapped_stream final : public coinformer::byte_stream {
public:
    tapped_stream(std::unique_ptr<coinformer::byte_stream> inner, conversation& log)
        : inner_(std::move(inner)), log_(log)
    {
    }
    coinformer::task<std::size_t> read_some(std::span<char> into) override
    {
        auto const size = co_await inner_->read_some(into);
        log_.received.append(into.data(), size);
        co_return size;
    }
    coinformer::task<> write(std::span<char const> bytes) override
    {
        log_.sent.append(bytes.data(), bytes.size());
        return inner_->write(bytes);
    }
    void close() noexcept override { inner_->close(); }

private:
    std::unique_ptr<coinformer::byte_stream> inner_;
    conversation& log_;
};

class tapped_dialer final : public coinformer::dialer {
public:
    tapped_dialer(std::unique_ptr<coinformer::dialer> inner, conversation& log)
        : inner_(std::move(inner)), log_(log)
    {
    }
    coinformer::task<std::unique_ptr<coinformer::byte_stream>> dial() override
    {
        auto stream = co_await inner_->dial();
        co_return std::make_unique<tapped_stream>(std::move(stream), log_);
    }

private:
    std::unique_ptr<coinformer::dialer> inner_;
    conversation& log_;
};

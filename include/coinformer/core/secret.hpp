#pragma once

#include <coinformer/core/requirements.hpp>

#include <string>
#include <utility>

namespace coinformer {

/// A string that cannot get into a log by accident: it has no stream operator and no conversion.
class secret {
public:
    secret() = default;
    explicit secret(std::string value) noexcept : value_(std::move(value)) {}

    bool empty() const noexcept { return value_.empty(); }
    /// Returns the value itself, to send it to a server. The caller keeps it out of messages.
    std::string const& reveal() const noexcept { return value_; }

    friend bool operator==(secret const&, secret const&) = default;

private:
    std::string value_;
};

} // namespace coinformer

#pragma once

#include <coinformer/cache/snapshot_storage.hpp>

#include <cstdint>
#include <cstring>
#include <string_view>

/// Bytes in memory, which outlive the source.
class memory_source final : public coinformer::snapshot_source {
public:
    explicit memory_source(std::string_view bytes) noexcept : bytes_(bytes) {}

    std::uint64_t size() const noexcept override { return bytes_.size(); }
    bool read(std::uint64_t at, char* to, std::size_t size) override
    {
        if (at > bytes_.size() || size > bytes_.size() - at) return false;
        std::memcpy(to, bytes_.data() + at, size);
        return true;
    }

private:
    std::string_view bytes_;
};

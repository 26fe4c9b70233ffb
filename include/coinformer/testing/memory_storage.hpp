#pragma once

#include <coinformer/cache/snapshot_storage.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::testing {

/// Keeps a snapshot in memory, as a disk keeps a file from one process to the next. So a test of a warm start
/// needs no file and no thread, and works in virtual time.
///
/// Threads    the informer's strand.
class memory_storage final : public snapshot_storage {
public:
    std::optional<std::string> bytes; ///< the snapshot that was committed last
    std::size_t opened = 0;           ///< how often somebody has looked for a snapshot
    std::size_t saved = 0;            ///< how often a snapshot was committed
    std::string failure;              ///< what create() throws, as std::runtime_error; empty: nothing

    std::string name() const override { return "memory"; }
    bool blocks() const noexcept override { return false; }
    std::unique_ptr<snapshot_source> open() override
    {
        ++opened;
        return bytes ? std::make_unique<source>(*bytes) : nullptr;
    }
    std::unique_ptr<snapshot_sink> create() override
    {
        if (!failure.empty()) throw std::runtime_error(failure);
        return std::make_unique<sink>(*this);
    }

private:
    struct source final : snapshot_source {
        explicit source(std::string all) : text(std::move(all)) {}
        std::uint64_t size() const noexcept override { return text.size(); }
        bool read(std::uint64_t at, char* to, std::size_t count) override
        {
            if (at > text.size() || count > text.size() - at) return false;
            std::memcpy(to, text.data() + at, count);
            return true;
        }
        std::string text;
    };
    struct sink final : snapshot_sink {
        explicit sink(memory_storage& storage) : of(storage) {}
        void append(std::string_view more) override { text += more; }
        void commit() override
        {
            of.bytes = std::move(text);
            ++of.saved;
        }
        memory_storage& of;
        std::string text;
    };
};

} // namespace coinformer::testing

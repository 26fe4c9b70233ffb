// Informers on a thread of their own that had no memory to start: they end all the same, or start later.
// Each allocation fails in its turn.

#include "allocated.hpp"
#include "item.hpp"

#include <coinformer/cache/background_informers.hpp>
#include <coinformer/testing/manual_source.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <utility>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t unlimited = static_cast<std::size_t>(-1);
thread_local std::size_t aligned_blocks_left = unlimited;

} // namespace

// Asio has its memory from this function, in newer versions, so that meets_shortage() does not reach it.
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    if (aligned_blocks_left == 0) {
        aligned_blocks_left = unlimited; // only this one fails
        return nullptr;
    }
    if (aligned_blocks_left != unlimited) --aligned_blocks_left;
    void* block = nullptr;
    return posix_memalign(&block, std::max(alignment, sizeof(void*)), size) == 0 ? block : nullptr;
}

namespace {

/// Calls `f` with this number of allocations of the kind that is to fail. Returns true if one has failed.
bool is_short_with(std::size_t count, bool fails_aligned, std::function<void()> const& f)
{
    if (!fails_aligned) return meets_shortage(count, memory_shortage::passes, f);
    aligned_blocks_left = count;
    try {
        f();
    } catch (std::bad_alloc const&) {
    }
    return std::exchange(aligned_blocks_left, unlimited) == unlimited;
}

} // namespace

TEST_CASE("background informers that had no memory to start can be destroyed, or started once more")
{
    bool const fails_aligned = GENERATE(false, true);
    bool const starts_again = GENERATE(false, true);
    constexpr resource items{.group = "example.io", .version = "v1", .plural = "items", .kind = "Item"};
    bool was_short = true;
    for (std::size_t count = 0; was_short; ++count) {
        INFO("with " << count << " allocations");
        background_informers informers(no_log());
        auto const source = std::make_shared<testing::manual_source<item>>();
        auto const informer = informers.factory().from<item>(source, {}, items);
        was_short = is_short_with(count, fails_aligned, [&] { informers.start(); });
        if (!starts_again) continue;
        try {
            informers.start();
        } catch (api_error const& e) { // the first start has succeeded
            CHECK(e.code() == errc::already_running);
        }
        REQUIRE(informers.wait_for_sync(20s).empty());
        CHECK(informer.has_synced());
        informers.stop();
    }
}

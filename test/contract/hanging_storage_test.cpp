// Contract: a storage that hangs, as a disk does that is away, holds up no informer but its own, and the log
// says what is awaited.

#include "warm_start_world.hpp"

#include <atomic>
#include <memory>

namespace {

/// A storage whose functions hang from hang() to answer(). They wait on a thread of the library, so that
/// virtual time goes on meanwhile.
struct hanging_storage final : snapshot_storage {
    explicit hanging_storage(std::shared_ptr<testing::memory_storage> storage) : kept(std::move(storage)) {}

    std::string name() const override { return "a disk that is away"; }
    bool blocks() const noexcept override { return hangs; }
    std::unique_ptr<snapshot_source> open() override
    {
        hangs.wait(true);
        return kept->open();
    }
    std::unique_ptr<snapshot_sink> create() override
    {
        hangs.wait(true);
        return kept->create();
    }

    void hang() { hangs = true; }
    /// Lets the call return that hangs now, waits for its thread, and runs what follows from it.
    void answer(world& in)
    {
        hangs = false;
        hangs.notify_all();
        in.io.restart();
        in.io.run_one_for(1min); // returns when the thread has posted its end: nothing else is ready
        in.time.run_for(1s);
    }

    std::shared_ptr<testing::memory_storage> kept;
    std::atomic<bool> hangs = false;
};

/// A server, a storage with a snapshot of its objects, and a storage that may hang.
struct hanging_disk : restarts {
    hanging_disk()
    {
        start();
        stop();
    }
    /// Returns options for an informer that uses the storage that may hang.
    informer_options on_disk() const
    {
        auto with_disk = options;
        with_disk.warm_start.storage = disk;
        return with_disk;
    }

    std::shared_ptr<testing::memory_storage> beneath = std::make_shared<testing::memory_storage>();
    std::shared_ptr<hanging_storage> disk = std::make_shared<hanging_storage>(beneath);
};

constexpr auto not_read_for_long = "a snapshot has not been read for 10 s";
constexpr auto not_saved_for_long = "WARNING a snapshot has not been saved for 10 s";

} // namespace

TEST_CASE_METHOD(hanging_disk, "a storage that hangs while one informer saves keeps no other from restoring")
{
    recorded_informer saving(io, api, on_disk());
    time.run_for(1s);
    disk->hang();
    time.run_for(1min);
    CHECK(saving.informer.has_synced());
    CHECK(testing::run(io, time, saving.informer.status(), 1s).warm_start.saved_objects == 0);

    auto& other = start();
    CHECK(other.informer.has_synced());
    CHECK(other.seen == lines{"+i shop/a=1", "+i shop/b=1"});
    CHECK(lists_of_this_process() == 0);

    disk->answer(*this);
    CHECK(testing::run(io, time, saving.informer.status(), 1s).warm_start.saved_objects == 2);
}

TEST_CASE_METHOD(hanging_disk,
                 "a storage that hangs while one informer restores keeps no other from restoring")
{
    disk->hang();
    recorded_informer reading(io, api, on_disk());
    auto& other = start();
    CHECK(other.informer.has_synced());
    CHECK(other.seen == lines{"+i shop/a=1", "+i shop/b=1"});
    CHECK(lists_of_this_process() == 0);
    CHECK_FALSE(reading.informer.has_synced());

    disk->answer(*this); // there is no snapshot in it
    CHECK(reading.informer.has_synced());
    CHECK(lists_of_this_process() == 1);
}

TEST_CASE_METHOD(hanging_disk, "the log says that a snapshot is awaited, which is restored when it has come")
{
    beneath->bytes = storage->bytes;
    disk->hang();
    recorded_informer reading(io, api, on_disk());
    auto const lists_before = lists();
    time.run_for(9s);
    CHECK_FALSE(has_logged(not_read_for_long));
    time.run_for(2s);
    CHECK(has_logged(not_read_for_long));
    CHECK(has_logged("a disk that is away"));
    time.run_for(1min);
    CHECK(times_logged(not_read_for_long) == 1);
    CHECK_FALSE(reading.informer.has_synced());

    disk->answer(*this);
    CHECK(reading.informer.has_synced());
    CHECK(reading.seen == lines{"+i shop/a=1", "+i shop/b=1"});
    CHECK(lists() == lists_before);
}

TEST_CASE_METHOD(hanging_disk, "the log says once that a save hangs, and that it has ended")
{
    recorded_informer saving(io, api, on_disk());
    time.run_for(1s);
    disk->hang();
    time.run_for(1h);
    CHECK(times_logged(not_saved_for_long) == 1);
    CHECK(has_logged("to=a disk that is away"));
    CHECK_FALSE(has_logged("a snapshot was saved"));

    disk->answer(*this);
    CHECK(has_logged("WARNING a snapshot was saved collection=/api/v1/configmaps to=a disk that is away"));
    set("a", "2");
    time.run_for(1h);
    CHECK(times_logged(not_saved_for_long) == 1);
    CHECK(times_logged("a snapshot was saved") == 1); // the others are no news
}

TEST_CASE_METHOD(hanging_disk,
                 "a last snapshot that waits for another one, which hangs, is given up after 10 s")
{
    recorded_informer saving(io, api, on_disk());
    time.run_for(1s);
    disk->hang();
    time.run_for(1min); // its save has begun, and no other informer of the client saves meanwhile
    start();
    set("a", "2");
    time.run_for(1s);
    now->running.cancel();
    time.run_for(9s);
    CHECK_FALSE(now->running.ended);
    time.run_for(2s);
    CHECK(now->running.ended);
    CHECK(has_logged("it was not written within 10 s"));
    CHECK(has_logged("the informer ends, and the snapshot before stays"));

    disk->answer(*this);
    CHECK(beneath->saved == 1);
    CHECK(storage->saved == 1); // that of the fixture
}

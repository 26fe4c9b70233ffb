// Contract: whatever happens to the process, to its disk and to the server while snapshots are saved and
// read, a later process ends up with the server's objects, is told a story without gaps, and never shows what
// the server did not have. Each seed is a world in virtual time: writes, lost connections, forgotten
// histories, full disks, bits that flip, and processes that die at any system call. The worlds run with each
// form in which an informer keeps objects: a few members, the whole object, and the whole object compressed
// with a dictionary, which is in the file, too.

#include "whole_maps.hpp"
#include "world.hpp"

#include "api/object/zstd_dictionary.hpp"
#include "cache/warm/file_storage.hpp"
#include "simulation/dice.hpp"
#include "unit/cache/memory_files.hpp"

#include <boost/json.hpp>

#include <cerrno>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace {

using simulation::dice;
using states = std::map<std::string, std::string>; // UID, version and content, by key

std::string content(object_ptr<config_map> const& o)
{
    return o->data.at("v");
}
template <class T>
std::string content(object_ptr<T> const& o)
{
    return o->all.text_at("/data/v");
}

template <class T>
std::string identity(object_ptr<T> const& o)
{
    return std::string(o.uid()) + ' ' + std::string(o.resource_version()) + ' ' + content(o);
}

/// A disk, as the informer uses it: a file that a process may leave in any state.
struct disk final : snapshot_storage {
    test::memory_files files;

    std::string name() const override { return "the disk"; }
    bool blocks() const noexcept override { return false; }
    std::unique_ptr<snapshot_source> open() override { return file().open(); }
    std::unique_ptr<snapshot_sink> create() override { return file().create(); }
    std::string* contents() { return files.find("/snapshots/maps"); }

private:
    detail::snapshot_file_storage file() { return detail::snapshot_file_storage("/snapshots/maps", files); }
};

/// The record of what a handler was told. `wrong` names the calls that cannot be true.
template <class T>
struct story {
    states shown;
    std::string wrong;
    std::set<std::string> const* truth = nullptr; // every state that the server ever had

    handlers<T> handler()
    {
        return {.added =
                    [this](object_ptr<T> const& o, initial_list) {
                        check(!shown.contains(to_string(o.key())), "added twice", o);
                        note(o);
                    },
                .updated =
                    [this](object_ptr<T> const& was, object_ptr<T> const& is) {
                        check(shown[to_string(is.key())] == identity(was), "another old state", was);
                        check(identity(was) != identity(is), "the same state again", is);
                        note(is);
                    },
                .deleted =
                    [this](object_ptr<T> const& last, final_state) {
                        check(shown.erase(to_string(last.key())) == 1, "deleted, and not shown", last);
                    }};
    }

private:
    void note(object_ptr<T> const& o)
    {
        check(truth->contains(to_string(o.key()) + ' ' + identity(o)), "never a state of the server", o);
        shown[to_string(o.key())] = identity(o);
    }
    void check(bool holds, char const* what, object_ptr<T> const& o)
    {
        if (!holds) wrong += to_string(o.key()) + ' ' + identity(o) + ": " + what + '\n';
    }
};

/// One process: an informer with a handler that remembers nothing, and one that remembers what it was told
/// before the restart.
template <class T>
struct life {
    life(client& api, asio::io_context& io, informer_options const& options,
         std::set<std::string> const& truth, states memory)
        : informer(api, options, config_maps), forgetful{{}, {}, &truth},
          mindful{std::move(memory), {}, &truth}
    {
        informer.on_change(forgetful.handler());
        informer.on_change(mindful.handler(), {.restored = restored_objects::not_told});
        running.start(io, informer.run());
    }
    states stored() const
    {
        states all;
        for (auto const& o : informer.snapshot().list()) all[to_string(o.key())] = identity(o);
        return all;
    }

    shared_informer<T> informer;
    story<T> forgetful, mindful;
    background running;
};

template <class T>
struct restart_world : world {
    restart_world(std::uint64_t seed, encoding form) : world({.answers_protobuf = true}), random(seed)
    {
        client_options wanted;
        wanted.encoding = form;
        reader.emplace(env, endpoint{.server = "http://in-memory"}, wanted, network.dialer());
        options.warm_start = {.storage = storage, .interval = 1s, .quiet = 200ms, .changed_bytes = 4000};
        options.fetch = random.chance(50) ? fetch_mode::stream : fetch_mode::list;
        if (random.chance(30)) options.namespaces = {"shop"};
        for (int i = 0; i != 4; ++i) write();
    }

    void write()
    {
        std::string const name(1, static_cast<char>('a' + random.below(5)));
        std::string const ns = random.chance(70) ? "shop" : "lab";
        auto const kind = random.below(3);
        auto const value = content_of(++writes);
        if (!objects("").contains(ns + '/' + name))
            put(name, value, ns);
        else if (kind == 0)
            remove(name, ns);
        else
            set(name, value, ns);
        for (auto const& [key, state] : objects("")) truth.insert(key + ' ' + state);
    }
    // As many bytes as a real object has, most of which are in every object.
    static std::string content_of(int n)
    {
        auto text = std::to_string(n);
        for (int k = 0; k != 40; ++k) text += " setting-" + std::to_string(k * (n % 7 + 1));
        return text;
    }
    states objects(std::string_view ns) const
    {
        states all;
        auto const answer = boost::json::parse(server.list(config_maps, ns));
        for (auto const& item : answer.at("items").as_array()) {
            auto const& meta = item.at("metadata").as_object();
            auto const text = [&](char const* member) { return std::string(meta.at(member).as_string()); };
            all[text("namespace") + '/' + text("name")] = text("uid") + ' ' + text("resourceVersion") + ' ' +
                                                          std::string(item.at("data").at("v").as_string());
        }
        return all;
    }

    void disturb_process()
    {
        auto const what = random.below(8);
        if (what < 5) write();
        if (what == 5) server.disconnect();
        if (what == 6) fail_disk(random.chance(50) ? ENOSPC : EIO, false);
        if (what == 7) server.inject(faults::unavailable().times(2));
    }
    void disturb_rest() // while no process runs
    {
        auto const what = random.below(8);
        if (what < 5) write();
        if (what == 5) server.compact();
        if (what == 6) flip_bit();
    }
    void fail_disk(int error, bool for_ever)
    {
        auto& files = storage->files;
        files.error = error;
        files.failing_call = files.calls + 1 + random.below(12);
        files.fails_from_there = for_ever;
    }
    void flip_bit()
    {
        auto* const bytes = storage->contents();
        if (!bytes || bytes->empty()) return;
        auto const at = random.below(bytes->size());
        (*bytes)[at] = static_cast<char>((*bytes)[at] ^ 1 << random.below(8));
    }

    void start()
    {
        log_text.str("");
        storage->files.failing_call = 0;
        now.emplace(*reader, io, options, truth, memory.value_or(states()));
    }
    // The process dies while it saves, or between two snapshots. What was not written to the disk is lost.
    void crash()
    {
        fail_disk(EIO, true);
        write();
        time.run_for(std::chrono::milliseconds(random.below(3000)));
        check();
        now.reset();
        storage->files = storage->files.after_crash(random.chance(50));
        memory.reset();
    }
    void end()
    {
        server.heal();
        storage->files.failing_call = 0;
        time.run_for(2min);
        check();
        CHECK(now->informer.has_synced());
        auto const there = objects(options.namespaces.empty() ? "" : "shop");
        CHECK(now->stored() == there);
        CHECK(now->forgetful.shown == there);
        if (remembers()) CHECK(now->mindful.shown == there);
        now->running.cancel();
        memory = there;
        now.reset();
    }
    // The handler's memory fits if it is as old as the snapshot, and the snapshot was used.
    bool remembers() const
    {
        auto const text = log_text.str();
        bool const used = text.find("a snapshot was read") != text.npos &&
                          text.find("refused") == text.npos && text.find("dropped") == text.npos;
        restored += used ? 1 : 0;
        return memory && used;
    }
    void check() const
    {
        CHECK(now->forgetful.wrong == "");
        if (remembers()) CHECK(now->mindful.wrong == "");
    }

    void run()
    {
        for (int lives = 0; lives != 5; ++lives) {
            start();
            for (auto n = random.below(8); n != 0; --n) {
                time.run_for(std::chrono::milliseconds(random.below(2500)));
                disturb_process();
            }
            if (random.chance(40))
                crash();
            else
                end();
            for (auto n = random.below(5); n != 0; --n) disturb_rest();
        }
        start();
        end();
    }

    dice random;
    std::shared_ptr<disk> storage = std::make_shared<disk>();
    informer_options options;
    std::set<std::string> truth;
    std::optional<states> memory; // what the second handler knows from the process before
    int writes = 0;
    mutable int restored = 0;
    std::optional<client> reader;
    std::optional<life<T>> now;
};

// Lets an informer read enough objects for a dictionary, and returns true if later ones are compressed
// with it. The dictionary stays for all later informers of this process.
bool makes_dictionary(encoding form)
{
    restart_world<compressed_map> world(0, form);
    std::string text;
    for (int n = 0; n != 120; ++n) text += restart_world<compressed_map>::content_of(n);
    for (int n = 0; n != 12; ++n) world.put("bulk-" + std::to_string(n), text);
    for (int lists = 0; lists != 3; ++lists) {
        life<compressed_map> reads(*world.reader, world.io, {}, world.truth, {});
        world.time.run_for(1s);
    }
    world.put("later", text);
    life<compressed_map> reads(*world.reader, world.io, {}, world.truth, {});
    world.time.run_for(1s);
    return reads.informer.snapshot().get("shop", "later")->all.size_bytes() < text.size() / 2;
}

// Returns how many snapshots were restored.
template <class T>
int run_worlds(encoding form)
{
    int restored = 0;
    for (std::uint64_t seed = 0; seed != 60; ++seed) {
        INFO("seed " << seed);
        restart_world<T> world(seed, form);
        world.run();
        restored += world.restored;
    }
    return restored;
}

constexpr int enough = 100; // restored snapshots, else the worlds would say nothing about them

} // namespace

TEST_CASE("whatever happens to process, disk and server, the next process tells the truth")
{
    CHECK(run_worlds<config_map>(encoding::json) > enough);
}

TEST_CASE("the next process tells the truth of whole objects, in JSON and in protobuf")
{
    auto const form = GENERATE(encoding::json, encoding::protobuf);
    CHECK(run_worlds<whole_map>(form) > enough);
}

TEST_CASE("the next process tells the truth of compressed objects, in JSON and in protobuf")
{
    auto const form = GENERATE(encoding::json, encoding::protobuf);
    bool const is_compressed = makes_dictionary(form);
    CHECK(is_compressed == (dictionary_bytes() != 0)); // false if the library was built without zstd
    CHECK(run_worlds<compressed_map>(form) > enough);
}

#include "cache/warm/snapshot_restorer.hpp"

#include "api/client/watch_rules.hpp"
#include "api/object/object_bytes.hpp"
#include "cache/store/key_table.hpp"
#include "cache/warm/storage_call.hpp"
#include "core/deadline.hpp"
#include "core/exceptions.hpp"

#include <coinformer/api/allocated_bytes.hpp>

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace coinformer::detail {

namespace {

using parts = std::map<std::string, complete_list>; // by namespace

constexpr std::chrono::seconds worth_a_warning{10};

void refuse_damaged(restored_snapshot& found, char const* what)
{
    found.refusal = snapshot_refusal::damaged;
    found.details = what;
    found.objects.clear();
}

// Returns true if no two objects have one key. The store relies on that, and a file can say anything.
bool has_distinct_keys(std::vector<object_ref> const& objects)
{
    key_table places;
    for (slot_id place = 0; place != objects.size(); ++place) {
        auto const key = objects[place]->key();
        auto const hash = hash_of(key);
        if (places.find(hash, [&](slot_id at) { return objects[at]->key() == key; })) return false;
        places.insert(hash, place);
    }
    return true;
}

// Gives each namespace its objects; an informer that reads all namespaces has one part. Sets the refusal if
// the objects are not those of these namespaces, or could not be the contents of a store.
parts parts_of(restored_snapshot& found, std::vector<std::string> const& namespaces)
{
    parts all;
    auto const count = std::max<std::size_t>(namespaces.size(), 1);
    if (found.versions.size() != count) return refuse_damaged(found, "the number of its versions"), all;
    bool const are_versions = std::ranges::all_of(found.versions, is_resource_version);
    if (!are_versions) return refuse_damaged(found, "what it has for a version"), all;
    if (!has_distinct_keys(found.objects)) return refuse_damaged(found, "two objects of one name"), all;
    for (std::size_t i = 0; i != count; ++i) {
        auto const ns = namespaces.empty() ? std::string() : namespaces[i];
        all[ns] = complete_list{.objects = {}, .version = found.versions[i], .ns = ns};
        all[ns].share = found.share;
    }
    if (namespaces.empty()) {
        all.begin()->second.objects = std::exchange(found.objects, {});
    } else {
        for (auto& object : found.objects) {
            auto const part = all.find(std::string(object->key().ns));
            if (part == all.end()) return refuse_damaged(found, "an object of another namespace"), parts();
            part->second.objects.push_back(std::move(object));
        }
    }
    for (auto& [ns, part] : all) {
        part.bytes = allocated_bytes(part.objects.capacity() * sizeof(object_ref));
        for (auto const& object : part.objects) part.bytes += object_bytes(object);
    }
    return all;
}

} // namespace

task<std::optional<complete_list>> snapshot_restorer::take(std::string ns) &
{
    auto const permit = co_await one_.acquire();
    if (!is_read_) co_await read();
    auto part = parts_.extract(ns);
    if (part.empty()) co_return std::nullopt;
    co_return std::move(part.mapped());
}

task<> snapshot_restorer::read() &
{
    auto server = co_await facts_.source.server_identity();
    auto const origin = facts_.origin(std::move(server));
    restored_snapshot found;
    parts read;
    auto work = [&](snapshot_storage& storage) {
        found = read_snapshot(storage, facts_.type, origin);
        if (!found.refusal) read = parts_of(found, facts_.options.namespaces);
    };
    auto const began = facts_.time().now();
    std::exception_ptr failure;
    try {
        deadline slow(facts_.time(), worth_a_warning, [&] {
            note_slow();
            slow.suspend();
        });
        (void)co_await slow.guard(load(work));
    } catch (...) {
        failure = std::current_exception();
    }
    if (failure) {
        auto const asked = co_await boost::asio::this_coro::cancellation_state;
        if (asked.cancelled() != boost::asio::cancellation_type::none) std::rethrow_exception(failure);
        is_read_ = true;
        co_return refuse(snapshot_refusal::unreadable, message_of(failure));
    }
    auto const took = std::chrono::floor<std::chrono::milliseconds>(facts_.time().now() - began);
    is_read_ = true;
    if (found.refusal) co_return refuse(*found.refusal, found.details);
    parts_ = std::move(read);
    std::size_t objects = 0;
    for (auto const& [ns, part] : parts_) objects += part.objects.size();
    auto const version = found.versions.front();
    saver_.begin_with(std::move(found.versions), std::move(found.share));
    facts_.log().log(log_level::info, "a snapshot was read",
                     {{"collection", facts_.path},
                      {"from", facts_.storage->name()},
                      {"objects", std::to_string(objects)},
                      {"version", version},
                      {"took", std::to_string(took.count()) + " ms"},
                      {"next", facts_.options.shard ? "watch what this process holds of it, from this version"
                                                    : "watch from this version"}});
}

// Waits for its turn, and then for the storage. Nothing can end a call that hangs in a storage, so that there
// is no limit.
task<> snapshot_restorer::load(std::function<void(snapshot_storage&)> work) &
{
    auto const permit = co_await facts_.context.snapshot_readers().acquire();
    co_await call_storage(*facts_.storage, std::move(work));
}

void snapshot_restorer::note_slow() const
{
    facts_.log().log(
        log_level::warning,
        "a snapshot has not been read for " + std::to_string(worth_a_warning.count()) + " s",
        {{"collection", facts_.path},
         {"from", facts_.storage->name()},
         {"next", "the informer waits for this storage, or for another one that is read before"}});
}

void snapshot_restorer::refuse(snapshot_refusal why, std::string const& details) const
{
    facts_.counts.was_read(label_of(why));
    bool const is_first_start = why == snapshot_refusal::not_found;
    bool const is_usual = is_first_start || why == snapshot_refusal::other_share;
    auto const level = is_usual ? log_level::info : log_level::warning;
    auto const what = is_first_start ? std::string("there is no snapshot yet")
                                     : "a snapshot was refused: it is " + std::string(words_of(why));
    facts_.log().log(level, what,
                     {{"collection", facts_.path},
                      {"from", facts_.storage->name()},
                      {"details", details},
                      {"next", "the collection is listed"}});
}

void snapshot_restorer::note_accepted() const
{
    facts_.counts.was_read("restored");
}

void snapshot_restorer::note_other_share() const
{
    refuse(snapshot_refusal::other_share, "this process holds no part of it");
}

void snapshot_restorer::note_refused(std::string const& ns, error_code why) const
{
    bool const is_old = why == condition::gone;
    bool const is_unknown = why == errc::version_too_large || why == errc::history_replaced;
    facts_.counts.was_read(is_old ? "old" : is_unknown ? "unknown_version" : "not_resumed");
    facts_.log().log(is_old ? log_level::info : log_level::warning,
                     is_old ? "the server has forgotten what happened since a snapshot was saved"
                            : "a snapshot is dropped, because no watch goes on from it",
                     {{"collection", facts_.source.name(ns)},
                      {"from", facts_.storage->name()},
                      {"cause", why ? why.message() : "the server has not confirmed its version"},
                      {"next", is_old ? "handlers get its objects, and the collection is listed"
                                      : "the collection is listed"}});
}

} // namespace coinformer::detail

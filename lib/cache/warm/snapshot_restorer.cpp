#include "cache/warm/snapshot_restorer.hpp"

#include "api/object/object_bytes.hpp"
#include "cache/store/key_table.hpp"
#include "cache/warm/storage_call.hpp"

#include <coinformer/api/allocated_bytes.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace coinformer::detail {

namespace {

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
    auto work = [&](snapshot_storage& storage) {
        found = read_snapshot(storage, facts_.type, origin);
        if (found.refusal || has_distinct_keys(found.objects)) return;
        found.refusal = snapshot_refusal::damaged;
        found.details = "two objects of one name";
    };
    auto const began = facts_.time().now();
    co_await call_storage(*facts_.storage, work);
    auto const took = std::chrono::floor<std::chrono::milliseconds>(facts_.time().now() - began);
    is_read_ = true;
    if (found.refusal) co_return refuse(*found.refusal, found.details);
    auto const objects = found.objects.size();
    auto versions = found.versions;
    if (!distribute(std::move(found))) co_return;
    auto const version = versions.front();
    saver_.begin_with(std::move(versions));
    facts_.counts.was_read("restored");
    facts_.log().log(log_level::info, "a snapshot was read",
                     {{"collection", facts_.path},
                      {"from", facts_.storage->name()},
                      {"objects", std::to_string(objects)},
                      {"version", version},
                      {"took", std::to_string(took.count()) + " ms"},
                      {"next", "watch from this version"}});
}

// Gives each namespace its objects. Returns false if the snapshot is refused.
bool snapshot_restorer::distribute(restored_snapshot from)
{
    auto const& names = facts_.options.namespaces;
    std::map<std::string, complete_list> parts;
    auto const count = std::max<std::size_t>(names.size(), 1);
    if (from.versions.size() != count)
        return refuse(snapshot_refusal::damaged, "the number of its versions"), false;
    for (std::size_t i = 0; i != count; ++i) {
        auto const ns = names.empty() ? std::string() : names[i];
        parts[ns] = complete_list{.objects = {}, .version = std::move(from.versions[i]), .ns = ns};
    }
    for (auto& object : from.objects) {
        auto const part = parts.find(names.empty() ? std::string() : std::string(object->key().ns));
        if (part == parts.end())
            return refuse(snapshot_refusal::damaged, "an object of a namespace that was not saved"), false;
        part->second.bytes += object_bytes(object);
        part->second.objects.push_back(std::move(object));
    }
    for (auto& [ns, part] : parts)
        part.bytes += allocated_bytes(part.objects.capacity() * sizeof(object_ref));
    parts_ = std::move(parts);
    return true;
}

void snapshot_restorer::refuse(snapshot_refusal why, std::string const& details)
{
    facts_.counts.was_read(label_of(why));
    bool const is_first_start = why == snapshot_refusal::not_found;
    auto const level = is_first_start ? log_level::info : log_level::warning;
    auto const what = is_first_start ? std::string("there is no snapshot yet")
                                     : "a snapshot was refused: it is " + std::string(words_of(why));
    facts_.log().log(level, what,
                     {{"collection", facts_.path},
                      {"from", facts_.storage->name()},
                      {"details", details},
                      {"next", "the collection is listed"}});
}

void snapshot_restorer::note_refused(std::string const& ns, std::string const& why) const
{
    facts_.counts.was_read("unknown_version");
    facts_.log().log(log_level::warning, "a snapshot was refused by the server",
                     {{"collection", facts_.source.name(ns)},
                      {"from", facts_.storage->name()},
                      {"cause", why},
                      {"next", "the collection is listed"}});
}

} // namespace coinformer::detail

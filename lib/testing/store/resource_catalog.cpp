#include "testing/store/resource_catalog.hpp"

#include <algorithm>

namespace coinformer::testing::detail {

namespace {

std::string collection_name(std::string_view group, std::string_view version, std::string_view plural)
{
    return std::string(group).append("/").append(version).append("/").append(plural);
}

// Events of both groups, "" and events.k8s.io, are in one storage, as in a real server.
std::string_view stored_group(std::string_view group, std::string_view plural) noexcept
{
    return group == "events.k8s.io" && plural == "events" ? std::string_view() : group;
}

std::string storage_name(served_resource const& of)
{
    return std::string(stored_group(of.group, of.plural)).append("/").append(of.plural);
}

} // namespace

collection& resource_catalog::serve(served_resource of, revision now)
{
    auto& slot = collections_[collection_name(of.group, of.version, of.plural)];
    if (slot) return *slot;
    std::shared_ptr<storage> objects;
    if (auto const* sibling = find(stored_group(of.group, of.plural), of.plural)) {
        objects = sibling->objects();
    } else {
        objects = std::make_shared<storage>(of.api_version(), history_);
        objects->compact(now);
    }
    slot = std::make_unique<collection>(std::move(of), std::move(objects));
    return *slot;
}

template <class Kept>
void resource_catalog::retire(std::string_view group, std::string_view plural, Kept kept)
{
    for (auto it = collections_.begin(); it != collections_.end();) {
        auto const& of = it->second->resource();
        if (of.group == group && of.plural == plural && !kept(of)) {
            it->second->retire();
            retired_.push_back(std::move(it->second));
            it = collections_.erase(it);
        } else {
            ++it;
        }
    }
}

void resource_catalog::define(std::vector<served_resource> const& versions, revision now)
{
    if (versions.empty()) return;
    auto const& first = versions.front();
    auto const* const there = find(first.group, first.plural);
    auto objects = there ? there->objects() : std::make_shared<storage>(first.api_version(), history_);
    if (!there) objects->compact(now);
    retire(first.group, first.plural,
           [&](auto const& of) { return std::ranges::find(versions, of) != versions.end(); });
    for (auto const& of : versions) {
        auto& slot = collections_[collection_name(of.group, of.version, of.plural)];
        if (!slot) slot = std::make_unique<collection>(of, objects);
    }
}

void resource_catalog::remove(std::string_view group, std::string_view plural)
{
    retire(group, plural, [](auto const&) { return false; });
}

collection* resource_catalog::find(std::string_view group, std::string_view version,
                                   std::string_view plural) const
{
    auto const it = collections_.find(collection_name(group, version, plural));
    return it == collections_.end() ? nullptr : it->second.get();
}

collection* resource_catalog::find(std::string_view group, std::string_view plural) const
{
    for (auto const& [name, in] : collections_)
        if (in && in->resource().group == group && in->resource().plural == plural) return in.get();
    return nullptr;
}

bool resource_catalog::has_group(std::string_view group) const
{
    auto const prefix = std::string(group) + "/";
    auto const it = collections_.lower_bound(prefix);
    return it != collections_.end() && it->first.starts_with(prefix);
}

std::vector<served_resource const*> resource_catalog::served() const
{
    std::vector<served_resource const*> all;
    for (auto const& [name, in] : collections_) all.push_back(&in->resource());
    return all;
}

std::map<std::string, storage, std::less<>> resource_catalog::backup() const
{
    std::map<std::string, storage, std::less<>> all;
    for (auto const& [name, in] : collections_) all.emplace(storage_name(in->resource()), *in->objects());
    return all;
}

void resource_catalog::restore(std::map<std::string, storage, std::less<>> const& then, revision at)
{
    for (auto const& [name, in] : collections_) {
        auto const was = then.find(storage_name(in->resource()));
        in->objects()->restore(was == then.end() ? nullptr : &was->second, at);
    }
}

void resource_catalog::compact(revision now)
{
    for (auto const& [name, in] : collections_) in->compact(now);
}

} // namespace coinformer::testing::detail

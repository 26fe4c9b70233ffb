#include <coinformer/parts/delta.hpp>

#include "cache/store/key_table.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <unordered_set>

namespace coinformer::parts::detail {

using namespace coinformer::detail;

namespace {

using list_delta = std::unique_ptr<complete_list>;
using lost_delta = std::unique_ptr<object_lost>;
using bookmark_delta = std::unique_ptr<collection_bookmark>;

// Returns the objects with each key once. A server's list has each key once, and the store relies on that. In
// a list of the program's own, the last object of a key counts, as in client-go.
std::vector<object_ref> each_key_once(std::vector<object_ref> objects)
{
    std::unordered_set<object_key, key_hash> keys; // point into the objects that are kept
    auto const comes_later = [&](object_ref const& o) { return !keys.insert(o->key()).second; };
    auto const kept = std::remove_if(objects.rbegin(), objects.rend(), comes_later);
    objects.erase(objects.begin(), kept.base());
    return objects;
}

} // namespace

delta_kind kind_of(untyped_delta const& d) noexcept
{
    if (std::holds_alternative<object_added>(d)) return delta_kind::added;
    if (std::holds_alternative<object_updated>(d)) return delta_kind::updated;
    if (std::holds_alternative<object_deleted>(d)) return delta_kind::deleted;
    if (std::holds_alternative<lost_delta>(d)) return delta_kind::lost;
    return std::holds_alternative<list_delta>(d) ? delta_kind::replaced : delta_kind::bookmark;
}

object_key key_of(untyped_delta const& d) noexcept
{
    if (auto const* const change = change_in(d)) return change->object->key();
    if (auto const* const lost = std::get_if<lost_delta>(&d)) return {(*lost)->ns, (*lost)->name};
    return {};
}

object_ref object_of(untyped_delta const& d) noexcept
{
    auto const* const change = change_in(d);
    return change ? change->object : object_ref();
}

std::vector<object_ref> const& objects_of(untyped_delta const& d) noexcept
{
    static std::vector<object_ref> const none;
    auto const* const list = std::get_if<list_delta>(&d);
    return list ? (*list)->objects : none;
}

std::string_view version_of(untyped_delta const& d) noexcept
{
    if (auto const* const change = change_in(d)) return change->object->resource_version();
    if (auto const* const lost = std::get_if<lost_delta>(&d)) return (*lost)->reached.version;
    if (auto const* const list = std::get_if<list_delta>(&d)) return (*list)->version;
    return (*std::get_if<bookmark_delta>(&d))->version;
}

std::string_view ns_of(untyped_delta const& d) noexcept
{
    if (auto const* const list = std::get_if<list_delta>(&d)) return (*list)->ns;
    auto const* const mark = std::get_if<bookmark_delta>(&d);
    return mark ? std::string_view((*mark)->ns) : std::string_view();
}

std::vector<std::pair<std::string, std::string>> const& undecoded_of(untyped_delta const& d) noexcept
{
    static std::vector<std::pair<std::string, std::string>> const none;
    auto const* const list = std::get_if<list_delta>(&d);
    return list ? (*list)->undecoded : none;
}

bool is_complete(untyped_delta const& d) noexcept
{
    auto const* const list = std::get_if<list_delta>(&d);
    return !list || !(*list)->incomplete;
}

object_ref demanded(object_ref object)
{
    if (!object) throw api_error(errc::bad_request, "parts::delta", "the object is null");
    return object;
}

untyped_delta replacement(std::vector<object_ref> objects, std::string version, std::string ns)
{
    complete_list all{
        .objects = each_key_once(std::move(objects)), .version = std::move(version), .ns = std::move(ns)};
    return std::make_unique<complete_list>(std::move(all));
}

untyped_delta reached(std::string version, std::string ns)
{
    collection_bookmark mark{.version = std::move(version), .ns = std::move(ns)};
    return std::make_unique<collection_bookmark>(std::move(mark));
}

} // namespace coinformer::parts::detail

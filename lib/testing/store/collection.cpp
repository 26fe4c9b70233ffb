#include "testing/store/collection.hpp"

#include "testing/store/conversion.hpp"

namespace coinformer::testing::detail {

bool object_scope::holds(stored_object const& o) const
{
    return (ns.empty() || ns == o.ns()) && (select.everything() || select.matches(o.body())) &&
           shard.matches(o);
}

stored_ref collection::shown(stored_ref object) const
{
    if (!object || in_->api_version() == of_.api_version()) return object;
    return std::make_shared<stored_object const>(of_, converted(object->body(), of_.api_version()),
                                                 object->at());
}

void collection::apply(change_type type, stored_ref is)
{
    if (in_->api_version() != of_.api_version())
        is = std::make_shared<stored_object const>(of_, converted(is->body(), in_->api_version()), is->at());
    in_->apply(type, std::move(is));
}

change collection::operator[](position p) const
{
    auto const& c = (*in_)[p];
    return {c.type, shown(c.was), shown(c.is)};
}

object_page collection::page(object_scope const& scope, revision at, std::string_view after,
                             std::size_t limit) const
{
    object_page page;
    page.shard = scope.shard.normalized();
    std::size_t left = 0;
    std::string last;
    in_->visit_at(at, scope.ns, after, [&](std::string const& key, stored_ref const& stored) {
        if (limit != 0 && page.items.size() == limit) {
            ++left;                    // the next page finds out whether the selector accepts it
            return scope.everything(); // true: go on, to count the rest
        }
        auto object = shown(stored);
        if (!scope.holds(*object)) return true;
        page.items.push_back(std::move(object));
        last = key;
        return true;
    });
    if (left == 0) return page;
    page.last_key = std::move(last);
    if (scope.everything()) page.remaining = left;
    return page;
}

} // namespace coinformer::testing::detail

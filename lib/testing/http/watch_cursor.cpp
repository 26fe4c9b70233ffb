#include "testing/http/watch_cursor.hpp"

#include "testing/http/protobuf_answer.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>

namespace coinformer::testing::detail {

namespace json = boost::json;

watch_cursor::watch_cursor(collection const& of, revision now, collection_query query)
    : of_(&of), scope_(query.scope(of.resource()))
{
    auto const stream = query.send_initial_events;
    if (stream && query.resource_version_match != "NotOlderThan")
        refuse_options("resourceVersionMatch",
                       "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    if (!stream && !query.resource_version_match.empty())
        refuse_options("resourceVersionMatch",
                       "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
    auto const from =
        query.resource_version.empty() ? revision(0) : parse_single_revision(query.resource_version);
    if (stream && from > now) throw version_too_large(from, now);
    if (stream.value_or(from == 0)) {
        initial_ = of.page(scope_, now, {}, 0).items;
        std::ranges::reverse(initial_);
        announce_initial_end_ = stream.has_value() && query.bookmarks;
        from_ = now;
    } else if (from == 0) {
        from_ = now;
    } else {
        if (from < of.oldest()) throw watch_too_old(from, of.oldest());
        from_ = from; // it may be yet to come; then the events up to it are not shown
    }
    next_ = of.after(from_);
    reached_ = from_;
}

std::optional<watch_cursor::event> watch_cursor::next(initial_events initial)
{
    if (mixes_changes_in_ && has_initial_events())
        if (auto e = next_change()) {
            supersede(*e);
            return e;
        }
    if (has_initial_events() && initial == initial_events::later) return std::nullopt;
    if (!initial_.empty()) {
        event e{"ADDED", std::move(initial_.back()), 0, false};
        initial_.pop_back();
        e.at = e.object->at();
        return e;
    }
    if (announce_initial_end_) {
        announce_initial_end_ = false;
        return event{"BOOKMARK", nullptr, reached_, true};
    }
    return next_change();
}

std::optional<watch_cursor::event> watch_cursor::next_change()
{
    while (!lost() && next_ != of_->end()) {
        auto e = shown((*of_)[next_++]);
        if (!e) continue;
        reached_ = e->at;
        return e;
    }
    return std::nullopt;
}

// If an object changes before its initial event was sent, the change takes the place of the initial event: it
// is an ADDED, because the object is new to the reader.
void watch_cursor::supersede(event& e)
{
    auto const same = [&](stored_ref const& o) {
        return o->ns() == e.object->ns() && o->name() == e.object->name();
    };
    if (std::erase_if(initial_, same) != 0 && e.type == "MODIFIED") e.type = "ADDED";
}

// Returns the event as this watch shows it. An object that begins to match the selector is ADDED, and one
// that matches no longer is DELETED.
std::optional<watch_cursor::event> watch_cursor::shown(change const& c) const
{
    auto const at = c.is->at();
    if (at <= from_) return std::nullopt;
    auto const was = c.was && scope_.holds(*c.was);
    auto const is = c.type != change_type::deleted && scope_.holds(*c.is);
    if (is) return event{was ? "MODIFIED" : "ADDED", c.is, at, false};
    if (!was) return std::nullopt;
    if (c.type == change_type::deleted) return event{"DELETED", c.is, at, false};
    // A real server sends the last state that matched, with the version of the change.
    auto last = with_revision(c.was->body(), at);
    return event{"DELETED", std::make_shared<stored_object const>(of_->resource(), std::move(last), at), at,
                 false};
}

void watch_cursor::append_line(std::string& out, event const& e)
{
    if (writes_protobuf_) {
        out += protobuf_event(e.type, e.object ? e.object->body() : bookmark(e));
        return;
    }
    out.append("{\"type\":\"").append(e.type).append("\",\"object\":");
    if (!e.object)
        view_.append_object(out, of_->resource(), bookmark(e));
    else if (view_.whole())
        out.append(e.object->text());
    else
        view_.append_object(out, of_->resource(), e.object->body());
    out.append("}\n");
}

// Returns the object of a bookmark: it has the resource's kind and nothing else but the version.
json::object watch_cursor::bookmark(event const& e) const
{
    json::object metadata, body;
    metadata["resourceVersion"] = std::to_string(e.at);
    if (view_.whole()) metadata["creationTimestamp"] = nullptr;
    if (e.initial_end) metadata["annotations"] = json::object{{"k8s.io/initial-events-end", "true"}};
    body["kind"] = of_->resource().kind;
    body["apiVersion"] = of_->resource().api_version();
    body["metadata"] = std::move(metadata);
    return body;
}

void watch_cursor::append_error(std::string& out, refusal const& why)
{
    out.append("{\"type\":\"ERROR\",\"object\":").append(json::serialize(why.json())).append("}\n");
}

} // namespace coinformer::testing::detail

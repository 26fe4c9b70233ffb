#include "api/source/own_source.hpp"

#include "api/client/watch_rules.hpp"
#include "core/exceptions.hpp"
#include "core/run_on.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <algorithm>
#include <new>
#include <optional>

namespace coinformer::detail {

namespace {

// Awaits what the user's code does. An exception that says nothing about a source becomes an error that the
// reflector recovers from: a mistake in one answer of a source must not end the informer. So does a
// cancellation that nobody has asked for, such as that of a timer of the source's own, and an error of
// misuse. The body gets an awaitable thread of its own (run_on), because it may switch its cancellation off
// to clean up, which would hide from this function that it was cancelled.
template <class T>
task<T> answer_of(std::string name, server_access& access, task<T> body)
{
    std::exception_ptr failure;
    executor const ex = co_await boost::asio::this_coro::executor;
    auto const asked = co_await boost::asio::this_coro::cancellation_state;
    try {
        T answer = co_await run_on(ex, std::move(body));
        access.record_answer();
        co_return answer;
    } catch (std::bad_alloc const&) {
        throw;
    } catch (...) {
        failure = std::current_exception();
    }
    if (asked.cancelled() != boost::asio::cancellation_type::none) // whatever words the source has for it
        throw api_error(errc::cancelled, std::move(name));
    auto const code = code_of(failure);
    if (code && code != condition::cancelled && code != condition::misused) std::rethrow_exception(failure);
    throw api_error(errc::internal_server_error, std::move(name),
                    "the source failed: " + message_of(failure));
}

[[noreturn]] void refuse(std::string name, std::string why)
{
    throw api_error(errc::unexpected_content, std::move(name), "the source " + std::move(why));
}

// Returns true if the reader does not want this object.
bool is_foreign(object_ref const& object, needed_objects const& need)
{
    return need.share && !need.share->holds(object->key(), object->uid());
}

// The result of a list, which has arrived as a whole.
class own_page final : public list_reading, private list_items {
public:
    own_page(untyped_part all, needed_objects need) : all_(std::move(all)), need_(need)
    {
        meta_ = {std::move(all_.resource_version), std::move(all_.continue_token), all_.remaining};
    }

    [[nodiscard]] task<bool> fetch() & override { co_return false; }
    list_items& items() noexcept override { return *this; }

private:
    step next() override
    {
        if (next_object_ != all_.objects.size())
            return is_foreign(all_.objects[next_object_++], need_) ? step::foreign : step::object;
        if (next_fault_ != all_.faults.size()) return ++next_fault_, step::fault;
        return step::need_more;
    }
    object_ref take_object() override { return std::move(all_.objects[next_object_ - 1]); }
    object_key passed_over() const noexcept override { return all_.objects[next_object_ - 1]->key(); }
    decode_fault const& fault() const noexcept override { return all_.faults[next_fault_ - 1]; }
    list_meta const& finish() override { return meta_; }

    untyped_part all_;
    needed_objects need_;
    list_meta meta_;
    std::size_t next_object_ = 0, next_fault_ = 0;
};

// The events of a watch: those that the last fetch() has brought. As a server ends each watch after some
// minutes, this ends a watch whose source goes on for longer than it was asked to. So a source need not look
// at the clock.
class own_watch final : public watch_reading, private watch_events {
public:
    own_watch(std::string name, source_context& context, std::unique_ptr<untyped_event_stream> from,
              needed_objects need, duration lasts)
        : name_(std::move(name)), time_(*context.env().time), access_(context.access()),
          from_(std::move(from)), need_(need), ends_(time_.now() + lasts)
    {
    }

    [[nodiscard]] task<bool> fetch() & override
    {
        std::optional<std::vector<untyped_source_event>> arrived;
        auto const left = std::max(ends_ - time_.now(), duration::zero());
        co_await finished_in_time(time_, left,
                                  store_result(answer_of(name_, access_, from_->next()), arrived));
        arrived_ = std::move(arrived).value_or(std::vector<untyped_source_event>());
        next_ = 0;
        co_return !arrived_.empty();
    }
    watch_events& events() noexcept override { return *this; }

private:
    step next() override
    {
        if (next_ == arrived_.size()) {
            // The wait for more may be long, and a burst may have been large; clear() would keep its memory.
            arrived_ = std::vector<untyped_source_event>();
            next_ = 0;
            return step::need_more;
        }
        auto const& event = arrived_[next_++];
        auto const s = std::visit([this](auto const& e) { return take(e); }, event);
        auto const* const change = std::get_if<untyped_event>(&event);
        bool const is_removal = change && change->type == watch_event_type::deleted; // also a foreign one
        type_ = is_removal ? step::deleted : s;
        return s;
    }
    object_ref take_object() override
    {
        return std::move(std::get<untyped_event>(arrived_[next_ - 1]).object);
    }
    object_key passed_over() const noexcept override
    {
        return std::get_if<untyped_event>(&arrived_[next_ - 1])->object->key();
    }
    decode_fault const& fault() const noexcept override
    {
        return *std::get_if<decode_fault>(&arrived_[next_ - 1]);
    }

    step take(untyped_event const& event)
    {
        if (!event.object) refuse("watch " + name_, "has returned an event without an object");
        version_ = event.object->resource_version();
        if (is_foreign(event.object, need_)) return step::foreign;
        switch (event.type) {
        case watch_event_type::added: return step::added;
        case watch_event_type::modified: return step::modified;
        case watch_event_type::deleted: break;
        }
        return step::deleted;
    }
    step take(bookmark const& reached)
    {
        version_ = reached.resource_version;
        initial_events_end_ = reached.ends_initial_events;
        return step::bookmark;
    }
    step take(decode_fault const&)
    {
        version_.clear();
        return step::fault;
    }

    std::string name_;
    time_source& time_;
    server_access& access_;
    std::unique_ptr<untyped_event_stream> from_;
    needed_objects need_;
    time_point ends_;
    std::vector<untyped_source_event> arrived_;
    std::size_t next_ = 0;
};

// An empty answer of a task<>, so that answer_of() serves it as well.
task<bool> done(task<> body)
{
    co_await std::move(body);
    co_return true;
}

} // namespace

own_source::own_source(std::unique_ptr<untyped_list_watch> from, source_context& context)
    : from_(std::move(from)), name_(from_->name()), context_(context)
{
}

std::string own_source::name(std::string const& ns) const
{
    return ns.empty() ? name_ : name_ + ", namespace " + ns;
}

task<std::unique_ptr<list_reading>> own_source::list(page_request what, needed_objects need)
{
    auto where = name(what.ns);
    auto part = co_await answer_of(where, context_.access(), from_->list(std::move(what)));
    if (!is_resource_version(part.resource_version))
        refuse("list " + where, "gives the list_part::resource_version \"" +
                                    part.resource_version.substr(0, 40) +
                                    "\", which is no positive decimal number");
    if (std::ranges::any_of(part.objects, [](auto const& object) { return !object; }))
        refuse("list " + where, "has returned a list with an object that is null");
    co_return std::make_unique<own_page>(std::move(part), need);
}

task<std::unique_ptr<watch_reading>> own_source::watch(watch_request what, needed_objects need)
{
    auto where = name(what.ns);
    duration const lasts = what.lasts;
    auto events = co_await answer_of(where, context_.access(), from_->watch(std::move(what)));
    if (!events) refuse("watch " + where, "has returned no event_stream");
    co_return std::make_unique<own_watch>(std::move(where), context_, std::move(events), need, lasts);
}

task<bool> own_source::confirm(std::string ns, std::string version)
{
    (void)co_await answer_of(name(ns), context_.access(), done(from_->confirm(std::move(version))));
    co_return true;
}

} // namespace coinformer::detail

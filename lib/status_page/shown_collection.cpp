#include "status_page/shown_collection.hpp"

#include "status_page/page_names.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr duration shortest_silence = std::chrono::seconds(75);
constexpr duration shown_after_its_end = std::chrono::minutes(10);

std::string key_of_informer(untyped_informer const& informer)
{
    auto const& of = informer.of();
    return informer_key(of.group, of.version, of.plural, informer.options().name);
}

std::string label_of_informer(untyped_informer const& informer)
{
    return collection_label(informer.of().plural, informer.options().name);
}

// A server that refuses to show one Secret names it: `secrets "db-password" is forbidden`.
informer_look without_names_of_secrets(informer_look look)
{
    auto const& informer = look.informer;
    if (!is_secret(informer.of()) || informer.options().field_selector.empty()) return look;
    auto& status = look.status;
    for (auto* const text : {&status.reflector.last_failure, &status.reflector.why_not_streamed,
                             &status.audit.last_failure, &look.ending})
        if (!text->empty()) *text = not_shown;
    return look;
}

} // namespace

bool is_secret(resource const& r) noexcept
{
    return r.kind == "Secret" || (r.group.empty() && r.plural == "secrets");
}

shown_collection::shown_collection(informer_look first, std::string id, time_point now, page_plots& plots)
    : look_(without_names_of_secrets(std::move(first))), id_(std::move(id)),
      key_(key_of_informer(look_.informer)), objects_(plots.objects, label_of_informer(look_.informer)),
      memory_(plots.memory, label_of_informer(look_.informer))
{
    two_looks const looks{.before = look_.status,
                          .now = look_.status,
                          .silence = std::max(look_.informer.options().silence, shortest_silence),
                          .ending = look_.ending};
    auto const [state, cause] = state_between(looks, nullptr);
    history_.add(now, now, state, cause);
    handlers_ = look_.status.handlers;
}

void shown_collection::note(informer_look next, time_point before, time_point now,
                            std::shared_ptr<informer_numbers const> numbers)
{
    next = without_names_of_secrets(std::move(next));
    numbers_ = std::move(numbers);
    gone_since_.reset();
    two_looks looks{.before = look_.status,
                    .now = next.status,
                    .silence = std::max(look_.informer.options().silence, shortest_silence),
                    .ending = next.ending};
    if (numbers_) {
        looks.cause_of_list = numbers_->cause_of_list;
        looks.cause_of_failure = numbers_->cause_of_failure;
    }
    auto const& spans = history_.spans();
    auto const [state, cause] = state_between(looks, spans.empty() ? nullptr : &spans.back());
    history_.add(before, now, state, cause);
    look_ = std::move(next);
    handlers_ = look_.status.handlers;
    if (handler_ && handlers_ != 0) --handlers_;
}

void shown_collection::note_gone(time_point before, time_point now)
{
    if (!gone_since_) gone_since_ = now;
    look_.status.reflector.now = phase::stopped;
    look_.status.taken_at = now;
    look_.status.synced = false;
    numbers_ = nullptr;
    history_.add(before, now, span_state::stopped, "its informer was released, or its factory was destroyed");
}

bool shown_collection::is_over(time_point now) const noexcept
{
    return gone_since_ && now - *gone_since_ >= shown_after_its_end;
}

void shown_collection::add_to_plots()
{
    if (is_gone()) return;
    objects_.add(static_cast<double>(look_.status.objects));
    memory_.add(static_cast<double>(look_.status.memory.total()));
}

void shown_collection::count_changes()
{
    bool const has_ended = look_.status.reflector.now == phase::stopped;
    if (handler_ || has_ended || is_secret(look_.informer.of())) return;
    auto options = handler_options{.name = std::string(name_of_page_handler)};
    options.resync = duration::zero();
    handler_ = look_.informer.on_change(changed_objects::handler_for(changes_), std::move(options));
}

} // namespace coinformer::detail

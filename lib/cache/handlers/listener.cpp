#include "cache/handlers/listener.hpp"
#include "cache/handlers/dispatcher.hpp"
#include "core/exceptions.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <new>

namespace coinformer::detail {

namespace {

constexpr duration shortest_resync = std::chrono::seconds(1);
constexpr std::size_t usual_capacity = handler_options().capacity;

/// A change of other objects, of which nothing is counted.
class lent_change {
public:
    lent_change(change const& like, event_kind what, object_ref const& old, object_ref const& cur) noexcept
        : change_{what, like.initial, like.final, object_ref::adopt(old.get()), object_ref::adopt(cur.get())}
    {
    }
    ~lent_change() {} // nor given back
    change const& operator*() const noexcept { return change_; }

private:
    union {
        change change_;
    };
};

/// What the filter leaves of a change, if anything.
class filtered_change {
public:
    filtered_change(closure& filter, change const& c) : left_(narrowed(filter, c, passes_)) {}
    bool passes() const noexcept { return passes_; }
    change const& operator*() const noexcept { return *left_; }

private:
    static lent_change narrowed(closure& filter, change const& c, bool& passes)
    {
        bool const was = c.old && filter.holds(c.old);
        // a deletion is decided by what was shown: the last state may be another one
        bool const is = c.what != event_kind::deleted && filter.holds(c.cur);
        passes = was || is;
        if (c.what != event_kind::updated || was == is) return {c, c.what, c.old, c.cur};
        if (is) return {c, event_kind::added, object_ref(), c.cur};
        return {c, event_kind::deleted, c.old, c.old};
    }

    bool passes_ = false;
    lent_change left_;
};

std::size_t size_of(std::unique_ptr<closure> const& c) noexcept
{
    return c ? c->size() : 0;
}

} // namespace

static_assert(sizeof(void*) != 8 || sizeof(listener) == 56, "there may be 100,000 of them");

void intrusive_ptr_add_ref(listener const* l) noexcept
{
    l->references_.fetch_add(1, std::memory_order_relaxed);
}

void intrusive_ptr_release(listener const* l) noexcept
{
    if (l->references_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    l->~listener();
    ::operator delete(const_cast<listener*>(l));
}

listener_ptr listener::make(untyped_handler handler, handler_options const& options,
                            boost::intrusive_ptr<dispatcher> of)
{
    auto const of_capacity = options.capacity == usual_capacity ? 0 : sizeof(options.capacity);
    auto const size = sizeof(listener) + of_capacity + size_of(handler.added) + size_of(handler.updated) +
                      size_of(handler.deleted) + size_of(handler.filter);
    auto* const place = ::operator new(size);
    try {
        return listener_ptr(::new (place) listener(handler, options, std::move(of)));
    } catch (...) { // without memory
        ::operator delete(place);
        throw;
    }
}

listener::listener(untyped_handler& handler, handler_options const& options, boost::intrusive_ptr<dispatcher> of)
    : policy_(options.policy), replaced_(options.replaced), pulled_(!handler.called),
      awaitable_((handler.added && handler.added->awaitable()) || (handler.updated && handler.updated->awaitable()) ||
                 (handler.deleted && handler.deleted->awaitable())),
      own_capacity_(options.capacity != usual_capacity), owner_(std::move(of))
{
    static_assert(sizeof(listener) % closure::alignment == 0 && sizeof(options.capacity) == closure::alignment &&
                  1 + closures * closure::largest / closure::alignment <= UINT8_MAX);
    auto const period = options.resync.value_or(duration::zero());
    if (period > duration::zero()) more().period = std::max(period, shortest_resync); // what may throw comes first
    std::size_t place = 0;
    if (own_capacity_) {
        ::new (behind_it()) std::size_t(std::min<std::size_t>(options.capacity, UINT32_MAX));
        place = sizeof(options.capacity);
    }
    std::unique_ptr<closure>* const from[closures] = {&handler.added, &handler.updated, &handler.deleted,
                                                      &handler.filter};
    for (std::size_t i = 0; i < closures; ++i) {
        if (!*from[i]) continue;
        auto const it = std::move(*from[i]);
        it->move_to(behind_it() + place);
        places_[i] = static_cast<std::uint8_t>(place / closure::alignment + 1);
        place += it->size();
    }
}

listener::~listener()
{
    let_go();
}

closure* listener::at(std::size_t which) noexcept
{
    auto const place = places_[which];
    if (place == 0) return nullptr;
    return std::launder(reinterpret_cast<closure*>(behind_it() + (place - 1u) * closure::alignment));
}

std::size_t listener::capacity() const noexcept
{
    return own_capacity_ ? *std::launder(reinterpret_cast<std::size_t const*>(this + 1)) : usual_capacity;
}

void listener::let_go() noexcept
{
    for (std::size_t i = 0; i < closures; ++i) {
        if (auto* const it = at(i)) it->~closure();
        places_[i] = 0;
    }
}

void listener::call(change const& c)
{
    if (auto* const f = at(filter)) {
        filtered_change const left(*f, c);
        auto* const it = left.passes() ? for_kind((*left).what) : nullptr;
        if (it) it->call(*left);
    } else if (auto* const it = for_kind(c.what)) {
        it->call(c);
    }
}

task<> listener::start(change const& c, lent& to)
{
    auto* const f = at(filter);
    if (!f) return start_one(c, to);
    filtered_change const left(*f, c);
    if (!left.passes()) return {};
    return start_one(*left, to);
}

task<> listener::start_one(change const& c, lent& to)
{
    auto* const it = for_kind(c.what);
    if (!it) return {};
    if (it->awaitable()) return it->start(c, to);
    it->call(c);
    return {};
}

void listener::failed(change const& c, std::exception_ptr failure) noexcept
{
    if (stopped) return; // it was cancelled: that is no failure
    ++owner_->failures;
    try {
        {
            auto const held = owner_->hold();
            ++more().failures;
        }
        owner_->report_failure(c, message_of(failure));
    } catch (...) { // no memory: it is among the failures of all at least
    }
}

// ---- how far it is

listener_state& listener::more()
{
    if (!state) state = std::make_unique<listener_state>();
    return *state;
}

std::uint64_t listener::handed_out() const noexcept
{
    if (behind()) return state->behind->handed_out();
    auto const& log = owner_->log;
    bool const ready = where == whereabouts::queued && position != log.end();
    return ready ? log.holding(position).end : position;
}

std::uint64_t listener::reached() const noexcept
{
    if (behind()) return state->reached;
    return where == whereabouts::running ? by()->begin : position;
}

std::size_t listener::of_log() const noexcept
{
    if (behind()) return state->behind->of_log();
    return static_cast<std::size_t>(owner_->log.end() - handed_out());
}

std::string listener::version() const
{
    if (behind() || stopped) return state->version;
    return owner_->log.version_before(reached());
}

backlog& listener::fall_behind()
{
    auto& s = more();
    if (s.behind) return *s.behind;
    auto& log = owner_->log;
    auto const at = handed_out();
    s.reached = reached();
    s.version = version();
    if (where == whereabouts::running || at != position) s.at_hand = view(log.holding(s.reached));
    if (where == whereabouts::queued) {
        if (at != position)
            (void)log.pass(position); // it holds it itself
        else {
            ring<listener>::unlink(*this);
            where = whereabouts::outside;
        }
    }
    s.behind.emplace(log, at, replaced_);
    return *s.behind;
}

void listener::catch_up()
{
    move_to(state->behind->handed_out());
    state->behind.reset();
    if (!state->stays()) state.reset();
}

handler_status listener::status(std::string const& of_log, time_point now) const
{
    handler_status s;
    auto const* const runs = where == whereabouts::running ? by() : nullptr;
    std::size_t const of_work = runs ? runs->handled.load() : 0;
    s.handled = handled + of_work;
    s.synced = seen_initial_list;
    if (state) {
        s.failures = state->failures;
        if (state->ended) s.ended = *state->ended;
    }
    if (position == 0) return s;
    auto const& log = owner_->log;
    auto const& at_hand = behind() ? state->at_hand : nullptr;
    auto waiting = behind() ? state->behind->size() : static_cast<std::size_t>(log.end() - position);
    if (runs)
        waiting += runs->work->changes.size() - of_work;
    else if (at_hand)
        waiting += at_hand->changes.size();
    bool const idle = !stopped && !runs && !at_hand && waiting == 0;
    s.resource_version = idle && seen_initial_list ? of_log : version();
    if (idle || stopped) return s;
    s.waiting = waiting;
    auto since = now;
    if (at_hand)
        since = at_hand->since;
    else if (behind())
        since = state->behind->oldest().value_or(now);
    else if (auto const at = reached(); at != log.end())
        since = log.holding(at).what->since;
    s.oldest = now - since;
    return s;
}

} // namespace coinformer::detail

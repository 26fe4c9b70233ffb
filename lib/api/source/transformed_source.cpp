#include "api/source/transformed_source.hpp"

#include "core/exceptions.hpp"

#include <new>
#include <optional>
#include <string>

namespace coinformer::detail {

namespace {

// The result of a transform for the last object: an object to store, a left-out key, or a fault.
class transformed_object {
public:
    // `by` outlives this object.
    explicit transformed_object(untyped_transform const& by) noexcept : by_(by) {}

    // Applies the transform. Returns false if its function has thrown; then fault() says so.
    bool put(object_ref received)
    {
        made_ = {};
        // A list returns an object of the store if it has not changed. Such an object has been computed
        // already.
        bool const is_from_store = by_.stored != by_.received && &received->type() == by_.stored;
        auto const key = received->key();
        try {
            made_ = is_from_store ? received : (*by_.apply)(received);
        } catch (std::bad_alloc const&) {
            throw;
        } catch (...) {
            fault_.emplace();
            fault_->code = errc::transform_failed;
            fault_->expected = "a result of the informer's transform";
            fault_->found = "the exception \"" + message_of(std::current_exception()) + '"';
            fault_->ns = key.ns;
            fault_->name = key.name;
        }
        if (!made_ && !fault_) { // the received object is dropped now, so the key is kept
            ns_ = key.ns;
            name_ = key.name;
        }
        return !fault_;
    }
    void forget_fault() noexcept { fault_.reset(); }

    bool is_left_out() const noexcept { return !made_; }
    object_ref take() noexcept { return std::move(made_); }
    // The key of an object that is left out.
    object_key key() const noexcept { return {ns_, name_}; }
    // Null if the transform has not failed.
    decode_fault const* fault() const noexcept { return fault_ ? &*fault_ : nullptr; }

private:
    untyped_transform const& by_;
    std::string ns_, name_;
    object_ref made_;
    std::optional<decode_fault> fault_;
};

class transformed_page final : public list_reading, private list_items {
public:
    transformed_page(std::unique_ptr<list_reading> from, untyped_transform const& by)
        : from_(std::move(from)), object_(by)
    {
    }

    [[nodiscard]] task<bool> fetch() & override { return from_->fetch(); }
    list_items& items() noexcept override { return *this; }

private:
    step next() override
    {
        object_.forget_fault();
        auto const s = from_->items().next();
        is_foreign_ = s == step::foreign;
        if (s != step::object) return s;
        if (!object_.put(from_->items().take_object())) return step::fault;
        return object_.is_left_out() ? step::left_out : step::object;
    }
    object_ref take_object() override { return object_.take(); }
    object_key passed_over() const noexcept override
    {
        return is_foreign_ ? from_->items().passed_over() : object_.key();
    }
    decode_fault const& fault() const noexcept override
    {
        return object_.fault() ? *object_.fault() : from_->items().fault();
    }
    list_meta const& finish() override { return from_->items().finish(); }

    std::unique_ptr<list_reading> from_;
    transformed_object object_;
    bool is_foreign_ = false; // the last item is
};

class transformed_watch final : public watch_reading, private watch_events {
public:
    transformed_watch(std::unique_ptr<watch_reading> from, untyped_transform const& by)
        : from_(std::move(from)), object_(by)
    {
    }

    [[nodiscard]] task<bool> fetch() & override { return from_->fetch(); }
    void note_reached(std::string_view version) override { from_->note_reached(version); }
    watch_events& events() noexcept override { return *this; }
    bool is_retired() const override { return from_->is_retired(); }

private:
    step next() override
    {
        object_.forget_fault();
        auto& events = from_->events();
        auto const s = events.next();
        is_foreign_ = s == step::foreign;
        if (s == step::need_more) return s;
        version_ = events.resource_version();
        initial_events_end_ = events.initial_events_end();
        bool const is_lost_deletion = (s == step::fault || is_foreign_) && events.is_deletion();
        type_ = is_lost_deletion ? step::deleted : s;
        has_type_ = events.has_type();
        if (s == step::error) status_ = events.answer();
        if (s != step::added && s != step::modified && s != step::deleted) return s;
        if (!object_.put(events.take_object())) return step::fault;
        return object_.is_left_out() ? step::left_out : s;
    }
    object_ref take_object() override { return object_.take(); }
    object_key passed_over() const noexcept override
    {
        return is_foreign_ ? from_->events().passed_over() : object_.key();
    }
    decode_fault const& fault() const noexcept override
    {
        return object_.fault() ? *object_.fault() : from_->events().fault();
    }

    std::unique_ptr<watch_reading> from_;
    transformed_object object_;
    bool is_foreign_ = false; // the object of the last event is
};

} // namespace

task<std::unique_ptr<list_reading>> transformed_source::list(page_request what, needed_objects need)
{
    auto page = co_await from_->list(std::move(what), need);
    co_return std::make_unique<transformed_page>(std::move(page), by_);
}

task<std::unique_ptr<watch_reading>> transformed_source::watch(watch_request what, needed_objects need)
{
    auto events = co_await from_->watch(std::move(what), need);
    co_return std::make_unique<transformed_watch>(std::move(events), by_);
}

} // namespace coinformer::detail

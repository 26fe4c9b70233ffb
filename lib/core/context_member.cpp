#include "core/context_member.hpp"

#include <boost/asio/execution/context.hpp>
#include <boost/asio/query.hpp>

#include <mutex>
#include <utility>

namespace coinformer::detail {

namespace asio = boost::asio;

/// The list of the members of one execution context. It calls context_ends() of each when the context ends.
///
/// Asio destroys a context in two steps: it calls shutdown() of each service, and then destroys the services.
/// During shutdown() the services still exist, so a member can still destroy Asio's objects that it holds.
class context_members final : public asio::execution_context::service {
public:
    using key_type = context_members;
    static asio::execution_context::id id;

    explicit context_members(asio::execution_context& context) : service(context) {}

    void add(context_member& m)
    {
        std::lock_guard const hold(lock_);
        m.next_ = first_;
        if (first_) first_->previous_ = &m;
        first_ = &m;
    }

    void remove(context_member& m) noexcept
    {
        std::lock_guard const hold(lock_);
        unlink(m);
    }

private:
    void shutdown() override
    {
        while (auto* const m = take_first()) m->context_ends();
    }

    context_member* take_first() noexcept
    {
        std::lock_guard const hold(lock_);
        auto* const m = first_;
        if (m) {
            unlink(*m);
            m->members_ = nullptr;
        }
        return m;
    }

    void unlink(context_member& m) noexcept
    {
        (m.previous_ ? m.previous_->next_ : first_) = m.next_;
        if (m.next_) m.next_->previous_ = m.previous_;
        m.previous_ = m.next_ = nullptr;
    }

    std::mutex lock_;
    context_member* first_ = nullptr;
};

asio::execution_context::id context_members::id;

context_member::context_member(executor const& ex)
    : members_(&asio::use_service<context_members>(asio::query(ex, asio::execution::context)))
{
    members_->add(*this);
}

context_member::~context_member()
{
    if (members_) members_->remove(*this);
}

} // namespace coinformer::detail

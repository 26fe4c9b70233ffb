#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// Keeps objects that are expensive to make between two uses, so that there are as many as threads use at
/// once. It belongs to the process (process_wide). A thread_local would need no lock, but one with a
/// destructor keeps a plugin mapped after dlclose(), as long as a thread lives that has used it.
///
/// Threads    any.
template <class T, class Delete = std::default_delete<T>>
class spare_pool {
public:
    using owner = std::unique_ptr<T, Delete>;

    /// An object that one call has to itself.
    class loan {
    public:
        /// `make` returns a new object, for a pool that has none to spare.
        template <class Make>
        loan(spare_pool& from, Make make) : from_(from), one_(from.take())
        {
            if (!one_) one_ = make();
        }
        loan(loan const&) = delete;
        ~loan() { from_.put(std::move(one_)); }

        auto* get() const noexcept { return one_.get(); }

    private:
        spare_pool& from_;
        owner one_;
    };

private:
    owner take()
    {
        std::lock_guard const held(lock_);
        if (spare_.empty()) return nullptr;
        auto one = std::move(spare_.back());
        spare_.pop_back();
        return one;
    }
    void put(owner one) noexcept
    {
        try {
            std::lock_guard const held(lock_);
            spare_.push_back(std::move(one));
        } catch (...) { // there is no memory for the list, so the object is destroyed
        }
    }

    std::mutex lock_;
    std::vector<owner> spare_;
};

} // namespace coinformer::detail

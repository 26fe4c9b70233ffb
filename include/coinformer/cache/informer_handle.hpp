#pragma once

#include <coinformer/cache/shared_informer.hpp>

#include <memory>
#include <utility>

namespace coinformer {

namespace detail {

class informer_use; // all handles of one informer share it

task<> release(std::shared_ptr<informer_use> use);

} // namespace detail

/// An informer of a factory. Each handle counts as one use of the informer, and so does each copy of a
/// handle.
///
/// Threads    as shared_informer; release() of one handle is called by one thread at a time.
/// Lifetime   Destroying a handle does not end the informer, which runs until its factory ends: release()
///            does.
template <class T>
class informer_handle : public shared_informer<T> {
public:
    informer_handle(shared_informer<T> const& informer, std::shared_ptr<detail::informer_use> use)
        : shared_informer<T>(informer), use_(std::move(use))
    {
    }

    task<> run() = delete; ///< the factory runs the informer

    /// Gives this use back. If it was the last one, the informer ends and the factory forgets it; the task
    /// waits until it has ended, and after that no handler of it is called. The factory makes a fresh
    /// informer when of() asks for one again. Snapshots of the ended informer stay readable.
    ///
    /// Threads    any, but not a call of a handler of this informer, which would wait for its own end.
    /// Cancel     ends only the wait; the informer ends nevertheless.
    [[nodiscard]] task<> release() { return detail::release(std::move(use_)); }

private:
    std::shared_ptr<detail::informer_use> use_;
};

} // namespace coinformer

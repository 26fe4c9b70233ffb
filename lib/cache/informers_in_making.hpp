#pragma once

#include <coinformer/api/projection.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/core/error.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The properties that distinguish an informer of a factory from its other informers.
struct informer_identity {
    object_type const* type; // each projection has one object_type, whose address identifies it
    resource which;
    void const* source;    // a list_watch of the user's; null for the API server
    void const* transform; // its functions; null if objects are stored as they were received
    std::string scope;
    void const* share; // a share that changes, which is equal to none but itself; null if there is none

    friend bool operator==(informer_identity const&, informer_identity const&) = default;
};

/// The informers of a factory that threads are making at the moment.
///
/// An informer is made without the factory's lock, for two reasons. It makes instruments, and so waits for
/// the lock of the metrics registry, while a visitor of that registry may wait for the factory's lock, to
/// ask whether it is synced. And it calls functions of the user's, which may ask the factory as well.
/// Still each informer is made only once, because another one of the same identity would be visible: it
/// would have the same series in the registry, and take the recorder. So another thread that asks for the
/// same informer waits here until it is made.
///
/// Threads    any, with the factory's lock held.
class informers_in_making {
public:
    class place;

    /// Waits until no thread makes this informer. `held` is the factory's lock, which is free meanwhile.
    ///
    /// Errors     errc::would_deadlock if this thread makes it: then a function of the user's asks for it.
    void await(std::unique_lock<std::mutex>& held, informer_identity const& which)
    {
        for (;;) {
            auto const found = std::ranges::find_if(all_, [&](auto const& m) { return *m.which == which; });
            if (found == all_.end()) return;
            if (found->by == std::this_thread::get_id())
                throw api_error(errc::would_deadlock, "informer of " + to_string(which.which),
                                "a function that is called while it is made, such as list_watch::name(), "
                                "asks the factory for the same informer");
            one_less_.wait(held);
        }
    }

private:
    struct making {
        informer_identity const* which;
        std::thread::id by;
    };

    std::vector<making> all_;
    std::condition_variable one_less_;
};

/// Reserves the place of an informer for the thread that makes it. Its end lets those go on that wait for
/// the informer: they find it, or make it if that has failed.
class informers_in_making::place {
public:
    /// `held` is the factory's lock. It may be unlocked meanwhile, and the destructor locks it again.
    place(informers_in_making& among, std::unique_lock<std::mutex>& held, informer_identity const& which)
        : among_(among), held_(held), which_(which)
    {
        among_.all_.push_back({&which_, std::this_thread::get_id()});
    }
    place(place const&) = delete;
    ~place()
    {
        if (!held_.owns_lock()) held_.lock();
        std::erase_if(among_.all_, [this](auto const& m) { return m.which == &which_; });
        among_.one_less_.notify_all();
    }

private:
    informers_in_making& among_;
    std::unique_lock<std::mutex>& held_;
    informer_identity const& which_;
};

} // namespace coinformer::detail

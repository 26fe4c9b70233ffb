#pragma once

#include "world.hpp"

#include <coinformer/controller/controller.hpp>

#include <set>

struct pod {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata))
template <>
inline constexpr resource coinformer::resource_of<pod>{.version = "v1", .plural = "pods", .kind = "Pod"};

inline constexpr auto pods = resource_of<pod>;

inline controller_options quick(controller_options options = {})
{
    options.queue.limiter = exponential_limiter(1s, 1h);
    return options;
}

/// An informer of config maps, and a controller whose reconciles are recorded.
struct controlled : world {
    explicit controlled(controller_options options = quick())
        : informer(api),
          tested(env, [this](object_name key) { return reconcile(std::move(key)); }, std::move(options))
    {
    }

    void start_controller()
    {
        informing.start(io, informer.run());
        running.start(io, tested.run());
        time.run_for(10ms);
    }

    task<reconcile_result> reconcile(object_name key)
    {
        seen.push_back(key.name);
        most_at_once = std::max(most_at_once, busy.size() + 1);
        twice |= !busy.insert(key.name).second;
        struct leave {
            controlled& self;
            std::string name;
            ~leave() { self.busy.erase(name); }
        } const at_end{*this, key.name};
        if (takes > 0s) co_await time.sleep_for(takes);
        ended.push_back(key.name);
        if (throws.contains(key.name)) throw std::runtime_error("no luck");
        if (throttled.contains(key.name)) throw api_error(errc::throttled, "patch", "/a", {}, 20s);
        co_return answer;
    }
    lines take() { return std::exchange(seen, {}); }

    shared_informer<config_map> informer;
    lines seen, ended;
    std::set<std::string> busy, throws, throttled;
    std::size_t most_at_once = 0;
    bool twice = false;
    duration takes = 0s;
    reconcile_result answer = reconcile_result::done();
    controller<> tested;
    background informing, running;
};

#pragma once

#include "story.hpp"
#include "world.hpp"

#include <coinformer/cache/events.hpp>

#include <memory>
#include <optional>

namespace small_worlds {

/// A handler of a small world, and what it was shown.
struct small_world::handler {
    explicit handler(story s) : log(std::move(s)) {}

    story log;
    coinformer::handler_registration registration;
    std::optional<coinformer::events<thing>> events; ///< set if the user asks for the events
    std::shared_ptr<simulation::errand> reader, removal;
};

} // namespace small_worlds

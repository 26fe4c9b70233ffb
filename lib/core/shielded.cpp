#include "core/shielded.hpp"

#include <coinformer/core/shielded.hpp>

namespace coinformer {

task<> shielded(task<> body)
{
    return detail::shielded(std::move(body), [] {});
}

} // namespace coinformer

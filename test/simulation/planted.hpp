#pragma once

namespace coinformer::planted {

/// The number of the defect of mutants.toml that is switched on; 0 for none. Only the planted build reads it.
inline int defect = 0;

inline bool is_on(int id) noexcept
{
    return defect == id;
}

} // namespace coinformer::planted

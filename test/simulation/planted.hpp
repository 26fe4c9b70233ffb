#pragma once

namespace coinformer::planted {

/// Which of mutants.toml's defects is on; 0: none. Only the planted build looks at it.
inline int defect = 0;

inline bool is_on(int id) noexcept
{
    return defect == id;
}

} // namespace coinformer::planted

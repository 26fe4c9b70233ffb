#pragma once

namespace coinformer::planted {

/// Which of mutants.toml's defects is on; 0: none. Only the planted build looks at it.
inline int defect = 0;

} // namespace coinformer::planted

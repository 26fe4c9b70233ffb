// Does not compile, and says what to write: ctest looks for that.
#include <coinformer/api/resource.hpp>

struct pod {};
constexpr auto pods = coinformer::resource_of<pod>;

// options: -std=c++17
// first error: coinformer needs C++20: compile with -std=c++20
#include <coinformer/cache/informer_factory.hpp>

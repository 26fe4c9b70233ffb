// options: -fno-exceptions
// first error: coinformer reports failures as exceptions: compile without -fno-exceptions
#include <coinformer/cache/informer_factory.hpp>

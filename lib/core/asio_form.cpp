#include <coinformer/core/task.hpp>

namespace coinformer::detail {

// What task.hpp refers to from every file that includes it.
#if defined(BOOST_ASIO_NO_TYPEID)
char const compile_libcoinformer_with_fno_rtti_as_this_program_is = 0;
#else
char const compile_this_program_with_fno_rtti_as_libcoinformer_is = 0;
#endif

} // namespace coinformer::detail

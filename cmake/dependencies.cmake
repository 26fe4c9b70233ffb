# What the library needs, for its own build and for those who consume it (the installed config includes this file).
include(CMakeFindDependencyMacro)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_dependency(Threads)
find_dependency(Boost 1.81 COMPONENTS json url)
find_dependency(OpenSSL 3.0)
find_dependency(yaml-cpp)

# The dependencies of the library, for its own build and for projects that use it: the installed configuration includes
# this file.
macro(coinformer_needs)
    if(CMAKE_FIND_PACKAGE_NAME STREQUAL "coinformer")
        find_dependency(${ARGV})
    else()
        find_package(${ARGV} REQUIRED)
    endif()
endmacro()

include(CMakeFindDependencyMacro)
set(THREADS_PREFER_PTHREAD_FLAG ON)
coinformer_needs(Threads)
coinformer_needs(Boost 1.81 CONFIG COMPONENTS json url)
coinformer_needs(OpenSSL 3.0)
coinformer_needs(yaml-cpp CONFIG)
coinformer_needs(ZLIB)
if(COINFORMER_WITH_ZSTD)
    coinformer_needs(zstd CONFIG)
endif()

# The target of yaml-cpp 0.7 (Debian 12) has no namespace.
if(NOT TARGET yaml-cpp::yaml-cpp)
    add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
    target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
endif()

# zstd before 1.5.6 has one target for its shared library and one for its archive. Conan's package has one of the two.
if(COINFORMER_WITH_ZSTD AND NOT TARGET zstd::libzstd)
    add_library(zstd::libzstd INTERFACE IMPORTED)
    if(TARGET zstd::libzstd_shared)
        target_link_libraries(zstd::libzstd INTERFACE zstd::libzstd_shared)
    else()
        target_link_libraries(zstd::libzstd INTERFACE zstd::libzstd_static)
    endif()
endif()

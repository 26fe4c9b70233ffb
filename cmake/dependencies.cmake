# The dependencies of the library, for its own build and for projects that use it: the installed configuration includes
# this file.
macro(coinformer_needs)
    if(CMAKE_FIND_PACKAGE_NAME STREQUAL "coinformer")
        find_dependency(${ARGV})
    else()
        find_package(${ARGV} REQUIRED)
    endif()
endmacro()

if(COINFORMER_STATIC)
    set(Boost_USE_STATIC_LIBS ON)
    set(OPENSSL_USE_STATIC_LIBS ON)
    set(ZLIB_USE_STATIC_LIBS ON)
endif()

include(CMakeFindDependencyMacro)
set(THREADS_PREFER_PTHREAD_FLAG ON)
coinformer_needs(Threads)
coinformer_needs(Boost 1.81 CONFIG COMPONENTS json url)
coinformer_needs(OpenSSL 3.0)
coinformer_needs(yaml-cpp CONFIG)
coinformer_needs(ZLIB)
coinformer_needs(zstd CONFIG)

if(COINFORMER_STATIC) # yaml-cpp's package knows only the shared library
    find_library(COINFORMER_YAML_ARCHIVE libyaml-cpp.a REQUIRED)
    set_target_properties(yaml-cpp PROPERTIES IMPORTED_LOCATION_NONE ${COINFORMER_YAML_ARCHIVE})
endif()

# The target of yaml-cpp 0.7 (Debian 12) has no namespace.
if(NOT TARGET yaml-cpp::yaml-cpp)
    add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
    target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
endif()

# zstd before 1.5.6 has one target for its shared library and one for its archive. Conan's package has one of the two.
if(NOT TARGET zstd::libzstd)
    add_library(zstd::libzstd INTERFACE IMPORTED)
    if(TARGET zstd::libzstd_shared AND NOT (COINFORMER_STATIC AND TARGET zstd::libzstd_static))
        target_link_libraries(zstd::libzstd INTERFACE zstd::libzstd_shared)
    else()
        target_link_libraries(zstd::libzstd INTERFACE zstd::libzstd_static)
    endif()
endif()

# Finds prometheus-cpp (Debian: prometheus-cpp-dev), and sets prometheus-cpp_FOUND. Include it after dependencies.cmake:
# the configuration of prometheus-cpp finds threads with options of its own. The installed configuration includes this
# file, too.
if(NOT TARGET prometheus-cpp::core)
    find_package(prometheus-cpp CONFIG QUIET)
    mark_as_advanced(prometheus-cpp_DIR civetweb_DIR)
endif()
if(TARGET prometheus-cpp::core)
    set(prometheus-cpp_FOUND ON)
else()
    set(prometheus-cpp_FOUND OFF)
endif()

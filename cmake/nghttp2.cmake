# Finds nghttp2: Conan's package, or the system's, which has no CMake configuration in Debian. Makes the target
# nghttp2::nghttp2 if it is found, and sets nghttp2_FOUND. The installed configuration includes this file, too.
find_package(libnghttp2 CONFIG QUIET)
find_path(COINFORMER_NGHTTP2_INCLUDE_DIR nghttp2/nghttp2.h)
find_library(COINFORMER_NGHTTP2_LIBRARY nghttp2)
mark_as_advanced(COINFORMER_NGHTTP2_INCLUDE_DIR COINFORMER_NGHTTP2_LIBRARY libnghttp2_DIR)
set(nghttp2_FOUND OFF)
if(TARGET nghttp2::nghttp2)
    set(nghttp2_FOUND ON)
elseif(TARGET libnghttp2::nghttp2)
    add_library(nghttp2::nghttp2 INTERFACE IMPORTED)
    target_link_libraries(nghttp2::nghttp2 INTERFACE libnghttp2::nghttp2)
    set(nghttp2_FOUND ON)
elseif(COINFORMER_NGHTTP2_INCLUDE_DIR AND COINFORMER_NGHTTP2_LIBRARY)
    add_library(nghttp2::nghttp2 UNKNOWN IMPORTED)
    set_target_properties(nghttp2::nghttp2 PROPERTIES IMPORTED_LOCATION "${COINFORMER_NGHTTP2_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${COINFORMER_NGHTTP2_INCLUDE_DIR}")
    set(nghttp2_FOUND ON)
endif()

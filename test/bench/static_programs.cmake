# Programs without shared libraries, for benchmarks of memory: pages of shared libraries would count as the program's.
# The release preset includes this file when the project begins (CMAKE_PROJECT_INCLUDE), so that each find_package()
# finds archives. No other build knows of it.
set(Boost_USE_STATIC_LIBS ON)
set(OPENSSL_USE_STATIC_LIBS ON)
set(ZLIB_USE_STATIC_LIBS ON)
set(COINFORMER_BENCH_STATIC ON)
find_library(COINFORMER_NGHTTP2_LIBRARY libnghttp2.a) # cmake/nghttp2.cmake would take the shared library

# Links these programs, which belong to the calling directory. They are linked as dynamic programs are, not with -static:
# a static program registers its unwinding tables, and sorts all of them when something is thrown first (5 ms, a
# megabyte). With -static-pie the relocations would be half a megabyte. It is for g++ and libstdc++, as the release preset
# takes them. The variable ends with the calling directory.
macro(coinformer_static_programs)
    # the packages of these two prefer, or know, the shared library only
    find_library(COINFORMER_YAML_ARCHIVE libyaml-cpp.a REQUIRED)
    set_target_properties(yaml-cpp PROPERTIES IMPORTED_LOCATION_NONE ${COINFORMER_YAML_ARCHIVE})
    if(TARGET zstd::libzstd_static)
        set_target_properties(zstd::libzstd PROPERTIES INTERFACE_LINK_LIBRARIES zstd::libzstd_static)
    endif()
    foreach(program ${ARGV})
        target_link_options(${program} PRIVATE -no-pie -nodefaultlibs -Wl,-Bstatic,--gc-sections)
    endforeach()
    set(CMAKE_CXX_STANDARD_LIBRARIES "-Wl,--start-group -lstdc++ -lm -lpthread -ldl -lgcc -lgcc_eh -lc -Wl,--end-group")
endmacro()

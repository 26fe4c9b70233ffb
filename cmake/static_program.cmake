# With COINFORMER_STATIC, links the programs of a directory without shared libraries, because the pages of these would
# count as the programs' memory. It does not use -static: such a program registers its unwinding tables, and sorts all of
# them when the first exception is thrown (5 ms, a megabyte). It does not use -static-pie, whose relocations take half a
# megabyte. It is for g++ and libstdc++, which the release preset uses. The variable is set for the calling directory.
macro(coinformer_static_programs)
    if(COINFORMER_STATIC)
        foreach(program ${ARGV})
            target_link_options(${program} PRIVATE -no-pie -nodefaultlibs -Wl,-Bstatic,--gc-sections)
        endforeach()
        set(CMAKE_CXX_STANDARD_LIBRARIES "-Wl,--start-group -lstdc++ -lm -lpthread -ldl -lgcc -lgcc_eh -lc -Wl,--end-group")
    endif()
endmacro()

# Links the programs of a directory without shared libraries where COINFORMER_STATIC says so: their pages would count as
# the programs' memory. As a dynamic program is linked, not with -static: that one registers its unwinding tables, and
# sorts all of them when something is thrown first (5 ms, a megabyte); nor with -static-pie, whose relocations are half
# a megabyte. For g++ and libstdc++, as the release preset takes them; the variable ends with the calling directory.
macro(coinformer_static_programs)
    if(COINFORMER_STATIC)
        foreach(program ${ARGV})
            target_link_options(${program} PRIVATE -no-pie -nodefaultlibs -Wl,-Bstatic,--gc-sections)
        endforeach()
        set(CMAKE_CXX_STANDARD_LIBRARIES "-Wl,--start-group -lstdc++ -lm -lpthread -ldl -lgcc -lgcc_eh -lc -Wl,--end-group")
    endif()
endmacro()

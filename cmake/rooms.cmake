# Targets for the rooms of the architecture: each room is an object library that links only the rooms that it may use, and
# tests are programs of the objects of a few rooms.

add_library(coinformer_warnings INTERFACE)
target_compile_options(coinformer_warnings INTERFACE -Wall -Wextra -Wconversion
    $<$<BOOL:${COINFORMER_WERROR}>:-Werror>
    # g++ gives false alarms for coroutine frames with Boost 1.81 (docs/compilers.md).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-mismatched-new-delete -Wno-maybe-uninitialized -Wno-restrict>
    # A unity build includes sources, and g++ takes an included file for a header.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>)

# A shared library, such as the plugin of test/hosts, can contain the archives only if they are position-independent. A
# release build leaves that to CMAKE_POSITION_INDEPENDENT_CODE, because it costs g++ the inlining of visible functions.
if(BUILD_SHARED_LIBS OR CMAKE_POSITION_INDEPENDENT_CODE OR (COINFORMER_BUILD_TESTS AND CMAKE_BUILD_TYPE STREQUAL "Debug"))
    set(coinformer_archives_fit_plugins ON)
endif()

# COINFORMER_LIBRARY_OPTIONS: compiler options of the library alone. The preset asan optimises the library, whose tests
# then take half the time, and not the tests, because they would take twice as long to compile.
# coinformer_room(<name> SOURCES … LINKS …)
function(coinformer_room name)
    cmake_parse_arguments(room "" "" "SOURCES;LINKS" ${ARGN})
    add_library(coinformer_${name} OBJECT ${room_SOURCES})
    target_include_directories(coinformer_${name}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        PRIVATE ${PROJECT_SOURCE_DIR}/lib)
    if(coinformer_archives_fit_plugins)
        set_target_properties(coinformer_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    if(BUILD_SHARED_LIBS) # functions that public headers call have to be visible, whatever the project around it sets
        set_target_properties(coinformer_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
            CXX_VISIBILITY_PRESET default VISIBILITY_INLINES_HIDDEN OFF)
    endif()
    if(NOT name STREQUAL "types") # these are tables, and no faster
        target_compile_options(coinformer_${name} PRIVATE ${COINFORMER_LIBRARY_OPTIONS})
    endif()
    target_compile_features(coinformer_${name} PUBLIC cxx_std_20)
    target_link_libraries(coinformer_${name} PUBLIC ${room_LINKS} PRIVATE $<BUILD_INTERFACE:coinformer_warnings>)
endfunction()

# coinformer_test(<name> SOURCES … ROOMS … [THREADS …]): a Catch2 program that links the objects of these rooms and no
# others. THREADS names the sources whose cases have more than one thread: under the thread sanitizer, which is ten times
# slower and finds nothing where there is one thread, only these are run.
function(coinformer_test name)
    cmake_parse_arguments(test "" "" "SOURCES;ROOMS;LABELS;THREADS" ${ARGN})
    add_executable(test_${name} ${test_SOURCES})
    foreach(room IN LISTS test_ROOMS)
        target_link_libraries(test_${name} PRIVATE coinformer_${room})
    endforeach()
    target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/test)
    target_link_libraries(test_${name} PRIVATE coinformer_catch_main coinformer_warnings)
    foreach(source IN LISTS test_SOURCES)
        get_filename_component(stem ${source} NAME_WE)
        file(STRINGS ${source} uses REGEX "std::j?thread|thread_pool" LIMIT_COUNT 1)
        if(test_THREADS AND uses AND NOT stem IN_LIST test_THREADS)
            message(FATAL_ERROR "test_${name}: ${stem} uses threads, so name it among THREADS")
        endif()
    endforeach()
    set(cases "")
    if(test_THREADS AND CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
        list(TRANSFORM test_THREADS REPLACE "(.+)" "[#\\1]")
        list(JOIN test_THREADS "," cases)
        set(cases --filenames-as-tags ${cases})
    endif()
    add_test(NAME ${name} COMMAND test_${name} ${cases})
    if(test_LABELS)
        set_tests_properties(${name} PROPERTIES LABELS "${test_LABELS}")
    endif()
endfunction()

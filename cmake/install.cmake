# The two libraries that users link, each combined from the objects of its rooms, and their installed package.

# coinformer_library(<target> NAME <coinformer::name> OUTPUT <file name> ROOMS …)
function(coinformer_library target)
    cmake_parse_arguments(library "" "NAME;OUTPUT" "ROOMS" ${ARGN})
    add_library(${target} STATIC)
    add_library(coinformer::${library_NAME} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${library_NAME} OUTPUT_NAME ${library_OUTPUT})
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    # what the public headers include; whatever else a room links is needed by the linker alone
    target_link_libraries(${target} PUBLIC Boost::headers Threads::Threads)
    foreach(room IN LISTS library_ROOMS)
        if(TARGET coinformer_${room})
            target_sources(${target} PRIVATE $<TARGET_OBJECTS:coinformer_${room}>)
            get_target_property(links coinformer_${room} INTERFACE_LINK_LIBRARIES)
            list(FILTER links EXCLUDE REGEX "^coinformer_|^\\$<|^Boost::headers$|^Threads::Threads$")
            list(TRANSFORM links REPLACE "^yaml-cpp$" "yaml-cpp::yaml-cpp")
            if(links)
                target_link_libraries(${target} PRIVATE ${links})
            endif()
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    if(COINFORMER_INSTALL)
        install(TARGETS ${target} EXPORT coinformer ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    endif()
endfunction()

coinformer_library(coinformer NAME coinformer OUTPUT coinformer ROOMS core transport api types cache controller)
# the object library of the room is called coinformer_testing
coinformer_library(coinformer_testing_library NAME testing OUTPUT coinformer_testing ROOMS testing)
target_link_libraries(coinformer_testing_library PUBLIC coinformer)

if(NOT COINFORMER_INSTALL)
    return()
endif()
include(CMakePackageConfigHelpers)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/coinformer)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/coinformerConfig.cmake.in
    ${PROJECT_BINARY_DIR}/coinformerConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/coinformerConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/coinformerConfig.cmake
    ${PROJECT_BINARY_DIR}/coinformerConfigVersion.cmake
    ${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake
    DESTINATION ${config_dir})
install(EXPORT coinformer NAMESPACE coinformer:: FILE coinformerTargets.cmake DESTINATION ${config_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/coinformer DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The libraries that users link, each combined from the objects of its rooms, and their installed package. They are
# archives, or shared libraries with BUILD_SHARED_LIBS (docs/compilers.md, "Shared libraries").

# coinformer_library(<target> NAME <coinformer::name> OUTPUT <file name> ROOMS … [EXPORT <set>]): the export set is
# coinformer, which find_package(coinformer) always reads, unless another one is named.
function(coinformer_library target)
    cmake_parse_arguments(library "" "NAME;OUTPUT;EXPORT" "ROOMS" ${ARGN})
    if(NOT library_EXPORT)
        set(library_EXPORT coinformer)
    endif()
    add_library(${target})
    add_library(coinformer::${library_NAME} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${library_NAME} OUTPUT_NAME ${library_OUTPUT})
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    # The public headers include these. Everything else that a room links is needed only by the linker.
    target_link_libraries(${target} PUBLIC Boost::headers Threads::Threads)
    foreach(room IN LISTS library_ROOMS)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:coinformer_${room}>)
        get_target_property(links coinformer_${room} INTERFACE_LINK_LIBRARIES)
        list(FILTER links EXCLUDE REGEX "^coinformer_|^\\$<|^Boost::headers$|^Threads::Threads$")
        list(TRANSFORM links REPLACE "^yaml-cpp$" "yaml-cpp::yaml-cpp")
        if(links)
            target_link_libraries(${target} PRIVATE ${links})
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH "$ORIGIN")
    if(COINFORMER_INSTALL)
        install(TARGETS ${target} EXPORT ${library_EXPORT}
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    endif()
endfunction()

coinformer_library(coinformer NAME coinformer OUTPUT coinformer ROOMS core transport api types cache parts controller shard fleet)
# The target has this name because the object library of the room is called coinformer_testing.
coinformer_library(coinformer_testing_library NAME testing OUTPUT coinformer_testing ROOMS testing)
target_link_libraries(coinformer_testing_library PUBLIC coinformer)
if(COINFORMER_WITH_PROMETHEUS) # an export set of its own, so that other programs need no prometheus-cpp
    coinformer_library(coinformer_prometheus_library NAME prometheus OUTPUT coinformer_prometheus ROOMS prometheus
        EXPORT coinformer_prometheus)
    target_link_libraries(coinformer_prometheus_library PUBLIC coinformer prometheus-cpp::core)
endif()
if(COINFORMER_WITH_STATUS_PAGE) # an export set of its own, because it may be missing
    coinformer_library(coinformer_status_page_library NAME status_page OUTPUT coinformer_status_page ROOMS status_page
        EXPORT coinformer_status_page)
    target_link_libraries(coinformer_status_page_library PUBLIC coinformer)
endif()

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
    ${CMAKE_CURRENT_LIST_DIR}/nghttp2.cmake
    DESTINATION ${config_dir})
install(EXPORT coinformer NAMESPACE coinformer:: FILE coinformerTargets.cmake DESTINATION ${config_dir})
set(without_headers "")
if(COINFORMER_WITH_STATUS_PAGE)
    install(EXPORT coinformer_status_page NAMESPACE coinformer:: FILE coinformerStatusPageTargets.cmake
        DESTINATION ${config_dir})
else()
    list(APPEND without_headers PATTERN status_page EXCLUDE)
endif()
if(COINFORMER_WITH_PROMETHEUS)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/prometheus.cmake DESTINATION ${config_dir})
    install(EXPORT coinformer_prometheus NAMESPACE coinformer:: FILE coinformerPrometheusTargets.cmake
        DESTINATION ${config_dir})
else()
    list(APPEND without_headers PATTERN prometheus EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/coinformer DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.hpp" ${without_headers})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(PROGRAMS ${PROJECT_SOURCE_DIR}/scripts/lint_coroutines.py DESTINATION ${CMAKE_INSTALL_DATADIR}/coinformer)

# Writes the pkg-config file of a library. Its paths are relative to the file, so that the installation can be moved. A
# program that links an archive also has to link what the archive needs; one that links a shared library does not.
function(coinformer_pkgconfig)
    cmake_parse_arguments(library "" "NAME;OUTPUT" "" ${ARGN})
    cmake_parse_arguments(pc "" "DESCRIPTION;USES;REQUIRES;LIBS" "" ${ARGN})
    file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
    file(RELATIVE_PATH pc_to_include ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_FULL_INCLUDEDIR})
    if(BUILD_SHARED_LIBS)
        set(pc_public_requires "${pc_USES}")
        set(pc_private_requires "${pc_REQUIRES}")
        set(pc_private_libs "${pc_LIBS}")
    else()
        string(JOIN " " pc_public_requires ${pc_USES} ${pc_REQUIRES})
        set(pc_public_libs "${pc_LIBS}")
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/pkgconfig.pc.in ${PROJECT_BINARY_DIR}/${library_NAME}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${library_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

if(COINFORMER_WITH_ZSTD)
    set(pc_zstd ", libzstd >= 1.5.4")
endif()
if(COINFORMER_WITH_HTTP2)
    set(pc_nghttp2 ", libnghttp2 >= 1.52")
endif()
coinformer_pkgconfig(NAME coinformer OUTPUT coinformer DESCRIPTION "${PROJECT_DESCRIPTION}"
    REQUIRES "openssl >= 3, yaml-cpp >= 0.7, zlib >= 1.2${pc_zstd}${pc_nghttp2}" LIBS "-lboost_url -lboost_json")
coinformer_pkgconfig(NAME coinformer_testing OUTPUT coinformer_testing
    DESCRIPTION "Tests of programs that use coinformer: an API server in the process, and a clock moved by hand"
    USES "coinformer = ${PROJECT_VERSION}")
if(COINFORMER_WITH_PROMETHEUS)
    coinformer_pkgconfig(NAME coinformer_prometheus OUTPUT coinformer_prometheus
        DESCRIPTION "The numbers that coinformer counts, for Prometheus"
        USES "coinformer = ${PROJECT_VERSION}, prometheus-cpp-core >= 1.0")
endif()
if(COINFORMER_WITH_STATUS_PAGE)
    coinformer_pkgconfig(NAME coinformer_status_page OUTPUT coinformer_status_page
        DESCRIPTION "A web page about the informers of a program"
        USES "coinformer = ${PROJECT_VERSION}")
endif()

# `make install`, find_package(fpcheck), pkg-config and the Debian package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(FPCHECK_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/fpcheck)

# fpcheck::fpcheck: the headers that kernels and host code include.
add_library(fpcheck_headers INTERFACE)
add_library(fpcheck::fpcheck ALIAS fpcheck_headers)
set_target_properties(fpcheck_headers PROPERTIES EXPORT_NAME fpcheck)
target_include_directories(fpcheck_headers INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_compile_features(fpcheck_headers INTERFACE cxx_std_20)

# Targets that exist in this build, in the order of the module graph; cli's library has a name of its own.
set(exported fpcheck_headers fpcheck_flags)
foreach(module IN LISTS FPCHECK_MODULE_ORDER)
  if(module STREQUAL "cli" AND TARGET fpcheck_cli_objects)
    list(APPEND exported fpcheck_cli_objects)
  elseif(TARGET fpcheck_${module} AND NOT module MATCHES "^(testing|cli|runtime)$")
    list(APPEND exported fpcheck_${module})
  endif()
endforeach()
foreach(target IN LISTS exported)
  get_target_property(name ${target} EXPORT_NAME)
  if(NOT name)
    string(REPLACE "fpcheck_" "" name ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  endif()
endforeach()
if(TARGET fpcheck_cli_objects)
  set_target_properties(fpcheck_cli_objects PROPERTIES EXPORT_NAME cli)
endif()
install(TARGETS ${exported} EXPORT fpcheckTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
                                                  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                                  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT fpcheckTargets NAMESPACE fpcheck:: DESTINATION ${FPCHECK_CMAKE_DIR})
if(TARGET fpcheck_testing)
  set_target_properties(fpcheck_testing PROPERTIES EXPORT_NAME testing)
  install(TARGETS fpcheck_testing EXPORT fpcheckTestingTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT fpcheckTestingTargets NAMESPACE fpcheck:: DESTINATION ${FPCHECK_CMAKE_DIR})
endif()

# The launchers of the row kernels and of fingerprints, where there was an nvcc: find_package(fpcheck COMPONENTS kernels_device). Their sources
# are installed in any case, for a project that compiles them for another card itself.
if(TARGET fpcheck_kernels_device)
  set_target_properties(fpcheck_kernels_device PROPERTIES EXPORT_NAME kernels_device)
  target_link_libraries(fpcheck_kernels_device INTERFACE $<INSTALL_INTERFACE:CUDA::cudart>)
  install(TARGETS fpcheck_kernels_device EXPORT fpcheckDeviceTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT fpcheckDeviceTargets NAMESPACE fpcheck:: DESTINATION ${FPCHECK_CMAKE_DIR})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/src/kernels/softmax.cu ${PROJECT_SOURCE_DIR}/src/kernels/fingerprint.cu DESTINATION ${CMAKE_INSTALL_DATADIR}/fpcheck/kernels)

# What is installed, without tests: `make install` and `make package` build this.
set(products ${exported})
foreach(target fpcheck_testing fpcheck_kernels_device fpcheck_cli fpcheck_runtime)
  if(TARGET ${target})
    list(APPEND products ${target})
  endif()
endforeach()
list(REMOVE_ITEM products fpcheck_headers fpcheck_flags)
add_custom_target(fpcheck_product DEPENDS ${products})

if(TARGET fpcheck_cli)
  install(FILES ${FPCHECK_PAGES_DIR}/fpcheck.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${FPCHECK_PAGES_DIR}/fpcheck.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME fpcheck)
  install(FILES ${FPCHECK_PAGES_DIR}/fpcheck.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  # Under /usr, Debian's zsh looks into another folder than zsh's own default.
  install(CODE "
    set(functions site-functions)
    if(CMAKE_INSTALL_PREFIX MATCHES [==[/usr/*$]==])
      set(functions vendor-completions)
    endif()
    file(INSTALL DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${functions}\" TYPE FILE FILES [==[${FPCHECK_PAGES_DIR}/_fpcheck]==])")
endif()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/fpcheck DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/fpcheckConfig.cmake.in ${PROJECT_BINARY_DIR}/fpcheckConfig.cmake
                              INSTALL_DESTINATION ${FPCHECK_CMAKE_DIR} PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fpcheckConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fpcheckConfig.cmake ${PROJECT_BINARY_DIR}/fpcheckConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/fpcheck_add_kernel_test.cmake
        DESTINATION ${FPCHECK_CMAKE_DIR})
# Written at installation, when the prefix is known: `cmake --install BUILD --prefix DIR` may change it.
install(CODE "
  set(CMAKE_INSTALL_INCLUDEDIR [==[${CMAKE_INSTALL_INCLUDEDIR}]==])
  set(CMAKE_INSTALL_LIBDIR [==[${CMAKE_INSTALL_LIBDIR}]==])
  set(PROJECT_DESCRIPTION [==[${PROJECT_DESCRIPTION}]==])
  set(PROJECT_VERSION [==[${PROJECT_VERSION}]==])
  configure_file([==[${CMAKE_CURRENT_LIST_DIR}/fpcheck.pc.in]==] [==[${PROJECT_BINARY_DIR}/fpcheck.pc]==] @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/fpcheck.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_NAME fpcheck)
  set(CPACK_PACKAGE_CONTACT "the fpcheck developers <fpcheck@localhost>")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_DEPENDS libexpected-dev)
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libgtest-dev, librapidcheck-dev, libmpfr-dev, zlib1g-dev")
  include(CPack)
endif()

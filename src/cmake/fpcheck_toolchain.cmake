# Compiler settings that every target shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(FPCHECK_CCACHE ccache)
if(FPCHECK_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${FPCHECK_CCACHE}")
  if(FPCHECK_PCH) # or it would cache nothing
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${FPCHECK_CCACHE}")
  endif()
endif()

find_program(FPCHECK_NVCC nvcc HINTS /usr/local/cuda/bin ENV CUDA_PATH PATH_SUFFIXES bin)
if(FPCHECK_CUDA AND FPCHECK_NVCC)
  set(FPCHECK_HAVE_CUDA ON)
else()
  set(FPCHECK_HAVE_CUDA OFF)
  message(STATUS "fpcheck: no nvcc, CUDA parts are off")
endif()

# For code that is not hot, in a Release build: half of what the compiler's time costs, and the same results.
set(FPCHECK_COLD $<$<CONFIG:Release>:-O1>)

# Value-changing optimisations are off everywhere; the last two flags only free the vectoriser.
add_library(fpcheck_flags INTERFACE)
target_compile_options(fpcheck_flags INTERFACE -ffp-contract=off -fno-trapping-math -fno-math-errno)
if(PROJECT_IS_TOP_LEVEL)
  # gcc 12 warns, without reason, of overlapping copies where a string literal and a temporary string are added, and of
  # uninitialised members where an aggregate holds strings.
  target_compile_options(fpcheck_flags INTERFACE -Wall -Wextra -Wno-psabi $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict$<SEMICOLON>-Wno-maybe-uninitialized>)
endif()
if(FPCHECK_SANITIZE)
  target_compile_options(fpcheck_flags INTERFACE -fsanitize=${FPCHECK_SANITIZE} -fno-sanitize-recover=all
                                                 -fno-omit-frame-pointer)
  target_link_options(fpcheck_flags INTERFACE -fsanitize=${FPCHECK_SANITIZE})
  target_compile_definitions(fpcheck_flags INTERFACE FPCHECK_SANITIZED)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND FPCHECK_SANITIZE MATCHES address)
    target_compile_definitions(fpcheck_flags INTERFACE __SANITIZE_ADDRESS__=1) # gcc's own word for it
  endif()
endif()

# The first clang that comes with libFuzzer: a newer one may lack its runtime libraries.
if(NOT DEFINED FPCHECK_LIBFUZZER_CLANG)
  set(found "")
  foreach(candidate clang++-14 clang++-15 clang++-16 clang++-19 clang++)
    find_program(clang_candidate NAMES ${candidate} NO_CACHE)
    if(clang_candidate AND NOT found)
      execute_process(
        COMMAND ${clang_candidate} -x c++ -fsanitize=fuzzer,address,undefined -o ${CMAKE_CURRENT_BINARY_DIR}/fuzzer_probe
                ${CMAKE_CURRENT_LIST_DIR}/empty_fuzzer.cpp
        RESULT_VARIABLE fuzzer_fails
        OUTPUT_QUIET ERROR_QUIET)
      if(fuzzer_fails EQUAL 0)
        set(found ${clang_candidate})
      endif()
    endif()
    unset(clang_candidate)
  endforeach()
  set(FPCHECK_LIBFUZZER_CLANG "${found}" CACHE INTERNAL "a clang with libFuzzer")
endif()

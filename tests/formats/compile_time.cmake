# The processor time that a file with the core header alone takes to compile, best of seven: below LIMIT milliseconds.
file(WRITE "${OUTPUT}.cpp" "#include <fpcheck/formats/basic_float.hpp>\n")
set(best 1000000)
foreach(round RANGE 6)
  execute_process(COMMAND bash -c "'${COMPILER}' -std=c++20 -O2 '-I${INCLUDE}' -c '${OUTPUT}.cpp' -o '${OUTPUT}.o' && times"
                  OUTPUT_VARIABLE out RESULT_VARIABLE status)
  # The second line of `times` is that of the children: user and system, as 0m0.039s.
  if(NOT status EQUAL 0 OR NOT out MATCHES "\n([0-9]+)m([0-9]+)\\.([0-9][0-9][0-9])s ([0-9]+)m([0-9]+)\\.([0-9][0-9][0-9])s")
    message(FATAL_ERROR "could not measure: ${out}")
  endif()
  math(EXPR ms "(${CMAKE_MATCH_1} * 60 + ${CMAKE_MATCH_2}) * 1000 + 1${CMAKE_MATCH_3} - 1000 +
                (${CMAKE_MATCH_4} * 60 + ${CMAKE_MATCH_5}) * 1000 + 1${CMAKE_MATCH_6} - 1000")
  if(ms LESS best)
    set(best ${ms})
  endif()
endforeach()
message("core header: ${best} ms")
if(best GREATER LIMIT)
  message(FATAL_ERROR "the core header takes ${best} ms, more than ${LIMIT}")
endif()

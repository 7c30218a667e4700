# Runs FUZZER for SECONDS from the modules in SEEDS (a list of folders), with what it finds interesting in WORK.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
foreach(folder IN LISTS SEEDS)
  file(GLOB seeds "${folder}/*.ptx")
  file(COPY ${seeds} DESTINATION "${WORK}")
endforeach()
execute_process(
  COMMAND "${FUZZER}" -max_total_time=${SECONDS} -timeout=30 -rss_limit_mb=4096 -max_len=20000 -verbosity=1 "${WORK}"
  WORKING_DIRECTORY "${WORK}"
  RESULT_VARIABLE result
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
string(LENGTH "${output}" length)
if(length GREATER 4000)
  math(EXPR start "${length} - 4000")
  string(SUBSTRING "${output}" ${start} -1 output)
endif()
message("${output}")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the fuzzer ended with ${result}")
endif()

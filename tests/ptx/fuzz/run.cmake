# Runs FUZZER for SECONDS from the modules in SEEDS, with what it finds interesting in WORK.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
file(GLOB seeds "${SEEDS}/*.ptx")
file(COPY ${seeds} DESTINATION "${WORK}")
execute_process(
  COMMAND "${FUZZER}" -max_total_time=${SECONDS} -timeout=10 -rss_limit_mb=2560 -max_len=20000 -verbosity=1 "${WORK}"
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

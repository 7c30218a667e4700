# A form that is added to the instruction tables without a row of its meaning does not compile, and the compiler names it.
# Run as: cmake -DCOMPILER=.. -DROOT=<source dir> -DWORK=<empty folder> -P new_form.cmake
file(REMOVE_RECURSE "${WORK}")
file(COPY "${ROOT}/include/fpcheck/ptx" DESTINATION "${WORK}/fpcheck")

function(compile out status)
  execute_process(COMMAND "${COMPILER}" -std=c++20 -fsyntax-only "-I${WORK}" "-I${ROOT}/include" "-I${ROOT}/src/ptx" "${ROOT}/src/ptx/meaning.cpp"
                  RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(${out} "${text}" PARENT_SCOPE)
  set(${status} "${result}" PARENT_SCOPE)
endfunction()

compile(text status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "meaning.cpp does not compile as it is:\n${text}")
endif()
file(APPEND "${WORK}/fpcheck/ptx/isa/arith.def" "FPCHECK_FORM(add_brand_new, \"addition.f32 d, a, b\")\n")
compile(text status)
if(status EQUAL 0 OR NOT text MATCHES "has no row, or several, in src/ptx/meaning" OR NOT text MATCHES "add_brand_new")
  message(FATAL_ERROR "a form without a row of its meaning compiled, or the message does not name it:\n${text}")
endif()

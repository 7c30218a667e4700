#!/bin/sh
# Programs of ours under `fpcheck app`: each is built here as users build theirs. Usage: programs.sh PATH_OF_FPCHECK NVCC
fpcheck=$1 nvcc=$2
here=$(cd "$(dirname "$0")" && pwd)
[ -x "$nvcc" ] || { echo "no nvcc here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "programs: $*"; sed 's/^/    /' "$work/out"; failures=$((failures + 1)); }

build() { # NAME [FLAGS]: a program that finds the runtime as a library
  name=$1; shift
  (cd "$here" && "$nvcc" -cudart shared -lineinfo -gencode arch=compute_90,code=compute_90 "$@" -o "$work/$name" "$name.cu") || { echo "programs: $name is not built"; exit 1; }
}
run() { # NAME EXPECTED_STATUS [OPTIONS --] [ARGUMENTS]
  name=$1 expected=$2; shift 2
  (cd "$here" && timeout 120 "$fpcheck" app "$@") > "$work/out" 2>&1
  status=$?
  [ $status = "$expected" ] || fail "$name: status $status, not $expected"
}
says() { grep -qF -- "$1" "$work/out" || fail "$name does not say: $1"; }
never_says() { ! grep -qF -- "$1" "$work/out" || fail "$name says: $1"; }

build sound
run sound 0 "$work/sound"
says "PASS"
says "total 3747.500 of 1000" # of a kernel's printf
says "weigh <<<8, 128>>>"
says "3 launches of 3 kernels: passed"

run blocks 0 --blocks 2 "$work/sound"
says "PASS" # the program's own launches are whole
says "3 of 9 blocks" # with the one that copies a variable

build wrong
run wrong 1 "$work/wrong"
says "wrong.cu:12"
says "[cancellation]"
says "variance <<<1, 1>>>: 1 finding"
says "wrong: 1 launch of 1 kernel: 1 finding" # as its exit code
says "1 case: 1 findings"
never_says "passed"

build features
run features 0 "$work/features"
says "PASS"
says "repeats without effect left out"

build faults
run faults 1 "$work/faults"
says "cudaErrorIllegalAddress" # as the program sees it
says "faults.cu:6"

build below_zero
run below_zero 1 "$work/below_zero"
says "12 bytes before 'bins'"
says "bins[-3]"

build unset
run unset 1 "$work/unset"
says "unset.cu:6"
says "[uninitialised]"
says "nothing wrote y before these launches"
run unset_beyond 1 "$work/unset" beyond
says "'x' of 400 bytes: x[100]"
says "'out' of 400 bytes: out[100]"

build last_words
run last_words 0 "$work/last_words"
says "a third of 2 is 0.666667"
says "1 launched        1 checked"

build graphs
run graphs 0 "$work/graphs"
says "PASS"
says "add <<<8, 128>>>"
run graphs_lossy 1 "$work/graphs" lossy
says "graphs.cu:20"
says "grown <<<8, 128>>>: 1 finding"

build linked -rdc=true linked_more.cu
run linked 1 "$work/linked"
says "PASS"
says "prepared 7" # a variable of the other file
says "linked_more.cu:12"
never_says "not linked"

build passed_on
run passed_on 1 "$work/passed_on"
says "passed_on.cu:6"
! grep -q "^PTX line" "$work/out" || fail "passed_on blames the copy"

build variables
run variables 0 "$work/variables"
says "PASS"

build textures
run textures 3 "$work/textures"
says "0 8.25 77"
says "-1 -77"
never_says "cudaErrorInvalidValue"
says "enlarge <<<"
says "cudaMallocMipmappedArray is not modelled"

build tensor_map
run tensor_map 0 "$work/tensor_map"
says "PASS"
says "cuNoSuchFunction of the driver was asked for, and is not modelled"

# Products and sums of cuBLAS: kernels of ours, through which the shadows of the program's own go.
blas="$(dirname "$fpcheck")/../lib/fpcheck/libcublas.so.13"
if [ -e "$blas" ]; then
  build blas -Xlinker "$blas"
  run blas 0 "$work/blas"
  says "PASS"
  says "cuBLAS gemm<float, float, float>"
  run blas_lossy 1 "$work/blas" lossy
  says "blas.cu:11"
  says "then cuBLAS gemm"
fi

build unnamed
run unnamed 1 "$work/unnamed"
says "unnamed.cu:9"

# The error of one kernel's output is made by another one, and goes through a copy.
build two_kernels
run two_kernels 1 "$work/two_kernels"
says "two_kernels.cu:13"
says "partial_sums <<<8, 64>>> then copy"
run two_kernels_looked_at 0 "$work/two_kernels" once
run two_kernels_alone 0 --check-only normalise "$work/two_kernels"
says "1 launched        1 checked"
says "1 launched        0 checked"
run two_kernels_first 0 --launches 1 --chain 1 "$work/two_kernels"
run two_kernels_last 1 --launches last "$work/two_kernels"
run two_kernels_every 0 --every 2 --kernel partial "$work/two_kernels" once
run two_kernels_wrong_number 2 --launches 1,x "$work/two_kernels"
says "no number of a launch"

# Memory that holds more than one kind of number.
build workspace
run workspace 0 "$work/workspace"
run workspace_nan 1 "$work/workspace" equal
says "workspace.cu:15"
says "[nan-born]"
run workspace_lost 1 "$work/workspace" large
says "workspace.cu:31"

# What was found can be run again without the program.
run replays 1 --replays "$work/kept" "$work/two_kernels"
says "again, without the program: fpcheck run"
(cd / && "$fpcheck" run "$work"/kept/normalise-1/kernels.ptx --source "$work"/kept/normalise-1/case.cu) > "$work/out" 2>&1
[ $? = 1 ] || fail "replay: status"
says "two_kernels.cu:13"

# As JSON the program's own words are not in the way.
(cd "$here" && "$fpcheck" app --format json "$work/wrong") > "$work/out" 2> "$work/err"
[ $? = 1 ] || fail "json: status"
head -c 1 "$work/out" | grep -q '{' || fail "json: not a document"
grep -q "variance" "$work/err" || fail "json: the program's words are lost"

# Programs that cannot be run say why.
"$nvcc" -o "$work/static" "$here/wrong.cu" && run static 2 "$work/static"
says "its own copy of the CUDA runtime"
says "-cudart shared"
run missing 2 "$work/no_such_program"
says "no program of this name"
run option 2 --no-such-option "$work/sound"
says "options of fpcheck come before PROGRAM"
run script 3 /bin/true
says "without a call of fpcheck's CUDA runtime"
(cd "$here" && "$nvcc" -cudart shared -gencode arch=compute_90,code=sm_90 -o "$work/machine_code" wrong.cu)
run machine_code 3 "$work/machine_code"
says "machine code only: add -gencode arch=compute_90,code=compute_90"
LD_LIBRARY_PATH="$(dirname "$fpcheck")/../lib/fpcheck" "$work/sound" > "$work/out" 2>&1
[ $? = 2 ] || fail "a program outside of fpcheck app: status"
says "fpcheck app PROGRAM"

[ $failures = 0 ] && echo "programs: all as expected"
exit $((failures != 0))

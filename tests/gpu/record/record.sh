#!/bin/bash
# Records an nvcc program, Triton kernels, a torch.compile function, eager PyTorch and a CuPy kernel on this machine's card; what lands in FOLDER is
# run anywhere with `fpcheck run FOLDER/NAME`. What a machine lacks is skipped by name. Usage: record.sh PATH_OF_FPCHECK FOLDER
fpcheck=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader || { echo "no card here"; exit 77; }
export TRITON_CACHE_DIR=$folder/triton_cache TORCHINDUCTOR_CACHE_DIR=$folder/inductor_cache
record() { name=$1; shift; echo "== $name"; "$fpcheck" record --into "$folder/$name" "$@" 2>&1 | cut -c 1-300; }
has() { python3 -c "import $1" 2> /dev/null || { echo "skipped: there is no $1"; return 1; }; }
if command -v nvcc > /dev/null; then
  nvcc -O2 -lineinfo -gencode arch=compute_90,code=sm_90 -gencode arch=compute_90,code=compute_90 -o "$folder/launches" "$here/launches.cu" || exit 1
  echo "== bare" && "$folder/launches"
  record nvcc --most 8 -- "$folder/launches"
else
  echo "skipped: there is no nvcc"
fi
has triton && record triton --kernel softmax --kernel matmul --kernel gelu -- python3 "$here/triton_kernels.py"
has torch && record compiled --kernel triton_ -- python3 "$here/compiled.py" && record eager --most 12 -- python3 "$here/eager.py"
has cupy && CUPY_COMPILE_WITH_PTX=1 CUPY_CACHE_DIR=$folder/cupy_cache record cupy --kernel axpy -- python3 "$here/cupy_kernel.py"
exit 0

// A kernel around each function of library.def; its PTX, library_kernels.ptx, is compiled into fpcheck:
// nvcc -ptx -arch=sm_80 -std=c++20 -I include -o src/sweep/library_kernels.ptx src/sweep/library_kernels.cu
#include <cmath>

#define FPCHECK_PTX(instruction) [x] { float y; asm(instruction " %0, %1;" : "=f"(y) : "f"(x)); return y; }()
#define FPCHECK_LIBRARY_FUNCTION(id, name, reference, subnormals, stated, expression)                          \
  extern "C" __global__ void sweep_##id(const float* in, float* out, unsigned n) {                             \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                  \
    if (i >= n) return;                                                                                        \
    const float x = in[i];                                                                                     \
    out[i] = expression;                                                                                       \
  }
#include <fpcheck/sweep/library.def>

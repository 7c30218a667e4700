// A kernel around each function of library.def, for the inputs first, first + stride, ...; its PTX, library_kernels.ptx, is compiled into fpcheck:
// nvcc -ptx -arch=sm_80 -std=c++20 -I include -o src/sweep/library_kernels.ptx src/sweep/library_kernels.cu
#include <cmath>

#define FPCHECK_PTX(instruction) [x] { float y; asm(instruction " %0, %1;" : "=f"(y) : "f"(x)); return y; }()
#define FPCHECK_LIBRARY_FUNCTION(id, name, reference, subnormals, stated, expression)                          \
  extern "C" __global__ void sweep_##id(unsigned first, unsigned stride, float* out, unsigned n) {             \
    _Pragma("unroll 1")                                                                                        \
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {             \
      const float x = __uint_as_float(first + i * stride);                                                     \
      out[i] = expression;                                                                                     \
    }                                                                                                          \
  }
#include <fpcheck/sweep/library.def>

// A kernel around each function of searched_library.def; its PTX, searched_kernels.ptx, is compiled into fpcheck:
// nvcc -ptx -arch=sm_80 -std=c++20 -I include -o src/sweep/searched_kernels.ptx src/sweep/searched_kernels.cu
#include <cmath>

#define FPCHECK_SEARCHED_FUNCTION(id, name, type, arguments, reference, stated, expression)                   \
  extern "C" __global__ void search_##id(const type* xs, const type* ys, type* out, unsigned n) {              \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                  \
    if (i >= n) return;                                                                                        \
    const type x = xs[i], y = arguments == 2 ? ys[i] : type();                                                 \
    static_cast<void>(y);                                                                                      \
    out[i] = expression;                                                                                       \
  }
#include <fpcheck/sweep/searched_library.def>

// Kernels around the CUDA math library's functions; their PTX, vectors/functions.ptx, is what the device and the
// emulator run: nvcc -arch=sm_90 -O3 -ptx functions.cu.
#include <cmath>

#define FPCHECK_UNARY(name, type, function)                                                                            \
  extern "C" __global__ void name##_kernel(const type* in0, type* out, unsigned n) {                                   \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                          \
    if (i < n) out[i] = function(in0[i]);                                                                              \
  }
#define FPCHECK_BINARY(name, type, function)                                                                           \
  extern "C" __global__ void name##_kernel(const type* in0, const type* in1, type* out, unsigned n) {                  \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                          \
    if (i < n) out[i] = function(in0[i], in1[i]);                                                                      \
  }

FPCHECK_UNARY(expf, float, expf)
FPCHECK_UNARY(sinf, float, sinf)
FPCHECK_UNARY(cosf, float, cosf)
FPCHECK_UNARY(logf, float, logf)
FPCHECK_UNARY(tanhf, float, tanhf)
FPCHECK_UNARY(erff, float, erff)
FPCHECK_BINARY(powf, float, powf)
FPCHECK_UNARY(exp2f, float, exp2f)
FPCHECK_UNARY(log2f, float, log2f)
FPCHECK_UNARY(expm1f, float, expm1f)
FPCHECK_UNARY(log1pf, float, log1pf)
FPCHECK_UNARY(tanf, float, tanf)
FPCHECK_UNARY(atanf, float, atanf)
FPCHECK_UNARY(erfcf, float, erfcf)
FPCHECK_UNARY(rsqrtf, float, rsqrtf)
FPCHECK_UNARY(sqrtf, float, sqrtf)
FPCHECK_UNARY(fast_expf, float, __expf)
FPCHECK_UNARY(fast_logf, float, __logf)
FPCHECK_UNARY(fast_sinf, float, __sinf)
FPCHECK_BINARY(fmodf, float, fmodf)
FPCHECK_BINARY(atan2f, float, atan2f)
FPCHECK_BINARY(hypotf, float, hypotf)
FPCHECK_UNARY(exp, double, exp)
FPCHECK_UNARY(log, double, log)
FPCHECK_UNARY(tanh, double, tanh)
FPCHECK_UNARY(sin, double, sin)
FPCHECK_BINARY(pow, double, pow)

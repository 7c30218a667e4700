// The row kernels with plain names, for the emulator. The committed row_kernels.ptx is made of it by regenerate.sh.
#include <fpcheck/kernels/cross_entropy.hpp>
#include <fpcheck/kernels/softmax.hpp>
#include <fpcheck/kernels/softmax_gradient.hpp>

using namespace fpcheck;
using namespace fpcheck::kernels;

#define SOFTMAX(name, ...)                                                                                             \
  extern "C" __global__ void name(const softmax_arguments a) { softmax_rows<__VA_ARGS__>(a); }
#define GRADIENT(name, ...)                                                                                            \
  extern "C" __global__ void name(const softmax_gradient_arguments a) { softmax_gradient_rows<__VA_ARGS__>(a); }
#define LOSS(name, ...)                                                                                                \
  extern "C" __global__ void name(const cross_entropy_arguments a) { cross_entropy_rows<__VA_ARGS__>(a); }             \
  extern "C" __global__ void name##_gradient(const cross_entropy_arguments a) { cross_entropy_gradient_rows<__VA_ARGS__>(a); }
#include "row_kernels.def"

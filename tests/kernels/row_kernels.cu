// The row kernels with plain names, for the emulator. The committed row_kernels.ptx is made of it by make_ptx.sh.
#include <fpcheck/kernels/cross_entropy.hpp>
#include <fpcheck/kernels/matrix_product.hpp>
#include <fpcheck/kernels/scale_gradient.hpp>
#include <fpcheck/kernels/softmax.hpp>
#include <fpcheck/kernels/softmax_cluster.hpp>
#include <fpcheck/kernels/softmax_gradient.hpp>

using namespace fpcheck;
using namespace fpcheck::kernels;

#define SOFTMAX(name, ...)                                                                                             \
  extern "C" __global__ void name(const softmax_arguments a) { softmax_rows<__VA_ARGS__>(a); }
#define GRADIENT(name, ...)                                                                                            \
  extern "C" __global__ void name(const softmax_gradient_arguments a) { softmax_gradient_rows<__VA_ARGS__>(a); }
#define SCALE(name, ...)                                                                                               \
  extern "C" __global__ void name(const scale_gradient_arguments a) { scale_gradient_rows<__VA_ARGS__>(a); }
#define LOSS(name, ...)                                                                                                \
  extern "C" __global__ void name(const cross_entropy_arguments a) { cross_entropy_rows<__VA_ARGS__>(a); }             \
  extern "C" __global__ void name##_gradient(const cross_entropy_arguments a) { cross_entropy_gradient_rows<__VA_ARGS__>(a); }
#define CLUSTER_SOFTMAX(name, ...)                                                                                     \
  extern "C" __global__ void name(const softmax_arguments a) { softmax_cluster_rows<__VA_ARGS__>(a); }
#define CLUSTER_GRADIENT(name, ...)                                                                                    \
  extern "C" __global__ void name(const softmax_gradient_arguments a) { softmax_gradient_cluster_rows<__VA_ARGS__>(a); }
#include "row_kernels.def"
extern "C" __global__ void scale_of_heads(const head_gradient_arguments a) { scale_gradient_heads(a); }
extern "C" __global__ void product_f32(const product_arguments p) { multiply_tile<f32_format, f32_format>(p); }
extern "C" __global__ void product_f32_bf16(const product_arguments p) { multiply_tile<f32_format, bf16_format>(p); }

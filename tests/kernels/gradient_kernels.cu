// The device side of the gradient check, instantiated for the emulator; gradient_kernels.ptx is committed beside it.
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/kernels/difference.hpp>
#include <fpcheck/kernels/product_tangent.hpp>

#include "gradient_functors.hpp"

namespace fpcheck::kernels {
using bf16 = basic_float<bf16_format>;

template __global__ void project_kernel(const float*, projection_shape, directions, std::uint32_t, double*);
template __global__ void project_kernel(const double*, projection_shape, directions, std::uint32_t, double*);
template __global__ void project_kernel(const bf16*, projection_shape, directions, std::uint32_t, double*);
template __global__ void displace_kernel(const float*, const float*, float*, float*, projection_shape, directions, int,
                                         double, double*);
template __global__ void displace_kernel(const bf16*, const bf16*, bf16*, bf16*, projection_shape, directions, int,
                                         double, double*);
template __global__ void directional_kernel<8>(ratios, output_shape, const double*, seeded_parameters<float, 8>,
                                               double*);

template __global__ void greatest_kernel(const float*, std::uint64_t, unsigned long long*);
template __global__ void product_digits_kernel(const float*, product_shape, const unsigned long long*, uint4*);

// Of the kernels that are no templates only those that are launched appear in a module.
void launch_all(const double* in, double* out) {
  add_chunks_kernel<<<1, 128>>>(in, 1, 1, out);
  back_project_kernel<<<1, 128>>>(in, 1, directions{}, 1, out);
  product_tangents_kernel<<<1, 256>>>(nullptr, product_shape{}, nullptr, nullptr, 0, out);
}
} // namespace fpcheck::kernels

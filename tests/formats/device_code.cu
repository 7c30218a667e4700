// Device code that uses every operation of the core headers: it has to compile, and the conversion has to stay short
// and free of branches (device_code.cmake looks).
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/formats/block.hpp>
#include <fpcheck/formats/bulk_device.hpp>
#include <fpcheck/formats/integer.hpp>
#include <fpcheck/formats/limits.hpp>
#include <fpcheck/formats/nvfp4.hpp>
#include <fpcheck/formats/order.hpp>
#include <fpcheck/formats/remainder.hpp>
#include <fpcheck/formats/scale.hpp>

using namespace fpcheck;

extern "C" __global__ void encode_e4m3fn(const float* in, unsigned char* out) {
  constexpr policy p{.saturate = saturation::finite, .nan = nan_rule::positive};
  out[threadIdx.x] = encode<e4m3fn_format>(in[threadIdx.x], p).code;
}

template <class Number>
__device__ void exercise(const float* in, unsigned* out) {
  using tag = typename Number::tag;
  const Number a(in[0]), b(in[1]), c(double{in[2]});
  const policy p{.round = static_cast<rounding>(out[0] % 7), .saturate = static_cast<saturation>(out[1] % 3)};
  out[2] = (a + b * c - a / b).code() + sqrt(c).code() + fma(a, b, c).code() + Number(out[3]).code();
  out[4] = encode<tag>(in[3], p, out[5]).code + add<tag>(a.code(), b.code(), p).code;
  out[6] = static_cast<unsigned>(remainder<tag>(a.code(), b.code()).code + fmod<tag>(a.code(), b.code()).code);
  out[7] = a < b ? min<tag>(a.code(), b.code()).code : max<tag>(a.code(), b.code()).code;
  out[8] = static_cast<unsigned>(to_integer<int, tag>(a.code()).value) + round_to_integral<tag>(b.code(), p).code;
  out[9] = next_up(row_of<tag>(), a.code()) + cuda::std::numeric_limits<Number>::max().code() +
           static_cast<unsigned>(cuda::std::numeric_limits<Number>::max_exponent + std::numeric_limits<Number>::digits);
  out[10] =
      static_cast<unsigned>(static_cast<double>(b)) + (-a).code() + Number(basic_float<bf16_format>(in[1])).code();
}

template <class Number>
__global__ void every_operation(const float* in, unsigned* out) {
  exercise<Number>(in, out);
}
template __global__ void every_operation<e4m3fn_t>(const float*, unsigned*);
template __global__ void every_operation<e2m1fn_t>(const float*, unsigned*);
template __global__ void every_operation<bf16_t>(const float*, unsigned*);
template __global__ void every_operation<tf32_t>(const float*, unsigned*);
template __global__ void every_operation<f32_t>(const float*, unsigned*);
template __global__ void every_operation<basic_float<p3109_format<8, 3>>>(const float*, unsigned*);

template __global__ void fpcheck::encode_kernel<e4m3fn_format>(const float4*, std::uint32_t*, std::size_t);
template __global__ void fpcheck::encode_kernel<e2m1fn_format>(const float4*, std::uint32_t*, std::size_t);

__global__ void blocks(const float* in, unsigned char* out, float tensor) {
  out[0] = quantise_block<e2m1fn_format>(in, 32, out + 1);
  out[1] = encode_power(in[0], power_rule::ceil).code;
  const nvfp4_block block = quantise_nvfp4(in, tensor);
  out[2] = block.scale + static_cast<unsigned char>(dequantise_nvfp4(block, 3, tensor));
}

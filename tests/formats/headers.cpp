// Every header of the module, for compilers other than the one of the build; without exceptions and RTTI.
#include <fpcheck/formats/arithmetic.hpp>
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/formats/block.hpp>
#include <fpcheck/formats/bulk.hpp>
#include <fpcheck/formats/bulk_block.hpp>
#include <fpcheck/formats/integer.hpp>
#include <fpcheck/formats/limits.hpp>
#include <fpcheck/formats/names.hpp>
#include <fpcheck/formats/nvfp4.hpp>
#include <fpcheck/formats/order.hpp>
#include <fpcheck/formats/ostream.hpp>
#include <fpcheck/formats/packed.hpp>
#include <fpcheck/formats/remainder.hpp>
#include <fpcheck/formats/scale.hpp>
#include <fpcheck/formats/scaling.hpp>
#include <fpcheck/formats/text.hpp>
#include <fpcheck/metric/compare.hpp>

using namespace fpcheck;

// Everything is a constant expression.
static_assert(encode<bf16_format>(1 + 0x1p-8 + 0x1p-40).code == 0x3f81);
static_assert(encode<e4m3fn_format>(465.0f, policy_for<e4m3fn_format>(preset::cuda)).code == 0x7e);
static_assert(encode<bf16_format>(16973823).code == 0x4b81);
static_assert(fma<bf16_format>(0x3f81, 0x3fc0, encode<bf16_format>(-0x1p-60).code).code == 0x3fc1);
static_assert(add<f32_format>(0x3f800000, 0x33800000, {.round = rounding::upward}).code == 0x3f800001);
static_assert(multiply<e4m3fn_format>(0x3a, 0x3a).code == encode<e4m3fn_format>(1.5625).code);
static_assert(divide<f32_format>(0x3f800000, 0x40400000).code == 0x3eaaaaab);
static_assert(sqrt<f32_format>(0x40000000).code == 0x3fb504f3);
static_assert(remainder<f32_format>(0x40a00000, 0x40400000).code == 0xbf800000);
static_assert(to_integer<int, f16_format>(0x4500).value == 5);
static_assert(round_to_integral<f16_format>(0x3e00, {}).code == 0x4000);
static_assert(min<f16_format>(0x8000, 0).code == 0x8000);
static_assert(ldexp<f16_format>(0x3c00, -25).code == 0 && ldexp<f16_format>(0x3c01, -25).code == 1 && ldexp<f16_format>(1, 39).code == 0x7800);
static_assert(nextafter(bf16_t(1.0), bf16_t(2.0)).code() == 0x3f81 && nextafter(bf16_t(1.0), bf16_t(0.5)).code() == 0x3f7f);
static_assert(next_up(f16_format::row, 0x7bff) == 0x7c00);
static_assert(std::numeric_limits<e4m3fn_t>::max_exponent == 9);
static_assert(static_cast<float>(e5m2_t(3.0f) * e5m2_t(0.5f)) == 1.5f);
static_assert(encode_power(3.0, power_rule::nearest_even).code == 0x80);
static_assert(find_format("binary8p3uf").has_value());
static_assert(metric::ulp<f16_format>(1.0) == 0x1p-10);
static_assert([] {
  const float in[16] = {1, 2, 3, 4, 5, 6};
  return quantise_nvfp4(in, 1.0f).scale;
}() == encode<ue4m3_format>(1.0f).code);
static_assert([] {
  const float in[2] = {2.7f, 0};
  std::uint8_t out[2] = {};
  return quantise_block<e2m1fn_format>(in, 2, out);
}() == 126);

int main() {}

// Exact values of the formulas in bounds/pointwise.cu. Decisions (comparisons, roundings to integer, bit patterns) are
// those of the f32 run, recomputed here in f32; everything else is real arithmetic.
#include "oracles.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace corpus {
namespace {

std::int32_t bits(float x) {
  std::int32_t b;
  std::memcpy(&b, &x, sizeof b);
  return b;
}
float from_bits(std::int32_t b) {
  float x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}
/// As the device's fminf(fmaxf(x, lo), hi): a NaN gives lo.
float clamp(float x, float lo, float hi) {
  return std::fmin(std::fmax(x, lo), hi);
}

real newton_from_bits(float a, float, float) {
  const real p = real(std::fabs(a)) + real(0.5);
  real y = from_bits(0x5f3759df - (bits(std::fabs(a) + 0.5f) >> 1));
  for (int k = 0; k < 3; ++k) y = y * (real(1.5) - real(0.5) * p * y * y);
  return y;
}
real chosen_by_sum(float a, float b, float c) {
  const float d = (a + b) - c;
  return d > 0.f ? real(1.5) * real(a) : real(b) / real(3);
}
real fraction_of_product(float a, float b, float) {
  return real(a) * real(b) - real(std::floor(a * b));
}
real clamped(float a, float b, float c) {
  const float p = a * b, low = std::fmax(p, -c), high = std::fmin(low, std::fabs(c));
  // The operand that each selection took; a tie takes either, the values agree.
  const bool took_product = !std::isnan(p) && (p >= -c || std::isnan(c));
  if (high != low || std::isnan(low)) return real(std::fabs(c));
  return took_product ? real(a) * real(b) : real(-c);
}
real small_root(float a, float, float) {
  const real p = real(std::fabs(a)) + real(2);
  return (sqrt(p * p - real(1)) - p) * real(0.5);
}
real stable_root(float a, float, float) {
  const real p = real(std::fabs(a)) + real(2);
  return real(-0.5) / (sqrt(p * p - real(1)) + p);
}
/// What the second part of a sum is without rounding: nothing, unless an infinity came in.
real two_sum_error(float a, float b, float) {
  const real s = real(a) + real(b), z = s - real(a);
  return (real(a) - (s - z)) + (real(b) - z);
}
real two_sum_whole(float a, float b, float c) {
  return (real(a) + real(b)) + two_sum_error(a, b, c);
}
real horner(float a, float b, float c) {
  return (((real(0.1f) * real(a) + real(b)) * real(a) + real(c)) * real(a) - real(b)) * real(a) + real(0.3f);
}
real half_chain(float a, float b, float c) {
  return real(clamp(a, -8, 8)) * real(clamp(b, -8, 8)) + real(clamp(c, -8, 8));
}
real fast_quotient(float a, float b, float) {
  return real(a) / real(clamp(std::fabs(b), 0.001f, 1000.f));
}
real nearest_by_magic(float a, float, float) {
  const float v = clamp(a * 100.f, -1000.f, 1000.f);
  return real((v + 12582912.f) - 12582912.f);
}
real to_integer_and_back(float a, float, float) {
  return real(std::trunc(clamp(a * 50.f, -1e6f, 1e6f))) * real(0.7f);
}
real scaled_by_bits(float a, float b, float) {
  const float v = (std::fabs(a) + 1.f) / 3.f;
  // Adding 3 to the exponent multiplies by 8, unless it runs past the largest exponent into the sign.
  const std::uint32_t moved = static_cast<std::uint32_t>(bits(v)) + (3u << 23);
  if (moved < static_cast<std::uint32_t>(bits(INFINITY)))
    return (real(std::fabs(a)) + real(1)) / real(3) * real(8) + real(b);
  return real(from_bits(static_cast<std::int32_t>(moved))) + real(b);
}
real sigmoid_base_two(float a, float, float) {
  return real(1) / (real(1) + exp2(-real(clamp(a, -20, 20))));
}
real sign_and_magnitude(float a, float b, float) {
  const real m = real(std::fabs(a)) / real(7);
  return std::signbit(b) ? -m : m;
}
real hypotenuse(float a, float b, float) {
  return sqrt(real(a) * real(a) + real(b) * real(b));
}
real expanded_square(float a, float b, float) {
  return real(a) * real(a) + real(b) * real(b) - real(2) * (real(a) * real(b));
}

} // namespace

const std::vector<pointwise_oracle>& pointwise_oracles() {
  static const std::vector<pointwise_oracle> table{
      {"sum_of_three", [](float a, float b, float c) { return real(a) + real(b) + real(c); }},
      {"fused_then_times", [](float a, float b, float c) { return (real(a) * real(b) + real(c)) * real(a); }},
      {"product_sum", [](float a, float b, float c) { return real(a) * real(b) + real(c); }},
      {"quotient", [](float a, float b, float) { return real(a) / real(b); }},
      {"hypotenuse", hypotenuse},
      {"horner", horner},
      {"determinant", [](float a, float b, float c) { return real(a) * real(b) - real(c) * real(a); }},
      {"expanded_square", expanded_square},
      {"small_root", small_root},
      {"stable_root", stable_root},
      {"power_of_two", [](float a, float, float) { return exp2(real(clamp(a, -140, 120))); }},
      {"fast_exponential",
       [](float a, float, float) { return exp2(real(clamp(a, -80, 80)) * real(from_bits(0x3fb8aa3b))); }},
      {"fast_logarithm", [](float a, float, float) { return log2(real(std::fabs(a))) * real(from_bits(0x3f317218)); }},
      {"fast_sine", [](float a, float, float) { return sin(real(clamp(a, -3, 3))); }},
      {"fast_cosine", [](float a, float, float) { return cos(real(clamp(a, -3, 3))); }},
      {"reciprocal_root", [](float a, float b, float) { return reciprocal_sqrt(real(std::fabs(a))) * real(b); }},
      {"reciprocal", [](float a, float, float c) { return real(1) / real(a) * real(c); }},
      {"fast_quotient", fast_quotient},
      {"fast_tangent", [](float a, float, float) { return tanh(real(a)); }},
      {"clamped", clamped},
      {"chosen_by_sum", chosen_by_sum},
      {"fraction_of_product", fraction_of_product},
      {"nearest_by_magic", nearest_by_magic},
      {"newton_from_bits", newton_from_bits},
      {"scaled_by_bits", scaled_by_bits},
      {"from_integer", [](float a, float, float) { return real(bits(a) >> 3) * real(0.1f); }},
      {"to_integer_and_back", to_integer_and_back},
      {"flushed_product", [](float a, float b, float) { return real(a) * real(b); }},
      {"two_sum_whole", two_sum_whole},
      {"two_sum_error", two_sum_error},
      {"complex_real", [](float a, float b, float c) { return real(a) * real(c) - real(b) * real(b); }},
      {"through_double", [](float a, float b, float c) { return real(a) * real(b) + real(c) / real(3); }},
      {"rounded_to_bf16", [](float a, float b, float) { return real(a) * real(b); }},
      {"half_chain", half_chain},
      {"sigmoid_base_two", sigmoid_base_two},
      {"sign_and_magnitude", sign_and_magnitude}};
  return table;
}

} // namespace corpus

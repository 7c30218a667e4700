#pragma once
// Elements of matrix products as tests and device programs draw them: the same on both, by seed.
#include <fpcheck/exec/tensor_core.hpp>

#include <string_view>
#include <vector>

namespace fpcheck::exec::tensor_core {

/// The forms of sums that instructions of sm_90 have.
struct product_form {
  std::string_view name;
  product_row row;
  int products; ///< of one element
};

inline const std::vector<product_form>& product_forms() {
  constexpr format_row f16 = f16_format::row, bf16 = bf16_format::row, tf32 = tf32_format::row, e4m3 = e4m3fn_format::row, e5m2 = e5m2_format::row;
  using s = sum_format;
  using o = step_order;
  static const std::vector<product_form> all = {
      {"f16.f32.k16", {f16, f16, 25, s::f32, o::at_once}, 16},
      {"f16.f32.k8", {f16, f16, 25, s::f32, o::at_once}, 8},
      {"f16.f16.k16", {f16, f16, 25, s::f16, o::at_once}, 16},
      {"f16.f16.k8", {f16, f16, 25, s::f16, o::at_once}, 8},
      {"bf16.f32.k16", {bf16, bf16, 25, s::f32, o::at_once}, 16},
      {"bf16.f32.k8", {bf16, bf16, 25, s::f32, o::at_once}, 8},
      {"tf32.f32.k8", {tf32, tf32, 25, s::f32, o::at_once}, 8},
      {"tf32.f32.k4", {tf32, tf32, 25, s::f32, o::at_once}, 4},
      {"tf32.f32.wmma", {tf32, tf32, 25, s::f32, o::by_fours}, 8},
      {"e4m3.e4m3.f32.k32", {e4m3, e4m3, 25, s::f32, o::pairs_then_added}, 32},
      {"e4m3.e5m2.f32.k32", {e4m3, e5m2, 25, s::f32, o::pairs_then_added}, 32},
      {"e5m2.e4m3.f32.k16", {e5m2, e4m3, 25, s::f32, o::pairs_then_added}, 16},
      {"e5m2.e5m2.f32.k16", {e5m2, e5m2, 25, s::f32, o::pairs_then_added}, 16},
      {"wgmma.e4m3.e4m3.f32", {e4m3, e4m3, 13, s::f32_short, o::at_once}, 32},
      {"wgmma.e5m2.e4m3.f32", {e5m2, e4m3, 13, s::f32_short, o::at_once}, 32},
      {"wgmma.e5m2.e5m2.f32", {e5m2, e5m2, 13, s::f32_short, o::at_once}, 32},
      {"wgmma.e4m3.e4m3.f16", {e4m3, e4m3, 13, s::f16, o::at_once}, 32},
      {"wgmma.e4m3.e5m2.f16", {e4m3, e5m2, 13, s::f16, o::at_once}, 32},
      {"wgmma.e5m2.e5m2.f16", {e5m2, e5m2, 13, s::f16, o::at_once}, 32},
  };
  return all;
}

/// 64 well mixed bits of a counter. Source: the finaliser of SplitMix64.
FPCHECK_HD inline std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// What a tile's elements are like.
enum class flavour : std::uint8_t { any_code, one_size, spread, cancelling, tiny, huge, ties, few_terms, count };

/// A finite code near 2^exponent with random significand; `sparse` leaves only a few bits of it.
FPCHECK_HD inline std::uint32_t near_power(const format_row& row, std::uint64_t random, int exponent, bool sparse) {
  const int m = mantissa_bits(row), top = static_cast<int>(max_magnitude(row) >> m);
  int field = exponent + row.bias;
  if (field < 0) field = 0;
  if (field > top - 1) field = top - 1;
  std::uint32_t fraction = static_cast<std::uint32_t>(random >> 20) & ((1u << m) - 1u);
  if (sparse) fraction = (random & 0x100u) != 0 ? 0u : fraction & (static_cast<std::uint32_t>(random >> 44));
  const std::uint32_t sign = (random & 1u) != 0 ? sign_mask(row) : 0u;
  return (sign | static_cast<std::uint32_t>(field) << m | (fraction & ((1u << m) - 1u))) << row.box_shift;
}

/// Operand number `at` of a tile of the flavour `f`. Low bits that a format ignores are random.
FPCHECK_HD inline std::uint32_t draw_operand(const format_row& row, flavour f, std::uint64_t seed, std::uint32_t at) {
  const std::uint64_t r = mixed(seed ^ (std::uint64_t{at} << 40));
  const std::uint32_t ignored = static_cast<std::uint32_t>(r >> 50) & ((1u << row.box_shift) - 1u);
  const int middle = static_cast<int>(mixed(seed) % 9) - 4;
  const int tiny = min_exponent(row) - mantissa_bits(row), narrow = 1 << (row.exponent_bits < 5 ? 2 : 3);
  const auto random_below = [&](int n) { return static_cast<int>(r >> 33) % n; };
  std::uint32_t code = 0;
  switch (f) {
  case flavour::any_code: code = (static_cast<std::uint32_t>(r) & code_mask(row)) << row.box_shift; break;
  case flavour::one_size: code = near_power(row, r, middle, false); break;
  case flavour::spread: code = near_power(row, r, middle + random_below(2 * narrow) - narrow, false); break;
  case flavour::cancelling: code = near_power(row, mixed(seed ^ (at / 2u)), middle, false) ^ ((at & 1u) != 0 ? sign_mask(row) << row.box_shift : 0u); break;
  case flavour::tiny: code = near_power(row, r, tiny + random_below(mantissa_bits(row) + 4), false); break;
  case flavour::huge: code = near_power(row, r, -row.bias + (1 << row.exponent_bits) - 3 - random_below(3), false); break;
  case flavour::ties: code = near_power(row, r, middle - random_below(14), true); break;
  default: code = (r & 6u) == 0 ? near_power(row, r, middle - random_below(13), true) : static_cast<std::uint32_t>((r >> 8) & 1u) * (sign_mask(row) << row.box_shift); break;
  }
  return code | ignored;
}

/// The accumulator's code for the same tile, mostly near the products' size.
FPCHECK_HD inline std::uint32_t draw_accumulator(const product_row& row, flavour f, std::uint64_t seed, std::uint32_t at) {
  const std::uint64_t r = mixed(seed ^ 0x5bd1e995u ^ (std::uint64_t{at} << 40));
  const format_row c = row.sum == sum_format::f16 ? row_of<f16_format>() : row_of<f32_format>();
  const int middle = 2 * (static_cast<int>(mixed(seed) % 9) - 4);
  if ((r & 7u) == 0) return static_cast<std::uint32_t>((r >> 3) & 1u) * sign_mask(c);
  const int reach = static_cast<int>(r >> 33) % 40 - 16;
  switch (f) {
  case flavour::any_code: return static_cast<std::uint32_t>(r >> 20) & code_mask(c);
  case flavour::tiny: return near_power(c, r, (r & 8u) != 0 ? min_exponent(c) - static_cast<int>(r >> 50) % 12 : 2 * min_exponent(row.a) + reach, false);
  case flavour::huge: return near_power(c, r, (r & 8u) != 0 ? 1 << (c.exponent_bits - 1) : 2 * (1 << (row.a.exponent_bits - 1)) + reach / 4, false);
  default: return near_power(c, r, middle + reach / 2, (r & 16u) != 0);
  }
}

FPCHECK_HD inline flavour flavour_of(std::uint64_t seed) { return static_cast<flavour>(mixed(~seed) % static_cast<std::uint64_t>(flavour::count)); }

/// One element: its operands, mostly finite, and its accumulator.
FPCHECK_HD inline void draw_element(const product_row& row, int products, std::uint64_t seed, std::uint32_t* a, std::uint32_t* b, std::uint32_t& c) {
  const flavour f = flavour_of(seed);
  for (int k = 0; k < products; ++k) {
    a[k] = draw_operand(row.a, f, seed, static_cast<std::uint32_t>(k));
    b[k] = draw_operand(row.b, f == flavour::cancelling ? flavour::one_size : f, ~seed, static_cast<std::uint32_t>(f == flavour::cancelling ? k / 2 : k));
  }
  c = draw_accumulator(row, f, seed, 0);
}

} // namespace fpcheck::exec::tensor_core

// The tensor cores' arithmetic against a slow model in big integers, hand-made sums, and what a device was seen to give.
#include "tensor_core_inputs.hpp"

#include <fpcheck/formats/decode.hpp>

#include <cmath>

#include <gmp.h>
#include <mpfr.h>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace fpcheck::exec::tensor_core {
namespace {

/// A term as an integer in units of 2^-700, with the exponent that it is aligned by.
struct big {
  mpz_t v;
  big() { mpz_init(v); }
  big(const big&) = delete;
  big& operator=(const big&) = delete;
  ~big() { mpz_clear(v); }
};
constexpr int unit = -700;

/// The exact value of a code, the exponent that the alignment sees, and which special it is.
struct decoded {
  double value = 0;
  int exponent = 0;
};
decoded decode(const format_row& row, std::uint32_t code) {
  decoded d{decode_double(row, code >> row.box_shift << row.box_shift), 0};
  if (d.value != 0 && std::isfinite(d.value)) d.exponent = std::max(std::ilogb(d.value), min_exponent(row));
  return d;
}

void set_product(big& out, double x, double y) {
  mpfr_t p;
  mpfr_init2(p, 120);
  mpfr_set_d(p, x, MPFR_RNDN);
  mpfr_mul_d(p, p, y, MPFR_RNDN); // exact: 106 bits at most
  mpfr_mul_2si(p, p, -unit, MPFR_RNDN);
  mpfr_get_z(out.v, p, MPFR_RNDZ);
  mpfr_clear(p);
}

/// The code of a number that binary16 holds.
std::uint32_t half_code(double v) {
  static const auto codes = [] {
    std::map<std::uint64_t, std::uint32_t> out;
    for (std::uint32_t k = 0; k < 0x10000; ++k) out.emplace(bits_of(decode_double(f16_format::row, k)), k);
    return out;
  }();
  const auto at = codes.find(bits_of(v));
  return at == codes.end() ? 0xffffffffu : at->second;
}

/// The sum, rounded by MPFR with the exponent range of the result's format.
std::uint32_t rounded(const big& sum, sum_format s) {
  const int precision = fraction_bits(s) + 1, least = least_exponent(s), greatest = s == sum_format::f16 ? 15 : 127;
  const mpfr_rnd_t mode = s == sum_format::f16 ? MPFR_RNDN : MPFR_RNDZ;
  const mpfr_exp_t old_min = mpfr_get_emin(), old_max = mpfr_get_emax();
  mpfr_t r;
  mpfr_init2(r, static_cast<mpfr_prec_t>(precision));
  mpfr_set_emin(least - precision + 2);
  const int inexact = mpfr_set_z_2exp(r, sum.v, unit, mode);
  mpfr_subnormalize(r, inexact, mode);
  double v = mpfr_get_d(r, MPFR_RNDN);
  mpfr_set_emin(old_min), mpfr_set_emax(old_max);
  mpfr_clear(r);
  if (std::fabs(v) >= std::ldexp(1.0, greatest + 1)) v = std::copysign(INFINITY, v);
  if (v == 0) return 0;
  return s == sum_format::f16 ? half_code(v) : bits_of(static_cast<float>(v));
}

std::uint32_t slow_step(const product_row& r, const std::vector<decoded>& a, const std::vector<decoded>& b, std::uint32_t c_code) {
  const format_row& c_row = r.sum == sum_format::f16 ? f16_format::row : f32_format::row;
  const decoded c = decode(c_row, c_code);
  double special = c.value;
  int top = (r.sum == sum_format::f16 ? -46 : -158) + r.kept;
  if (c.value != 0) top = std::max(top, c.exponent);
  for (std::size_t k = 0; k < a.size(); ++k) {
    special += a[k].value * b[k].value;
    if (a[k].value != 0 && b[k].value != 0) top = std::max(top, a[k].exponent + b[k].exponent);
  }
  bool finite = std::isfinite(c.value);
  for (std::size_t k = 0; k < a.size(); ++k) finite = finite && std::isfinite(a[k].value) && std::isfinite(b[k].value);
  if (!finite) return special != special ? nan_code(r.sum) : infinity_code(r.sum, special < 0);
  big sum, term, grid;
  mpz_set_ui(grid.v, 1);
  mpz_mul_2exp(grid.v, grid.v, static_cast<mp_bitcnt_t>(top - r.kept - unit));
  const auto add = [&](double x, double y) {
    set_product(term, x, y);
    mpz_tdiv_q(term.v, term.v, grid.v);
    mpz_addmul(sum.v, term.v, grid.v);
  };
  add(c.value, 1.0);
  for (std::size_t k = 0; k < a.size(); ++k) add(a[k].value, b[k].value);
  return rounded(sum, r.sum);
}

std::uint32_t slow_dot(const product_row& r, const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, std::uint32_t c) {
  const auto part = [&](auto wanted, const format_row& as) {
    std::pair<std::vector<decoded>, std::vector<decoded>> out;
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (!wanted(k)) continue;
      for (auto [row, codes, to] : {std::tuple{&r.a, &a, &out.first}, std::tuple{&r.b, &b, &out.second}}) {
        to->push_back(decode(*row, (*codes)[k]));
        if (as.bits != 0 && to->back().value != 0 && std::isfinite(to->back().value)) to->back().exponent = std::max(std::ilogb(to->back().value), min_exponent(as));
      }
    }
    return out;
  };
  if (r.order == step_order::at_once) {
    const auto [x, y] = part([](std::size_t) { return true; }, format_row{});
    return slow_step(r, x, y, c);
  }
  if (r.order == step_order::by_fours) {
    for (std::size_t at = 0; at < a.size(); at += 4) {
      const auto [x, y] = part([&](std::size_t k) { return k / 4 == at / 4; }, format_row{});
      c = slow_step(r, x, y, c);
    }
    return c;
  }
  std::uint32_t sum = 0;
  for (const bool first : {true, false}) {
    const auto [x, y] = part([&](std::size_t k) { return (k % 4 < 2) == first; }, f16_format::row);
    sum = slow_step(r, x, y, sum);
  }
  const float total = bit_cast<float>(sum) + bit_cast<float>(c);
  return total != total ? 0x7fffffffu : bits_of(total);
}

std::uint32_t quick_dot(const product_row& r, const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, std::uint32_t c) {
  std::vector<operand> x, y;
  for (const std::uint32_t code : a) x.push_back(split(r.a, code));
  for (const std::uint32_t code : b) y.push_back(split(r.b, code));
  return dot(r, x.data(), y.data(), static_cast<int>(a.size()), c);
}

TEST(tensor_core, every_row_is_the_slow_model) {
  for (const product_form& f : product_forms()) {
    int specials = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
      std::vector<std::uint32_t> a(static_cast<std::size_t>(f.products)), b(a.size());
      std::uint32_t c = 0;
      draw_element(f.row, f.products, seed, a.data(), b.data(), c);
      const std::uint32_t quick = quick_dot(f.row, a, b, c);
      ASSERT_EQ(quick, slow_dot(f.row, a, b, c)) << f.name << " seed " << seed;
      specials += (quick & infinity_code(f.row.sum, false)) == infinity_code(f.row.sum, false) ? 1 : 0;
    }
    EXPECT_GT(specials, 20) << f.name;
    EXPECT_LT(specials, 2000) << f.name;
  }
}

/// A sum of f16 products written as binary64 numbers.
std::uint32_t f16_sum(std::vector<std::pair<double, double>> products, std::uint32_t c, sum_format s = sum_format::f32) {
  const product_row r{f16_format::row, f16_format::row, 25, s, step_order::at_once};
  std::vector<std::uint32_t> a, b;
  for (const auto& [x, y] : products) a.push_back(half_code(x)), b.push_back(half_code(y));
  for (const std::uint32_t code : a) EXPECT_LT(code, 0x10000u);
  return quick_dot(r, a, b, c);
}
std::uint32_t f16_sum(std::vector<std::pair<double, double>> products, float c) { return f16_sum(std::move(products), bits_of(c)); }

TEST(tensor_core, terms_are_cut_at_the_twenty_fifth_bit_below_the_largest) {
  EXPECT_EQ(f16_sum({{1, 0x1p-12}, {0x1p-13, 1}}, 1.0f), bits_of(1.0f + 0x1p-12f + 0x1p-13f));
  // 2^-24 and 2^-25 are kept and make an ulp together with others; what lies below is cut from each term.
  EXPECT_EQ(f16_sum({{0x1p-12, 0x1p-12}, {0x1p-12, 0x1p-12}}, 1.0f), bits_of(1.0f + 0x1p-23f));
  EXPECT_EQ(f16_sum({{0x1p-12, 0x1p-13}, {0x1p-12, 0x1p-13}, {0x1p-12, 0x1p-12}}, 1.0f), bits_of(1.0f + 0x1p-23f));
  EXPECT_EQ(f16_sum({{0x1p-13, 0x1p-13}, {0x1p-13, 0x1p-13}, {0x1p-12, 0x1p-13}, {0x1p-12, 0x1p-12}}, 1.0f), bits_of(1.0f));
}

TEST(tensor_core, a_product_is_not_normalised_before_it_is_aligned) {
  // 1.5 * 1.5 = 2.25 has the exponent 0: 2^-25 is still kept beside it, where the sum's last bit is 2^-22.
  EXPECT_EQ(f16_sum({{1.5, 1.5}, {0x1p-12, 0x1p-13}}, 0.0f), bits_of(2.25f));
  EXPECT_EQ(f16_sum({{1.5, 1.5}, {0x1p-12, 0x1p-13}, {-1.5, 1.5}}, 0.0f), bits_of(0x1p-25f));
  EXPECT_EQ(f16_sum({{1.5, 1.5}, {0x1p-13, 0x1p-13}, {-1.5, 1.5}}, 0.0f), 0u);
}

TEST(tensor_core, nothing_is_kept_far_below_the_least_number) {
  // Half of the least binary16 number and a little more is a tie, as it is for the device, and goes to the even zero.
  EXPECT_EQ(f16_sum({{0x1p-12, 0x1p-13}, {0x1p-24, 0x1p-23}}, 0u, sum_format::f16), 0u);
  EXPECT_EQ(f16_sum({{0x1p-12, 0x1p-13}, {0x1p-23, 0x1p-23}}, 0u, sum_format::f16), 1u);
  EXPECT_EQ(f16_sum({{0x1p-12, 0x1p-13}, {0x1p-24, 0x1p-22}}, 0u, sum_format::f16), 1u);
}

TEST(tensor_core, zeros_infinities_and_nans) {
  EXPECT_EQ(f16_sum({{-0.0, 1}}, -0.0f), 0u);
  EXPECT_EQ(f16_sum({{0, 0x1p15}}, 0x1p-149f), 1u); // a zero product does not push the accumulator out
  EXPECT_EQ(f16_sum({{INFINITY, 0}}, 1.0f), 0x7fffffffu);
  EXPECT_EQ(f16_sum({{INFINITY, 1}, {-INFINITY, 1}}, 1.0f), 0x7fffffffu);
  EXPECT_EQ(f16_sum({{INFINITY, -1}}, 1.0f), 0xff800000u);
  EXPECT_EQ(f16_sum({{0x1p15, 0x1p15}}, 0x1.fffffep127f), bits_of(0x1.fffffep127f));
  EXPECT_EQ(f16_sum({{1, 1}}, INFINITY), 0x7f800000u);
}

TEST(tensor_core, sums_are_what_a_device_gave) {
  std::ifstream file(std::string(FPCHECK_SOURCE_DIR) + "/tests/gpu/vectors/tensor_core.vec");
  ASSERT_TRUE(file) << "the recorded sample is missing";
  std::string line;
  int rows = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream in(line);
    std::string name;
    std::uint64_t first = 0;
    in >> name >> std::dec >> first >> std::hex;
    const product_form* form = nullptr;
    for (const product_form& f : product_forms())
      if (f.name == name) form = &f;
    ASSERT_NE(form, nullptr) << name;
    std::uint32_t seen = 0;
    for (std::uint64_t seed = first; in >> seen; ++seed, ++rows) {
      std::vector<std::uint32_t> a(static_cast<std::size_t>(form->products)), b(a.size());
      std::uint32_t c = 0;
      draw_element(form->row, form->products, seed, a.data(), b.data(), c);
      ASSERT_EQ(quick_dot(form->row, a, b, c), seen) << name << " seed " << seed;
    }
  }
  EXPECT_GT(rows, 1000);
}

} // namespace
} // namespace fpcheck::exec::tensor_core

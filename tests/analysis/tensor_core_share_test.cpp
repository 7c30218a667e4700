// How much of an output's error tensor cores made, where it is known: a chain of products whose sums are those of the tensor cores' model,
// their exact sum by MPFR, and one rounding behind it.
#include "../exec/launching.hpp"

#include <fpcheck/analysis/check.hpp>
#include <fpcheck/exec/tensor_core.hpp>
#include <fpcheck/formats/encode.hpp>

#include <cmath>
#include <random>

#include <mpfr.h>

namespace fpcheck::analysis {
namespace {

namespace core = exec::tensor_core;

constexpr int steps = 12, inner = 16 * steps;
constexpr format_row bf16 = bf16_format::row;
constexpr float factor = 1.1f;

/// Rows of A and columns of B, of bfloat16 codes.
struct operands {
  std::vector<std::uint32_t> a, b;
  std::uint32_t of_a(int row, int k) const { return a[static_cast<std::size_t>(row * inner + k)]; }
  std::uint32_t of_b(int column, int k) const { return b[static_cast<std::size_t>(column * inner + k)]; }
};
operands draw(double low, double high) {
  std::mt19937 random(5);
  const auto codes = [&](std::size_t n) {
    std::vector<std::uint32_t> out(n);
    for (std::uint32_t& x : out) {
      const auto v = static_cast<float>(low + (high - low) * (random() >> 8) * 0x1p-24);
      x = bit_cast<std::uint32_t>(v) >> 16;
    }
    return out;
  };
  operands out;
  out.a = codes(16 * inner), out.b = codes(8 * inner);
  return out;
}

/// The words of the fragments, thread by thread: of each step four of A and two of B.
std::vector<std::uint32_t> words_of(const operands& x) {
  std::vector<std::uint32_t> out(32 * 6 * steps);
  for (int step = 0; step < steps; ++step)
    for (int k = 0; k < 16; ++k) {
      const auto put = [&](const core::place& at, int behind, std::uint32_t code) { out[static_cast<std::size_t>((at.lane * steps + step) * 6 + behind + at.word)] |= code << at.bit; };
      for (int row = 0; row < 16; ++row) put(core::place_in_a(16, 2, row, k), 0, x.of_a(row, 16 * step + k));
      for (int column = 0; column < 8; ++column) put(core::place_in_b(16, k, column), 4, x.of_b(column, 16 * step + k));
    }
  return out;
}

/// Every thread stores the first of its sums, times a factor: all in one line of the source.
std::string module_text() {
  std::string load;
  for (int k = 0; k < 6; ++k) load += "ld.global.b32 %w" + std::to_string(k) + ", [%rd2+" + std::to_string(4 * k) + "];\n";
  return ".version 8.4\n.target sm_90\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k(.param .u64 words, .param .u64 results)\n{\n.reg .b32 %r<4>, %w<6>; .reg .f32 %c<5>; .reg .b64 %rd<8>; .reg .pred %p;\n"
         "ld.param.u64 %rd1, [words];\nld.param.u64 %rd3, [results];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, " + std::to_string(24 * steps) +
         ";\nadd.s64 %rd2, %rd1, %rd2;\nmul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd4, %rd3, %rd4;\nmov.f32 %c0, 0f00000000;\nmov.f32 %c1, %c0;\nmov.f32 %c2, %c0;\nmov.f32 %c3, %c0;\n"
         ".loc 1 5 1\nmov.u32 %r2, 0;\nLOOP:\n" + load +
         "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%c0, %c1, %c2, %c3}, {%w0, %w1, %w2, %w3}, {%w4, %w5}, {%c0, %c1, %c2, %c3};\n"
         "add.s64 %rd2, %rd2, 24;\nadd.s32 %r2, %r2, 1;\nsetp.lt.u32 %p, %r2, " + std::to_string(steps) + ";\n@%p bra LOOP;\n"
         "mul.rn.f32 %c4, %c0, 0f3F8CCCCD;\nst.global.f32 [%rd4], %c4;\nret;\n}\n";
}

/// What the tensor cores and the multiplication make of the error of a thread's result, in ulps of the exact one.
struct errors {
  double of_products = 0, of_rest = 0;
};
errors errors_of(const operands& x, int lane) {
  const core::product_row row{bf16, bf16, 25, core::sum_format::f32, core::step_order::at_once};
  const int i = lane / 4, j = lane % 4 * 2;
  std::uint32_t sum = 0;
  mpfr_t exact, term;
  mpfr_inits2(2000, exact, term, nullptr);
  mpfr_set_zero(exact, 1);
  for (int step = 0; step < steps; ++step) {
    std::vector<core::operand> u, v;
    for (int k = 16 * step; k < 16 * step + 16; ++k) {
      u.push_back(core::split(bf16, x.of_a(i, k))), v.push_back(core::split(bf16, x.of_b(j, k)));
      mpfr_set_flt(term, bit_cast<float>(x.of_a(i, k) << 16), MPFR_RNDN);
      mpfr_mul_d(term, term, static_cast<double>(bit_cast<float>(x.of_b(j, k) << 16)), MPFR_RNDN);
      mpfr_add(exact, exact, term, MPFR_RNDN);
    }
    sum = core::dot(row, u.data(), v.data(), 16, sum);
  }
  const auto computed = static_cast<double>(bit_cast<float>(sum));
  mpfr_d_sub(term, computed, exact, MPFR_RNDN);
  mpfr_mul_d(term, term, static_cast<double>(factor), MPFR_RNDN);
  mpfr_mul_d(exact, exact, static_cast<double>(factor), MPFR_RNDN);
  errors out{mpfr_get_d(term, MPFR_RNDN), static_cast<double>(bit_cast<float>(sum) * factor) - computed * static_cast<double>(factor)};
  const double ulp = std::ldexp(1.0, std::ilogb(mpfr_get_d(exact, MPFR_RNDN)) - 23);
  mpfr_clears(exact, term, nullptr);
  out.of_products /= ulp, out.of_rest /= ulp;
  return out;
}

/// The shares of the output's error that products of matrices and the other instructions made.
struct shares {
  double of_products = 0, of_rest = 0;
};
shares shares_of(const operands& x) {
  const auto module = exec::load_text(module_text());
  exec::run_request request = exec::launcher("k", {1, 1, 1}, {32, 1, 1}).in(words_of(x), tensor::dtype::u32).out(32).request();
  options how;
  how.lines = line_attribution::wanted;
  const auto r = check(*module->code, request, how);
  if (!r) throw std::runtime_error(r.error().text());
  EXPECT_EQ(r->result.verdict, exit_code::passed);
  shares out;
  for (const line_error& l : r->result.lines) (l.instruction.starts_with("mma.") ? out.of_products : out.of_rest) += l.share;
  return out;
}

shares known_shares(const operands& x) {
  double made = 0, other = 0;
  for (int lane = 0; lane < 32; ++lane) {
    const errors e = errors_of(x, lane);
    made += std::fabs(e.of_products), other += std::fabs(e.of_rest);
  }
  return {made / (made + other), other / (made + other)};
}

TEST(tensor_core_share, is_what_truncation_made_of_terms_of_one_sign) {
  const operands x = draw(0, 1);
  const shares found = shares_of(x), known = known_shares(x);
  EXPECT_NEAR(found.of_products, known.of_products, 1e-6);
  EXPECT_NEAR(found.of_rest, known.of_rest, 1e-6);
  EXPECT_GT(found.of_products, 0.5);
}

TEST(tensor_core_share, is_what_truncation_made_of_terms_that_cancel) {
  const operands x = draw(-1, 1);
  const shares found = shares_of(x);
  EXPECT_NEAR(found.of_products, known_shares(x).of_products, 1e-6);
  EXPECT_GT(found.of_products, 0.1);
}

} // namespace
} // namespace fpcheck::analysis

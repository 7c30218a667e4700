// The functions that rewritten kernels work out in binary64, run by the engine: each enclosure holds what MPFR says of the function at the
// exact product of the inputs.
#include "emulation.hpp"

#include <fpcheck/exec/program.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <cstring>
#include <random>

namespace fpcheck::instrument::test {
namespace {

using function = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);

struct function_row {
  const char *instruction, *name;
  function at;
  double scale;  ///< of the arguments
  bool positive; ///< only such
  double widest; ///< half ulps of binary32 that an enclosure may be wide at the most
};
int reciprocal_root(mpfr_t to, const mpfr_t x, mpfr_rnd_t r) { return mpfr_rec_sqrt(to, x, r); }
int reciprocal(mpfr_t to, const mpfr_t x, mpfr_rnd_t r) { return mpfr_ui_div(to, 1, x, r); }

const function_row rows[] = {
    {"ex2.approx.f32", "ex2", mpfr_exp2, 30, false, 1e-3},      {"lg2.approx.f32", "lg2", mpfr_log2, 1, true, 4},
    {"sin.approx.f32", "sin", mpfr_sin, 40, false, 4},          {"cos.approx.f32", "cos", mpfr_cos, 40, false, 4},
    {"tanh.approx.f32", "tanh", mpfr_tanh, 1, false, 1e-3},     {"sqrt.rn.f32", "sqrt", mpfr_sqrt, 100, true, 1e-5},
    {"rsqrt.approx.f32", "rsqrt", reciprocal_root, 100, true, 1e-5}, {"rcp.rn.f32", "rcp", reciprocal, 100, false, 1e-5},
};

std::string kernel(const char* instruction) {
  return std::string(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 y)\n{\n"
                     "  .reg .b64 %rd<8>;\n  .reg .b32 %r<8>;\n  .reg .f32 %f<8>;\n"
                     "  ld.param.u64 %rd1, [a];\n  ld.param.u64 %rd2, [b];\n  ld.param.u64 %rd3, [y];\n"
                     "  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n  mov.u32 %r3, %tid.x;\n  mad.lo.s32 %r4, %r1, %r2, %r3;\n  mul.wide.s32 %rd4, %r4, 4;\n"
                     "  add.s64 %rd5, %rd1, %rd4;\n  add.s64 %rd6, %rd2, %rd4;\n  add.s64 %rd7, %rd3, %rd4;\n"
                     "  ld.global.f32 %f1, [%rd5];\n  ld.global.f32 %f2, [%rd6];\n  mul.f32 %f3, %f1, %f2;\n  ") +
         instruction + " %f4, %f3;\n  st.global.f32 [%rd7], %f4;\n  ret;\n}\n";
}

constexpr std::uint32_t count = 8192;

exec::buffer numbers(const char* name, exec::buffer_role role, const std::vector<float>& values) {
  exec::buffer b;
  b.name = name, b.role = role, b.type = tensor::dtype::f32, b.shape = {values.size()};
  b.data.resize(4 * values.size());
  std::memcpy(b.data.data(), values.data(), b.data.size());
  return b;
}

/// A case of the kernel with these inputs; the code outlives it.
session::bound_case case_of(const session::compiled& code, const std::vector<float>& a, const std::vector<float>& b) {
  session::bound_case out;
  out.code = &code;
  out.request.buffers = {numbers("a", exec::buffer_role::input, a), numbers("b", exec::buffer_role::input, b), numbers("y", exec::buffer_role::output, std::vector<float>(a.size()))};
  exec::launch l;
  l.kernel = "k", l.grid = {count / 128, 1, 1}, l.block = {128, 1, 1};
  for (std::uint32_t k = 0; k < 3; ++k) {
    exec::argument p;
    p.bytes.resize(8);
    p.pointers.push_back({0, k, 0});
    l.arguments.push_back(p);
  }
  out.request.launches = {l};
  return out;
}

class functions : public ::testing::TestWithParam<function_row> {};

TEST_P(functions, enclose_what_mpfr_says) {
  const function_row& f = GetParam();
  session::compiled code;
  code.module = *ptx::parse(kernel(f.instruction), "k.ptx");
  code.program = *exec::decode(code.module);
  std::mt19937 random(7);
  std::vector<float> a, b;
  for (std::uint32_t k = 0; k < count; ++k) {
    const double x = std::normal_distribution<double>()(random) * f.scale * (k % 4 == 0 ? 1e-3 : 1);
    a.push_back(static_cast<float>(f.positive ? std::fabs(x) : x));
    b.push_back(static_cast<float>(std::uniform_real_distribution<double>(0.5, 2)(random)));
  }
  const session::bound_case c = case_of(code, a, b);
  const auto run = emulate(c, domain::ball);
  ASSERT_TRUE(run) << run.error().text();
  ASSERT_EQ(run->gaps(), 0u);
  mpfr_t exact, distance;
  mpfr_inits2(200, exact, distance, nullptr);
  double widest = 0;
  std::uint32_t finite = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    float y;
    std::memcpy(&y, run->arena.data() + run->where.buffers[2] + 4 * k, 4);
    if (!std::isfinite(y)) continue; // beyond binary32
    ++finite;
    const cell shadow = cell_at(*run, run->where.buffers[2] + 4 * k, domain::ball);
    mpfr_set_d(exact, static_cast<double>(a[k]), MPFR_RNDN);
    mpfr_mul_d(exact, exact, static_cast<double>(b[k]), MPFR_RNDN);
    f.at(exact, exact, MPFR_RNDN);
    mpfr_sub_d(distance, exact, static_cast<double>(y), MPFR_RNDN);
    mpfr_sub_d(distance, distance, shadow.distance, MPFR_RNDN);
    ASSERT_LE(std::fabs(mpfr_get_d(distance, MPFR_RNDA)), shadow.radius) << f.name << " of " << a[k] << " * " << b[k];
    if (std::fabs(static_cast<double>(y)) > 0x1p-100) widest = std::max(widest, shadow.radius / std::fabs(static_cast<double>(y)) * 0x1p24 - 0x1p-20 * std::fabs(shadow.distance / static_cast<double>(y)) * 0x1p24);
  }
  EXPECT_GT(finite, count * 9 / 10);
  EXPECT_LE(widest, f.widest) << f.name;
  mpfr_clears(exact, distance, nullptr);
}

INSTANTIATE_TEST_SUITE_P(of_a_number, functions, ::testing::ValuesIn(rows), [](const auto& i) { return std::string(i.param.name); });

} // namespace
} // namespace fpcheck::instrument::test

// Derivatives of compiled kernels: every enclosure holds the derivative of what exact arithmetic computes along the path.
#include "launching.hpp"

#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <random>

namespace fpcheck::exec {
namespace {

struct derivative {
  double value, value_radius, slope, slope_radius;
  std::uint8_t taints;
  bool shadowed;
};

std::string kernel_of(const std::string& body) {
  return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .f32 %f<20>; .reg .b32 %r<30>; .reg .b64 %rd<8>; .reg .b16 %h<8>; .reg .pred %p<4>; .reg .f64 %fd<8>;
  .shared .align 8 .b8 tile[1024];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd3, %r0, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  )" + body + R"(
  st.global.f32 [%rd5], %f1;
  ret;
})";
}

constexpr double velocity = 0.375;

/// y[t] = body(x[t] + shift) for 32 threads, x moving with `velocity`.
std::vector<derivative> derivatives(const std::string& body, const std::vector<float>& x, double shift = 0) {
  const auto k = load_text(kernel_of(body));
  run_plan plan;
  plan.domain = dual_shadow();
  plan.directions = {{0, std::vector<double>(32, velocity), shift == 0 ? std::vector<double>{} : std::vector<double>(32, shift)}};
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(x).out(32).request(), plan);
  if (!r) throw std::runtime_error(r.error().text());
  for (const auto& i : r->incomplete) ADD_FAILURE() << i.what;
  std::vector<derivative> out;
  region& m = *r->buffers[1];
  for (std::size_t i = 0; i < 32; ++i) {
    const shadow_cell* c = m.shadow.find(i);
    const bool shadowed = c != nullptr && c->tag == shadow_tag::f32;
    const auto word = [&](int k) { return shadowed ? bit_cast<double>(m.shadow.words(i)[k]) : 0.0; };
    out.push_back({word(0), word(1), word(2), word(3), c != nullptr ? c->taints : std::uint8_t{0}, shadowed});
  }
  return out;
}

std::vector<float> inputs(float lo, float hi) {
  std::mt19937 g(5);
  std::vector<float> v(32);
  for (float& x : v) x = lo + (hi - lo) * static_cast<float>(g() >> 8) * 0x1p-24f;
  return v;
}

/// `value` and `slope` in long double, 64 bits of precision: their own error is some 2^-60 of the largest term.
template <class F, class G>
void expect_derivative(const std::string& body, float lo, float hi, F value, G slope, double widest = 1e-12) {
  const std::vector<float> x = inputs(lo, hi);
  for (const double shift : {0.0, 0x1p-9}) {
    const auto got = derivatives(body, x, shift);
    for (std::size_t i = 0; i < 32; ++i) {
      const long double at = static_cast<long double>(x[i]) + static_cast<long double>(shift);
      const long double y = value(at), d = slope(at) * static_cast<long double>(velocity);
      const derivative& e = got[i];
      ASSERT_TRUE(e.shadowed) << body;
      EXPECT_EQ(e.taints & taint_cut, 0) << body;
      const double slack = 0x1p-58 * (1 + std::fabs(static_cast<double>(y)) + std::fabs(static_cast<double>(d)));
      EXPECT_LE(std::fabs(static_cast<double>(y - static_cast<long double>(e.value))), e.value_radius + slack) << body << " x = " << x[i];
      EXPECT_LE(std::fabs(static_cast<double>(d - static_cast<long double>(e.slope))), e.slope_radius + slack) << body << " x = " << x[i];
      EXPECT_LE(e.slope_radius, widest * (1 + std::fabs(static_cast<double>(d)))) << body << ": says too little";
    }
  }
}

TEST(dual, arithmetic) {
  const auto one = [](long double) { return 1.0L; };
  expect_derivative("add.rn.f32 %f1, %f1, 0f3F800000;", -2, 2, [](long double x) { return x + 1; }, one);
  expect_derivative("sub.rn.f32 %f1, 0f3F800000, %f1;", -2, 2, [](long double x) { return 1 - x; }, [](long double) { return -1.0L; });
  expect_derivative("mul.rn.f32 %f1, %f1, %f1;", -2, 2, [](long double x) { return x * x; }, [](long double x) { return 2 * x; });
  expect_derivative("fma.rn.f32 %f2, %f1, %f1, %f1;\nfma.rn.f32 %f1, %f2, %f1, %f2;", -2, 2, [](long double x) { return (x * x + x) * (x + 1); },
                    [](long double x) { return (2 * x + 1) * (x + 1) + (x * x + x); });
  expect_derivative("div.rn.f32 %f1, 0f3F800000, %f1;", 0.5, 2, [](long double x) { return 1 / x; }, [](long double x) { return -1 / (x * x); });
  expect_derivative("add.rn.f32 %f2, %f1, 0f3F800000;\ndiv.rn.f32 %f1, %f1, %f2;", 0.5, 2, [](long double x) { return x / (x + 1); },
                    [](long double x) { return 1 / ((x + 1) * (x + 1)); });
  expect_derivative("sqrt.rn.f32 %f1, %f1;", 0.5, 2, [](long double x) { return std::sqrt(x); }, [](long double x) { return 0.5L / std::sqrt(x); });
  expect_derivative("rsqrt.approx.f32 %f1, %f1;", 0.5, 2, [](long double x) { return 1 / std::sqrt(x); }, [](long double x) { return -0.5L / (x * std::sqrt(x)); });
  expect_derivative("rcp.rn.f32 %f1, %f1;", 0.5, 2, [](long double x) { return 1 / x; }, [](long double x) { return -1 / (x * x); });
  expect_derivative("abs.f32 %f1, %f1;\nneg.f32 %f1, %f1;", -3, -1, [](long double x) { return x; }, one);
  expect_derivative("cvt.f64.f32 %fd1, %f1;\nmul.rn.f64 %fd1, %fd1, %fd1;\ncvt.rn.f32.f64 %f1, %fd1;", -2, 2, [](long double x) { return x * x; }, [](long double x) { return 2 * x; });
}

TEST(dual, functions) {
  const long double ln2 = std::log(2.0L);
  expect_derivative("ex2.approx.ftz.f32 %f1, %f1;", -3, 3, [](long double x) { return std::exp2(x); }, [&](long double x) { return ln2 * std::exp2(x); });
  expect_derivative("lg2.approx.f32 %f1, %f1;", 0.5, 4, [](long double x) { return std::log2(x); }, [&](long double x) { return 1 / (ln2 * x); });
  expect_derivative("sin.approx.f32 %f1, %f1;", -3, 3, [](long double x) { return std::sin(x); }, [](long double x) { return std::cos(x); });
  expect_derivative("cos.approx.f32 %f1, %f1;", -3, 3, [](long double x) { return std::cos(x); }, [](long double x) { return -std::sin(x); });
  expect_derivative("tanh.approx.f32 %f1, %f1;", -3, 3, [](long double x) { return std::tanh(x); }, [](long double x) { const long double t = std::tanh(x); return 1 - t * t; });
}

TEST(dual, follows_the_path_taken) {
  const auto none = [](long double) { return 0.0L; };
  expect_derivative("max.f32 %f1, %f1, 0f00000000;\nadd.rn.f32 %f1, %f1, 0f3F800000;", 0.5, 2, [](long double x) { return x + 1; }, [](long double) { return 1.0L; });
  expect_derivative("add.rn.sat.f32 %f1, %f1, 0f3F000000;", 0.75, 2, [](long double) { return 1.0L; }, none);
  // Rounding to an integer, by an instruction and by a magic sum, is constant along every path.
  expect_derivative("cvt.rni.f32.f32 %f2, %f1;\nsub.rn.f32 %f1, %f1, %f2;", 0.6F, 1.4F, [](long double x) { return x - 1; }, [](long double) { return 1.0L; });
  expect_derivative("add.rn.f32 %f2, %f1, 0f4B400000;\nsub.rn.f32 %f2, %f2, 0f4B400000;\nfma.rn.f32 %f1, %f2, 0fBF000000, %f1;", 0.6F, 1.4F, [](long double x) { return x - 0.5L; }, [](long double) { return 1.0L; });
}

TEST(dual, travels_with_bytes) {
  const auto two = [](long double) { return 2.0L; };
  expect_derivative("mov.b32 %r1, %f1;\nadd.s32 %r1, %r1, 8388608;\nmov.b32 %f1, %r1;\nmul.rn.f32 %f1, %f1, 0f3F800000;", 0.5, 2, [](long double x) { return 2 * x; }, two);
  expect_derivative("mov.u32 %r5, tile;\nshl.b32 %r6, %r0, 2;\nadd.s32 %r5, %r5, %r6;\nst.shared.f32 [%r5], %f1;\nbar.sync 0;\nld.shared.b32 %r7, [%r5];\nmov.b32 %f2, %r7;\nadd.rn.f32 %f1, %f1, %f2;", -2,
                    2, [](long double x) { return 2 * x; }, two);
}

/// logf's way: the exponent becomes an integer and then a number, the rest stays a number in [2/3, 4/3).
TEST(dual, exponents_are_constant_along_the_path) {
  const long double ln2 = std::log(2.0L);
  expect_derivative("mov.b32 %r1, %f1;\nadd.s32 %r2, %r1, -1059760811;\nand.b32 %r3, %r2, -8388608;\nsub.s32 %r4, %r1, %r3;\nmov.b32 %f2, %r4;\ncvt.rn.f32.s32 %f3, %r3;\n"
                    "mul.rn.f32 %f3, %f3, 0f34000000;\nlg2.approx.f32 %f4, %f2;\nadd.rn.f32 %f1, %f4, %f3;",
                    0.25, 6, [](long double x) { return std::log2(x); }, [&](long double x) { return 1 / (ln2 * x); });
}

/// A number taken apart in a way that is not modelled loses its derivative: that is said, not passed over.
TEST(dual, a_lost_derivative_is_a_cut) {
  const auto got = derivatives("mov.b32 %r1, %f1;\nshr.u32 %r1, %r1, 1;\nsub.s32 %r1, 1597463007, %r1;\nmov.b32 %f1, %r1;\nmul.rn.f32 %f1, %f1, 0f3F800000;", inputs(0.5, 2));
  for (const derivative& e : got) EXPECT_NE(e.taints & taint_cut, 0);
}

TEST(dual, misfits_are_refused) {
  const auto k = load_text(kernel_of(""));
  const auto request = launcher("k", {1, 1, 1}, {32, 1, 1}).in(std::vector<float>(32, 1.0F)).out(32).request();
  run_plan plan;
  plan.domain = dual_shadow();
  plan.directions = {{0, std::vector<double>(31, 1.0), {}}};
  EXPECT_FALSE(run(*k->code, request, plan));
  plan.directions = {{1, std::vector<double>(32, 1.0), {}}};
  EXPECT_FALSE(run(*k->code, request, plan));
  plan.directions = {{7, {}, {}}};
  EXPECT_FALSE(run(*k->code, request, plan));
  plan.directions = {{0, std::vector<double>(32, 1.0), {}}};
  EXPECT_TRUE(run(*k->code, request, plan));
  plan.domain = ball_shadow();
  EXPECT_FALSE(run(*k->code, request, plan));
}

} // namespace
} // namespace fpcheck::exec

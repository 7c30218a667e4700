// Decisions that rounding alone takes: which of them are recorded, and what a run is that takes them exactly.
#include "launching.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

/// out[t] = table[body's %r1] for 32 threads, whose product %f3 = t * w has been rounded; w lies in %f1.
std::unique_ptr<loaded> load_body(const std::string& body, const std::string& use) {
  return load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 table, .param .u64 width, .param .u64 out)
{
  .reg .f32 %f<20>; .reg .b32 %r<30>; .reg .b64 %rd<12>; .reg .pred %p<4>;
  ld.param.u64 %rd1, [table]; ld.param.u64 %rd2, [width]; ld.param.u64 %rd3, [out];
  mov.u32 %r0, %tid.x; mul.wide.u32 %rd4, %r0, 4; add.s64 %rd5, %rd3, %rd4;
  ld.global.f32 %f1, [%rd2];
  cvt.rn.f32.u32 %f2, %r0; mul.f32 %f3, %f2, %f1;
  )" + body + use + R"(
  st.global.u32 [%rd5], %r2;
  ret;
})");
}
const std::string looks_up = "mul.wide.s32 %rd6, %r1, 4; add.s64 %rd7, %rd1, %rd6; ld.global.u32 %r2, [%rd7];";
const std::string stores = "mov.u32 %r2, %r1;";

std::vector<std::int32_t> numbers_from_zero() {
  std::vector<std::int32_t> x(64);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<std::int32_t>(k);
  return x;
}
result<run_record> execute(const loaded& k, const run_plan& plan, float width) {
  return run(*k.code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(numbers_from_zero(), tensor::dtype::i32).in(std::vector<float>{width}).out(32, tensor::dtype::i32).request(), plan);
}
run_plan plan_of(const domain_table& domain, std::vector<std::uint32_t> exactly = {}) {
  run_plan p;
  p.domain = domain;
  p.decided_exactly = std::move(exactly);
  return p;
}

TEST(ties, an_index_that_stops_short_is_recorded_and_decided_exactly) {
  // In binary32 (15 * 0.3f) / 0.3f and (30 * 0.3f) / 0.3f are below 15 and 30.
  for (const char* rounds : {"cvt.rzi.s32.f32 %r1, %f4;", "cvt.rmi.f32.f32 %f5, %f4; cvt.rzi.s32.f32 %r1, %f5;"}) {
    const auto k = load_body(std::string("div.rn.f32 %f4, %f3, %f1;") + rounds, looks_up);
    const auto plain = execute(*k, plan_of(ball_shadow()), 0.3f);
    ASSERT_TRUE(plain) << plain.error().text();
    const auto machine = contents<std::int32_t>(*plain, 2);
    EXPECT_EQ(machine[15], 14);
    EXPECT_EQ(machine[30], 29);
    ASSERT_EQ(plain->ties.size(), 1u);
    EXPECT_EQ(plain->ties[0].count, 2u);
    const auto exact = execute(*k, plan_of(perturbed_shadow(), {plain->ties[0].pc}), 0.3f);
    ASSERT_TRUE(exact) << exact.error().text();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(contents<std::int32_t>(*exact, 2)[static_cast<std::size_t>(i)], i);
  }
}

TEST(ties, an_integer_that_is_no_address_or_rounded_to_nearest_is_left_alone) {
  for (const auto& [rounds, use] : {std::pair<const char*, std::string>{"cvt.rzi.s32.f32 %r1, %f4;", stores}, {"cvt.rni.s32.f32 %r1, %f4;", looks_up}}) {
    const auto k = load_body(std::string("div.rn.f32 %f4, %f3, %f1;") + rounds, use);
    const auto r = execute(*k, plan_of(ball_shadow()), 0.3f);
    ASSERT_TRUE(r) << r.error().text();
    EXPECT_TRUE(r->ties.empty()) << rounds;
  }
}

TEST(ties, what_an_input_known_to_half_an_ulp_decides_is_left_alone) {
  // 41 * (1 / 41) is below 1 in binary32 and 1 exactly; the copies move the 41 that is data, and so the product, across.
  const auto k = load_body("mov.f32 %f6, 0f42240000; rcp.rn.f32 %f7, %f6; mul.f32 %f4, %f1, %f7; cvt.rzi.s32.f32 %r1, %f4;", looks_up);
  const auto unmoved = execute(*k, plan_of(ball_shadow()), 41.0f);
  ASSERT_TRUE(unmoved) << unmoved.error().text();
  EXPECT_EQ(unmoved->ties.size(), 1u);
  const auto moved = execute(*k, plan_of(perturbed_shadow()), 41.0f);
  ASSERT_TRUE(moved) << moved.error().text();
  EXPECT_TRUE(moved->ties.empty());
}

TEST(ties, a_comparison_of_what_only_rounding_made_equal) {
  // 2^-149 * 2^-10 underflows to the zero it is compared with.
  const auto k = load_body("mov.f32 %f6, 0f00000001; mov.f32 %f7, 0f3A800000; mul.f32 %f8, %f6, %f7; setp.gt.f32 %p1, %f8, 0f00000000; selp.b32 %r1, 1, 0, %p1;", stores);
  const auto plain = execute(*k, plan_of(ball_shadow()), 1.0f);
  ASSERT_TRUE(plain) << plain.error().text();
  EXPECT_EQ(contents<std::int32_t>(*plain, 2)[0], 0);
  ASSERT_EQ(plain->ties.size(), 1u);
  const auto exact = execute(*k, plan_of(perturbed_shadow(), {plain->ties[0].pc}), 1.0f);
  ASSERT_TRUE(exact) << exact.error().text();
  EXPECT_EQ(contents<std::int32_t>(*exact, 2)[0], 1);
}

TEST(roundings, the_exact_value_below_the_integer_that_the_machine_came_to) {
  // (2^23 - 1/8) - 2^23 is 0 in binary32, where the first difference is rounded, and -1/8 exactly.
  const auto k = load_body("mov.f32 %f7, 0fBE000000; add.f32 %f8, %f1, %f7; sub.f32 %f9, %f8, %f1; cvt.rmi.s32.f32 %r1, %f9;", stores);
  const auto r = execute(*k, plan_of(ball_shadow()), 0x1p23f);
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_EQ(r->flips.size(), 1u);
  EXPECT_EQ(r->flips[0].computed[0], 0.0);
  EXPECT_EQ(r->flips[0].exact[0], -0.125);
}

TEST(roundings, of_equal_ones_the_first_thread_s_is_kept_whoever_comes_first) {
  const auto k = load_body("mov.f32 %f7, 0fBE000000; add.f32 %f8, %f1, %f7; sub.f32 %f9, %f8, %f1; cvt.rmi.s32.f32 %r1, %f9;", stores);
  run_request request = launcher("k", {3, 1, 1}, {32, 1, 1}).in(numbers_from_zero()).in(std::vector<float>{0x1p23f}).out(32 * 4).request();
  request.threads = 1;
  run_plan plan = plan_of(ball_shadow());
  plan.ctas = {{2, 0, 1}};
  const auto r = run(*k->code, request, plan);
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_EQ(r->flips.size(), 1u);
  EXPECT_EQ(r->flips[0].count, 96u);
  EXPECT_EQ(r->flips[0].cta[0], 0u);
  EXPECT_EQ(r->flips[0].thread[0], 0u);
}

} // namespace
} // namespace fpcheck::exec

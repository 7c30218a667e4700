// What integer code loses, as runs without a shadow record it, and what becomes of it where something else is done instead.
#include "launching.hpp"

#include <algorithm>
#include <random>

namespace fpcheck::exec {
namespace {

/// A kernel that leaves in %q0 what `body` makes of a word for each lane, %a, and another, %b.
std::unique_ptr<loaded> kernel_of(const std::string& body) {
  return load_text(R"(.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .b32 %r<4>; .reg .b32 %q<4>; .reg .b32 %a; .reg .b32 %b; .reg .b16 %h<4>; .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd3, %r0, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.b32 %a, [%rd4];
  ld.global.b32 %b, [%rd4+128];
  )" + body + R"(
  st.global.b32 [%rd5], %q0;
  ret;
})");
}

run_record run_of(const program& code, const std::vector<std::uint32_t>& words, const std::vector<loss_change>& changes) {
  run_plan plan;
  plan.watches_losses = changes.empty(), plan.loses_otherwise = changes;
  auto r = run(code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(words, tensor::dtype::u32).out(32, tensor::dtype::u32).request(), plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

std::vector<std::uint32_t> random_words() {
  std::mt19937 g(7);
  std::vector<std::uint32_t> out(64);
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<std::uint32_t>(static_cast<std::int32_t>(g()) >> (k * 7 % 32));
  out[0] = 0x80000000u, out[32] = 0xffffffffu, out[1] = 0x7fffffffu, out[33] = 1, out[2] = 0x8000, out[34] = 0xffff8000u, out[3] = 0x80000000u, out[35] = 5;
  return out;
}

struct calculation {
  const char* body;
  std::int64_t (*exact)(std::int64_t a, std::int64_t b);
  int bits;
};
const calculation calculations[] = {
    {"add.s32 %q0, %a, %b;", [](std::int64_t a, std::int64_t b) { return a + b; }, 32},
    {"sub.u32 %q0, %a, %b;", [](std::int64_t a, std::int64_t b) { return a - b; }, 32},
    {"mul.lo.s32 %q0, %a, %b;", [](std::int64_t a, std::int64_t b) { return a * b; }, 32},
    {"mad.lo.s32 %q0, %a, %b, %a;", [](std::int64_t a, std::int64_t b) { return a * b + a; }, 32},
    {"neg.s32 %q0, %a;", [](std::int64_t a, std::int64_t) { return -a; }, 32},
    {"abs.s32 %q0, %a;", [](std::int64_t a, std::int64_t) { return a < 0 ? -a : a; }, 32},
    {"cvt.u16.u32 %h0, %a; cvt.u16.u32 %h1, %b; add.s16 %h2, %h0, %h1; cvt.s32.s16 %q0, %h2;", [](std::int64_t a, std::int64_t b) { return std::int64_t{static_cast<std::int16_t>(a)} + static_cast<std::int16_t>(b); }, 16},
    {"cvt.u16.u32 %h0, %a; cvt.u16.u32 %h1, %b; mul.lo.s16 %h2, %h0, %h1; cvt.s32.s16 %q0, %h2;", [](std::int64_t a, std::int64_t b) { return std::int64_t{static_cast<std::int16_t>(a)} * static_cast<std::int16_t>(b); }, 16},
    {"cvt.u16.u32 %h0, %a; neg.s16 %h2, %h0; cvt.s32.s16 %q0, %h2;", [](std::int64_t a, std::int64_t) { return -std::int64_t{static_cast<std::int16_t>(a)}; }, 16},
};

TEST(lossy_steps, calculations_beyond_their_width_are_recorded_and_clamped) {
  const auto words = random_words();
  for (const calculation& c : calculations) {
    SCOPED_TRACE(c.body);
    const auto k = kernel_of(c.body);
    const std::int64_t half = std::int64_t{1} << (c.bits - 1);
    std::int64_t exact[32];
    std::uint64_t beyond = 0;
    for (std::size_t i = 0; i < 32; ++i) {
      exact[i] = c.exact(static_cast<std::int32_t>(words[i]), static_cast<std::int32_t>(words[32 + i]));
      beyond += exact[i] < -half || exact[i] >= half ? 1u : 0u;
    }
    ASSERT_GT(beyond, 0u);
    const auto r = run_of(*k->code, words, {});
    const auto it = std::find_if(r.losses.begin(), r.losses.end(), [](const loss_record& l) { return l.kind == loss_kind::wrapped; });
    ASSERT_NE(it, r.losses.end());
    EXPECT_EQ(it->count, beyond);
    const auto clamped = contents<std::int32_t>(run_of(*k->code, words, {{it->pc, loss_remedy::clamp, false, {}}}), 1);
    for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(clamped[i], std::clamp(exact[i], -half, half - 1)) << i;
  }
}

TEST(lossy_steps, what_mixes_bits_is_no_calculation) {
  const auto words = random_words();
  for (const char* body : {"mul.lo.s32 %q0, %a, 1664525;", "mad.lo.s32 %q0, %a, 22695477, %b;", "add.s32 %q0, %a, 1013904223;"}) EXPECT_TRUE(run_of(*kernel_of(body)->code, words, {}).losses.empty()) << body;
}

TEST(lossy_steps, operands_with_one_result_are_told_apart_in_their_order) {
  std::vector<std::uint32_t> words(64);
  for (std::uint32_t i = 0; i < 32; ++i) words[i] = 0x41000000u + (i * 13 % 32) * 3;
  const auto places = [&](const char* body, bool of_signed) {
    const auto k = kernel_of(body);
    const auto r = run_of(*k->code, words, {});
    const auto it = std::find_if(r.losses.begin(), r.losses.end(), [](const loss_record& l) { return l.kind == loss_kind::merged; });
    if (it == r.losses.end()) return std::vector<std::uint32_t>();
    return contents<std::uint32_t>(run_of(*k->code, words, {{it->pc, loss_remedy::tell_apart, of_signed, it->operands}}), 1);
  };
  const auto masked = places("and.b32 %q0, %a, 0xffffff00;", false), shifted = places("shr.u32 %q0, %a, 8;", true), whole = places(".reg .f32 %f; mov.b32 %f, %a; cvt.rzi.s32.f32 %q0, %f;", false);
  ASSERT_EQ(masked.size(), 32u);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(masked[i], (i * 13 % 32) << 8) << i;
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(shifted[i], i * 13 % 32) << i;
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(whole[i], i * 13 % 32) << i;
  EXPECT_TRUE(places("and.b32 %q0, %a, 0xffffffff;", false).empty());
  EXPECT_TRUE(places("and.b32 %q0, %a, 255;", false).empty()); // low bits are kept: nothing ascends
}

} // namespace
} // namespace fpcheck::exec

// Instructions on two halves or four bytes of a word, against host twins.
#include "launching.hpp"

#include <random>

namespace fpcheck::exec {
namespace {

/// One operation of the family: its name, how it is done on numbers, whether it saturates, whether its results add up.
struct operation {
  const char* text;
  int bits;
  bool is_signed, saturates, adds_up;
  std::int64_t (*of)(std::int64_t, std::int64_t);
};
std::int64_t sum(std::int64_t a, std::int64_t b) { return a + b; }
std::int64_t difference(std::int64_t a, std::int64_t b) { return a - b; }
std::int64_t distance(std::int64_t a, std::int64_t b) { return std::abs(a - b); }
std::int64_t smaller(std::int64_t a, std::int64_t b) { return std::min(a, b); }
std::int64_t larger(std::int64_t a, std::int64_t b) { return std::max(a, b); }
std::int64_t average(std::int64_t a, std::int64_t b) { return (a + b + (a + b < 0 ? 0 : 1)) >> 1; }
std::int64_t equal(std::int64_t a, std::int64_t b) { return a == b ? 1 : 0; }
std::int64_t different(std::int64_t a, std::int64_t b) { return a != b ? 1 : 0; }
std::int64_t less(std::int64_t a, std::int64_t b) { return a < b ? 1 : 0; }
std::int64_t not_less(std::int64_t a, std::int64_t b) { return a >= b ? 1 : 0; }
std::int64_t not_greater(std::int64_t a, std::int64_t b) { return a <= b ? 1 : 0; }
std::int64_t greater(std::int64_t a, std::int64_t b) { return a > b ? 1 : 0; }

std::uint32_t twin(const operation& o, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::int64_t range = std::int64_t{1} << o.bits, low = o.is_signed ? -range / 2 : 0, high = low + range - 1;
  std::uint32_t packed = 0, total = c;
  for (int at = 0; at < 32; at += o.bits) {
    std::int64_t x = (a >> at) % range, y = (b >> at) % range;
    if (o.is_signed && x > high) x -= range;
    if (o.is_signed && y > high) y -= range;
    std::int64_t v = o.of(x, y);
    if (o.saturates) v = std::max(low, std::min(high, v));
    total += static_cast<std::uint32_t>(v);
    packed |= static_cast<std::uint32_t>((v % range + range) % range) << at;
  }
  return o.adds_up ? total : packed;
}

TEST(video, operations_equal_their_twins) {
  const operation all[] = {
      {"vabsdiff4.u32.u32.u32", 8, false, false, false, &distance}, {"vabsdiff4.u32.u32.u32.add", 8, false, false, true, &distance},
      {"vabsdiff2.u32.u32.u32", 16, false, false, false, &distance}, {"vabsdiff2.u32.u32.u32.add", 16, false, false, true, &distance},
      {"vabsdiff4.s32.s32.s32.sat", 8, true, true, false, &distance}, {"vabsdiff2.s32.s32.s32", 16, true, false, false, &distance},
      {"vadd4.u32.u32.u32.sat", 8, false, true, false, &sum}, {"vadd2.s32.s32.s32.sat", 16, true, true, false, &sum},
      {"vadd4.u32.u32.u32", 8, false, false, false, &sum}, {"vsub4.s32.s32.s32.sat", 8, true, true, false, &difference},
      {"vsub2.u32.u32.u32.sat", 16, false, true, false, &difference}, {"vmin4.s32.s32.s32", 8, true, false, false, &smaller},
      {"vmin2.u32.u32.u32", 16, false, false, false, &smaller}, {"vmax4.u32.u32.u32", 8, false, false, false, &larger},
      {"vmax2.s32.s32.s32", 16, true, false, false, &larger},
      {"vavrg4.s32.s32.s32", 8, true, false, false, &average}, {"vavrg4.u32.u32.u32", 8, false, false, false, &average},
      {"vavrg2.s32.s32.s32", 16, true, false, false, &average}, {"vavrg2.u32.u32.u32.add", 16, false, false, true, &average},
      {"vset4.u32.u32.eq", 8, false, false, false, &equal}, {"vset2.s32.s32.ne", 16, true, false, false, &different},
      {"vset4.s32.s32.lt", 8, true, false, false, &less}, {"vset2.u32.u32.ge", 16, false, false, false, &not_less},
      {"vset4.u32.u32.le.add", 8, false, false, true, &not_greater}, {"vset2.s32.s32.gt.add", 16, true, false, true, &greater}};
  std::mt19937 random(5);
  std::vector<std::uint32_t> a(256), b(256), c(256);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<std::uint32_t>(random()), b[i] = static_cast<std::uint32_t>(random()), c[i] = static_cast<std::uint32_t>(random());
  a[0] = 0x80808080u, b[0] = 0x7f7f7f7fu, a[1] = 0xffffffffu, b[1] = 0u, a[2] = b[2];
  for (std::size_t i = 3; i < 99; ++i) b[i] = (a[i] & 0xff00ffffu) | (b[i] & 0x00ff0000u); // some equal parts
  for (const operation& o : all) {
    const auto k = load_text(std::string(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y, .param .u64 z, .param .u64 r)
{
  .reg .b32 %t, %a, %b, %c, %d; .reg .b64 %x, %y, %z, %r, %o;
  ld.param.u64 %x, [x]; ld.param.u64 %y, [y]; ld.param.u64 %z, [z]; ld.param.u64 %r, [r];
  mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4;
  add.u64 %x, %x, %o; add.u64 %y, %y, %o; add.u64 %z, %z, %o; add.u64 %r, %r, %o;
  ld.global.u32 %a, [%x]; ld.global.u32 %b, [%y]; ld.global.u32 %c, [%z];
  )") + o.text + " %d, %a, %b, %c;\n  st.global.u32 [%r], %d;\n  ret;\n}\n");
    const auto run_of = run(*k->code, launcher("k", {1, 1, 1}, {256, 1, 1}).in(a).in(b).in(c).out(256).request(), {});
    ASSERT_TRUE(run_of) << o.text;
    ASSERT_TRUE(run_of->faults.empty() && run_of->incomplete.empty()) << o.text;
    const auto got = contents<std::uint32_t>(*run_of, 3);
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(got[i], twin(o, a[i], b[i], c[i])) << o.text << ' ' << i;
  }
}

} // namespace
} // namespace fpcheck::exec

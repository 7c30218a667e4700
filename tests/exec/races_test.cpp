// Races in shared memory against a model that compares every access with every other: 64 threads in two warps, all ways in
// which the lanes of a warp lie, barriers of the CTA and of a warp here and there.
#include "launching.hpp"

#include <random>

namespace fpcheck::exec {
namespace {

constexpr int threads = 64;

/// Which cell a thread touches, as PTX and as a function.
struct way {
  const char* text; ///< %r1 from %r0, the thread
  int (*cell)(int thread);
};
constexpr way ways[] = {
    {"mov.u32 %r1, %r0;", [](int t) { return t; }},
    {"xor.b32 %r1, %r0, 1;", [](int t) { return t ^ 1; }},
    {"xor.b32 %r1, %r0, 32;", [](int t) { return t ^ 32; }},
    {"mul.lo.u32 %r1, %r0, 5; and.b32 %r1, %r1, 63;", [](int t) { return t * 5 % 64; }},
    {"shr.u32 %r1, %r0, 4;", [](int t) { return t / 16; }},
    {"shr.u32 %r1, %r0, 1;", [](int t) { return t / 2; }},
    {"and.b32 %r1, %r0, 15;", [](int t) { return t % 16; }},
    {"and.b32 %r1, %r0, 47;", [](int t) { return t & 47; }},
    {"or.b32 %r1, %r0, 15;", [](int t) { return t | 15; }},
    {"add.u32 %r1, %r0, 64;", [](int t) { return t + 64; }},
    {"mov.u32 %r1, 7;", [](int) { return 7; }},
};

struct access {
  int thread, cell;
  bool write;
  int barriers, syncs; ///< how many barriers of the CTA, and of the warp, came before
};

/// Of the accesses of a pair, `a` is the later one.
bool race(const access& a, const access& b) {
  if (a.thread == b.thread || a.cell != b.cell || (!a.write && !b.write) || a.barriers != b.barriers) return false;
  return a.thread / 32 != b.thread / 32 || a.syncs == b.syncs;
}
/// What has to be found: of a warp's own reads of a cell, only the last is remembered.
bool plain_race(const access& a, const access& b) { return race(a, b) && (b.write || a.thread / 32 != b.thread / 32); }

struct scenario {
  std::string text;
  std::vector<access> accesses;
  template <class F>
  bool any(F is) const {
    for (std::size_t i = 0; i < accesses.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (is(accesses[i], accesses[j])) return true;
    return false;
  }
};

/// Every cell is defined, and a barrier behind it, before the accesses begin.
const std::string head = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 y) {
  .reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .pred %p<2>;
  .shared .align 16 .b8 tile[512];
  mov.u32 %r0, %tid.x; mov.u32 %r3, tile;
  setp.gt.u32 %p1, %r0, 20;
  shl.b32 %r1, %r0, 3; add.u32 %r1, %r1, %r3;
  st.shared.v2.u32 [%r1], {%r0, %r0};
  bar.sync 0;
)";
const std::string tail = "  ld.param.u64 %rd0, [y]; mul.wide.u32 %rd1, %r0, 4; add.s64 %rd0, %rd0, %rd1; st.global.u32 [%rd0], %r4;\n  ret;\n}\n";

scenario any_scenario(std::mt19937& g) {
  scenario s;
  s.text = head;
  int barriers = 1, syncs = 0, writes = 0;
  const int steps = 2 + static_cast<int>(g() % 5);
  for (int k = 0; k < steps; ++k) {
    const std::uint32_t kind = g() % 8;
    if (kind == 0) {
      s.text += "  bar.sync 0;\n", ++barriers;
    } else if (kind == 1) {
      s.text += "  bar.warp.sync 0xffffffff;\n", ++syncs;
    } else {
      const bool write = kind < 4, guarded = g() % 4 == 0;
      const way& at = ways[write && g() % 2 == 0 ? 0 : g() % std::size(ways)];
      const int value = ++writes * 1000;
      s.text += std::string("  ") + at.text + " shl.b32 %r1, %r1, 2; add.u32 %r1, %r1, %r3;\n";
      if (write) s.text += "  add.u32 %r2, %r0, " + std::to_string(value) + ";\n";
      s.text += guarded ? "  @%p1 " : "  ";
      s.text += write ? "st.shared.u32 [%r1], %r2;\n" : "ld.shared.u32 %r4, [%r1];\n";
      for (int t = guarded ? 21 : 0; t < threads; ++t) s.accesses.push_back({t, at.cell(t), write, barriers, syncs});
    }
  }
  s.text += tail;
  return s;
}

bool finds_race(const std::string& text, bool shadowed) {
  const auto k = load_text(text);
  run_plan plan;
  if (shadowed) plan.domain = ball_shadow();
  auto r = run(*k->code, launcher("k", {1, 1, 1}, {threads, 1, 1}).out(threads, tensor::dtype::i32).request(), plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::any_of(r->faults.begin(), r->faults.end(), [](const fault_record& f) { return f.kind == fault::race; });
}

TEST(races, in_shared_memory_are_those_of_a_model_that_compares_all_accesses) {
  std::mt19937 g(21);
  int with = 0, without = 0;
  for (int round = 0; round < 4000; ++round) {
    const scenario s = any_scenario(g);
    const bool found = finds_race(s.text, round % 2 == 0);
    const bool some = s.any(race), plain = s.any(plain_race);
    (some ? with : without) += 1;
    ASSERT_TRUE(some || !found) << "a false alarm in round " << round << "\n" << s.text;
    ASSERT_TRUE(found || !plain) << "a miss in round " << round << "\n" << s.text;
  }
  EXPECT_GT(with, 1000);
  EXPECT_GT(without, 700);
}

TEST(races, writes_of_one_value_are_none_unless_it_was_read_before) {
  const std::string cell = "  and.b32 %r1, %r0, 15; shl.b32 %r1, %r1, 2; add.u32 %r1, %r1, %r3;\n", write = "  mov.u32 %r2, 3000;\n  st.shared.u32 [%r1], %r2;\n";
  for (const bool shadowed : {false, true}) {
    EXPECT_FALSE(finds_race(head + cell + write + tail, shadowed));
    EXPECT_TRUE(finds_race(head + "  shl.b32 %r1, %r0, 2; add.u32 %r1, %r1, %r3; ld.shared.u32 %r4, [%r1];\n" + cell + write + tail, shadowed));
  }
}

} // namespace
} // namespace fpcheck::exec

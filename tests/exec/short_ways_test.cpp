// The engine's short ways against its thorough ones: a warp of 32 threads takes the first, one of 31 the second, and what both
// compute and enclose is the same, bit for bit.
#include "launching.hpp"

#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <random>
#include <set>
#include <sstream>

namespace fpcheck::exec {
namespace {

struct outcome {
  std::uint32_t bits = 0;
  shadow_tag tag = shadow_tag::none;
  std::uint8_t taints = 0, state = 0;
  std::uint64_t words[2] = {};
  bool operator==(const outcome&) const = default;
};

std::string describe(const outcome& o) {
  std::ostringstream s;
  s << std::hex << o.bits << " tag " << static_cast<int>(o.tag) << " taints " << static_cast<int>(o.taints) << " state " << static_cast<int>(o.state) << " " << o.words[0] << " +- " << o.words[1];
  return s.str();
}

std::vector<outcome> outcomes(const run_record& r, std::size_t buffer) {
  std::vector<outcome> out;
  const auto bits = contents<std::uint32_t>(r, buffer);
  const shadow_memory& shadow = r.buffers[buffer]->shadow;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    outcome o;
    o.bits = bits[i];
    o.state = r.buffers[buffer]->state[i];
    if (const shadow_cell* c = shadow.find(i); c != nullptr && c->tag != shadow_tag::none) o.tag = c->tag, o.taints = c->taints, o.words[0] = shadow.words(i)[0], o.words[1] = shadow.words(i)[1];
    if (bit_cast<double>(o.words[0]) != bit_cast<double>(o.words[0])) o.words[0] = 0x7ff8000000000000u; // which NaN it is means nothing
    out.push_back(o);
  }
  return out;
}

/// Inputs of all kinds: common numbers, equal ones, zeros, infinities, NaN, subnormals, any bits.
float any_float(std::mt19937& g) {
  switch (g() % 16) {
  case 0: return 0.0f;
  case 1: return -0.0f;
  case 2: return g() % 4 == 0 ? INFINITY : 1.0f;
  case 3: return g() % 4 == 0 ? NAN : 3.0f;
  case 4: return bit_cast<float>(static_cast<std::uint32_t>(g() & 0x807fffffu));
  case 5: return bit_cast<float>(static_cast<std::uint32_t>(g()));
  default: return std::ldexp(static_cast<float>(static_cast<std::int32_t>(g())), -31 + static_cast<int>(g() % 12));
  }
}

/// A kernel of one warp that loads four numbers a thread, does `count` operations on eight registers and stores all of them.
std::string random_kernel(std::mt19937& g, int count) {
  const auto reg = [&] { return "%f" + std::to_string(g() % 8); };
  static constexpr const char* literals[] = {"0f3F800000", "0f00000000", "0f3FB8AA3B", "0fC2AE0000", "0f4B400001", "0f00000001"};
  const auto source = [&] { return g() % 4 == 0 ? std::string(literals[g() % 6]) : reg(); };
  std::string s = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y) {
  .reg .f32 %f<8>; .reg .b32 %r<4>; .reg .b64 %rd<6>; .reg .pred %p<2>;
  ld.param.u64 %rd0, [x]; ld.param.u64 %rd1, [y];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 16; add.s64 %rd2, %rd0, %rd2;
  mul.wide.u32 %rd3, %r0, 32; add.s64 %rd3, %rd1, %rd3;
  setp.gt.u32 %p1, %r0, 15;
)";
  for (int k = 0; k < 8; ++k) s += "  ld.global.f32 %f" + std::to_string(k) + ", [%rd2+" + std::to_string(k % 4 * 4) + "];\n";
  for (int k = 0; k < count; ++k) {
    const std::string guard = g() % 12 == 0 ? "  @%p1 " : "  ", d = reg();
    switch (g() % 14) {
    case 0: s += guard + "add.f32 " + d + ", " + source() + ", " + source() + ";\n"; break;
    case 1: s += guard + "sub.f32 " + d + ", " + source() + ", " + source() + ";\n"; break;
    case 2: s += guard + "mul.f32 " + d + ", " + source() + ", " + source() + ";\n"; break;
    case 3: case 4: s += guard + "fma.rn.f32 " + d + ", " + source() + ", " + source() + ", " + source() + ";\n"; break;
    case 5: s += guard + "fma.rm.f32 " + d + ", " + source() + ", " + source() + ", " + source() + ";\n"; break;
    case 6: s += guard + "neg.f32 " + d + ", " + reg() + ";\n"; break;
    case 7: s += guard + "div.rn.f32 " + d + ", " + source() + ", " + source() + ";\n"; break;
    case 8: s += guard + "ex2.approx.ftz.f32 " + d + ", " + reg() + ";\n"; break;
    case 9: s += guard + "cvt.sat.f32.f32 " + d + ", " + reg() + ";\n"; break;
    case 10: s += guard + "mov.f32 " + d + ", " + source() + ";\n"; break;
    case 11: // rounded to an integer and back, as exponential functions do
      s += "  add.f32 " + d + ", " + reg() + ", 0f4B400000;\n  add.f32 " + reg() + ", " + d + ", 0fCB400000;\n";
      break;
    case 12: s += "  add.f32 " + d + ", " + d + ", 0f4CBEBC20;\n  add.f32 " + d + ", " + d + ", 0fCCBEBC20;\n"; break; // off by up to 4
    case 13:
      if (g() % 4 == 0) s += guard + "ld.global.f32 " + d + ", [%rd3];\n"; // nothing was written there yet
      break;
    }
  }
  for (int k = 0; k < 8; ++k) s += "  st.global.f32 [%rd3+" + std::to_string(4 * k) + "], %f" + std::to_string(k) + ";\n";
  return s + "  ret;\n}\n";
}

TEST(short_ways, of_arithmetic_are_the_thorough_one) {
  std::mt19937 g(5);
  std::uint64_t shadowed = 0, decisions = 0;
  for (int round = 0; round < 200; ++round) {
    const std::string text = random_kernel(g, 30);
    const auto k = load_text(text);
    std::vector<float> x(4 * warp_size);
    const bool tame = round % 2 == 0;
    for (float& v : x) v = tame ? std::ldexp(static_cast<float>(static_cast<std::int32_t>(g())), -31) : any_float(g);
    for (std::size_t i = 4 * 31; i < x.size(); ++i) x[i] = x[i - 4]; // the last lane does what the one before does
    std::uint64_t near_ties[3] = {};
    std::set<std::uint32_t> flips[3];
    const auto run_with = [&](std::uint32_t threads) {
      run_plan plan;
      plan.domain = ball_shadow();
      auto r = run(*k->code, launcher("k", {1, 1, 1}, {threads, 1, 1}).in(x).out(8 * warp_size).request(), plan);
      if (!r || !r->incomplete.empty()) throw std::runtime_error("did not run:\n" + text);
      near_ties[32 - threads] = r->counts.near_ties;
      for (const auto& f : r->flips) flips[32 - threads].insert(f.pc);
      return outcomes(*r, 1);
    };
    const auto whole = run_with(32), part = run_with(31);
    run_with(30);
    ASSERT_EQ(near_ties[0] - near_ties[1], near_ties[1] - near_ties[2]) << text;
    ASSERT_EQ(flips[0], flips[1]) << text;
    decisions += near_ties[0] + flips[0].size();
    for (std::size_t i = 0; i < 8 * 31; ++i) {
      ASSERT_TRUE(whole[i] == part[i]) << "element " << i << " of round " << round << ": " << describe(whole[i]) << " and " << describe(part[i]) << "\n" << text;
      shadowed += whole[i].tag == shadow_tag::f32 ? 1 : 0;
    }
  }
  EXPECT_GT(shadowed, 20000u);
  EXPECT_GT(decisions, 100u);
}

/// Each thread of a warp walks a row: read-only rows are read a line at a time, others are not.
TEST(short_ways, of_walking_rows_read_what_is_there) {
  const auto k = load_text(read_file(FPCHECK_SOURCE_DIR "/tests/exec/kernels/bench.ptx"), "bench.ptx");
  std::mt19937 g(9);
  for (const int columns : {1, 2, 5, 15, 16, 17, 31, 33, 64, 100, 257, 1024}) {
    std::vector<float> x(static_cast<std::size_t>(columns) * 64);
    for (float& v : x) v = std::ldexp(static_cast<float>(static_cast<std::int32_t>(g())), -29);
    for (const bool shadowed : {false, true}) {
      run_plan plan;
      plan.domain = shadowed ? ball_shadow() : no_shadow();
      const auto with = [&](launcher l) {
        auto r = run(*k->code, l.out(x.size()).value(columns).request(), plan);
        if (!r || !r->incomplete.empty() || !r->faults.empty()) throw std::runtime_error("did not run");
        return outcomes(*r, 1);
      };
      const launcher l("softmax_rows", {1, 1, 1}, {64, 1, 1});
      const auto kept = with(launcher(l).in(x)), changing = with(launcher(l).inout(x));
      for (std::size_t i = 0; i < x.size(); ++i) ASSERT_TRUE(kept[i] == changing[i]) << "element " << i << " of rows of " << columns;
    }
  }
}

TEST(literals, are_read_where_they_lie_only_if_every_lane_has_just_been_given_them) {
  const auto k = load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 y) {
  .reg .f32 %f<8>; .reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<2>;
  ld.param.u64 %rd0, [y];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 4; add.s64 %rd2, %rd0, %rd2;
  cvt.rn.f32.u32 %f0, %r0;
  setp.gt.u32 %p1, %r0, 15;
  mov.f32 %f1, 0f40000000;
  mul.f32 %f2, %f0, %f1;
  @%p1 mov.f32 %f1, 0f40400000;
  mul.f32 %f3, %f2, %f1;
  mov.f32 %f1, 0f40800000;
  @%p1 bra there;
  mov.f32 %f1, 0f41000000;
there:
  mul.f32 %f4, %f3, %f1;
  st.global.f32 [%rd2], %f4;
  ret;
}
)");
  std::vector<bool> literal;
  for (const op& o : k->code->ops)
    if (o.form == ptx::form::mul_f32) literal.push_back(o.b.where == pool::constant);
  EXPECT_EQ(literal, (std::vector<bool>{true, false, false}));
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32).request(), run_plan{});
  ASSERT_TRUE(r);
  const auto y = contents<float>(*r, 0);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(y[i], static_cast<float>(i) * 2 * (i > 15 ? 3.0f * 4 : 2.0f * 8)) << i;
}

} // namespace
} // namespace fpcheck::exec

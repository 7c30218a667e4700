// ldmatrix, stmatrix and movmatrix against what they say of rows and columns.
#include "launching.hpp"

#include <fpcheck/base/bits.hpp>

#include <cmath>

namespace fpcheck::exec {
namespace {

run_record record_of(const std::string& text, const run_request& request, const domain_table& domain = {}) {
  const auto k = load_text(text);
  run_plan plan;
  plan.domain = domain;
  auto r = run(*k->code, request, plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

/// A kernel of a warp whose `body` fills a tile of shared memory (16-bit elements, rows of 16 bytes, four 8x8 matrices one behind the
/// other; element = 64 q + 8 row + column) and leaves its results in %q0 to %q3.
std::string tile_module(const std::string& body) {
  return R"(.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .b32 %r<8>; .reg .b32 %q<4>; .reg .b64 %rd<8>; .reg .b16 %h<4>; .reg .f32 %f<4>;
  .shared .align 16 .b8 tile[512];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd3, %r0, 16;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  shl.b32 %r2, %r0, 4;
  mov.u32 %r1, tile;
  add.s32 %r1, %r1, %r2;
  ld.global.v4.b32 {%q0, %q1, %q2, %q3}, [%rd4];
  )" + body + R"(
  st.global.v4.b32 [%rd5], {%q0, %q1, %q2, %q3};
  ret;
})";
}
const std::string fill_tile = "st.shared.v4.b32 [%r1], {%q0, %q1, %q2, %q3};\nbar.warp.sync 0xffffffff;\n";
std::vector<std::uint32_t> numbered() {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < 256; i += 2) out.push_back(i | (i + 1) << 16);
  return out;
}
std::vector<std::uint32_t> moved(const std::string& body, const domain_table& domain = {}) {
  const auto r = record_of(tile_module(body), launcher("k", {1, 1, 1}, {32, 1, 1}).in(numbered(), tensor::dtype::u32).out(128, tensor::dtype::u32).request(), domain);
  for (const auto& i : r.incomplete) ADD_FAILURE() << i.what;
  for (const auto& f : r.faults) ADD_FAILURE() << f.detail;
  return contents<std::uint32_t>(r, 1);
}

/// The element of matrix `q` that part `part` of lane `lane` holds.
std::uint32_t element(int q, int lane, int part, bool transposed) {
  const int row = transposed ? lane % 4 * 2 + part : lane / 4, column = transposed ? lane / 4 : lane % 4 * 2 + part;
  return static_cast<std::uint32_t>(64 * q + 8 * row + column);
}

TEST(matrix_moves, ldmatrix_spreads_rows_over_lanes) {
  for (const bool transposed : {false, true})
    for (const domain_table& domain : {domain_table{}, ball_shadow()}) {
      const auto got = moved(fill_tile + "ldmatrix.sync.aligned.m8n8.x4" + (transposed ? ".trans" : "") + ".shared.b16 {%q0, %q1, %q2, %q3}, [%r1];", domain);
      for (int lane = 0; lane < 32; ++lane)
        for (int q = 0; q < 4; ++q)
          EXPECT_EQ(got[static_cast<std::size_t>(lane * 4 + q)], element(q, lane, 0, transposed) | element(q, lane, 1, transposed) << 16) << transposed << ' ' << lane << ' ' << q;
    }
}

TEST(matrix_moves, ldmatrix_of_one_and_two_matrices_in_another_order_of_words) {
  const auto two = moved(fill_tile + "ldmatrix.sync.aligned.x2.m8n8.shared::cta.b16 {%q3, %q2}, [%r1];");
  const auto one = moved(fill_tile + "ldmatrix.sync.aligned.x1.m8n8.trans.shared.b16 {%q3}, [%r1+128];");
  for (int lane = 0; lane < 32; ++lane) {
    const auto at = static_cast<std::size_t>(lane * 4);
    EXPECT_EQ(two[at + 3], element(0, lane, 0, false) | element(0, lane, 1, false) << 16);
    EXPECT_EQ(two[at + 2], element(1, lane, 0, false) | element(1, lane, 1, false) << 16);
    EXPECT_EQ(one[at + 3], element(1, lane, 0, true) | element(1, lane, 1, true) << 16);
  }
}

TEST(matrix_moves, stmatrix_is_the_way_back) {
  for (const std::string trans : {"", ".trans"})
    for (const domain_table& domain : {domain_table{}, ball_shadow()}) {
      const std::string load = "ldmatrix.sync.aligned.m8n8.x4" + trans + ".shared.b16 {%q0, %q1, %q2, %q3}, [%r1];\n";
      const std::string store = "stmatrix.sync.aligned.m8n8.x4" + trans + ".shared.b16 [%r1], {%q0, %q1, %q2, %q3};\n";
      EXPECT_EQ(moved(fill_tile + load + store + "bar.warp.sync 0xffffffff;\nld.shared.v4.b32 {%q0, %q1, %q2, %q3}, [%r1];", domain), numbered()) << trans;
    }
}

TEST(matrix_moves, movmatrix_transposes) {
  const std::string load = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%q0}, [%r1];\n";
  const auto got = moved(fill_tile + load + "movmatrix.sync.aligned.m8n8.trans.b16 %q0, %q0;");
  for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(got[static_cast<std::size_t>(lane * 4)], element(0, lane, 0, true) | element(0, lane, 1, true) << 16);
}

/// Two binary16 numbers a lane with an error each go through shared memory and back: their numbers are those that went in.
TEST(matrix_moves, numbers_travel_with_their_elements) {
  const std::string narrow = "cvt.rn.f32.u32 %f0, %r0;\nadd.rn.f32 %f1, %f0, 0f3A83126F;\nadd.rn.f32 %f2, %f0, 0f3B03126F;\ncvt.rn.f16x2.f32 %q0, %f2, %f1;\n"
                             "mov.b32 %q1, %q0; mov.b32 %q2, %q0; mov.b32 %q3, %q0;\n" + fill_tile;
  const std::string load = "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%q0}, [%r1];\n";
  for (const std::string& body : {narrow + load, narrow + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%q0}, [%r1];\nmovmatrix.sync.aligned.m8n8.trans.b16 %q0, %q0;\n",
                                  narrow + load + "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r1], {%q0};\nbar.warp.sync 0xffffffff;\n" + load}) {
    const auto r = record_of(tile_module(body), launcher("k", {1, 1, 1}, {32, 1, 1}).in(numbered(), tensor::dtype::u32).out(128, tensor::dtype::u32).request(), ball_shadow());
    region& m = *r.buffers[1];
    for (int lane = 0; lane < 32; ++lane) {
      const auto cell = static_cast<std::uint64_t>(lane) * 4;
      ASSERT_NE(m.shadow.find(cell), nullptr);
      ASSERT_EQ(m.shadow.find(cell)->tag, shadow_tag::half2) << lane;
      for (int part = 0; part < 2; ++part) {
        const int row = lane % 4 * 2 + part; // of lane `row`, whose 16 bytes are one row of equal pairs
        const double want = row + (lane / 4 % 2 == 0 ? 0.001000000047497451305389404296875 : 0.00200000009499490261077880859375);
        EXPECT_NEAR(bit_cast<double>(m.shadow.words(cell, part)[0]), want, 1e-6) << lane << ' ' << part;
      }
    }
  }
}

} // namespace
} // namespace fpcheck::exec

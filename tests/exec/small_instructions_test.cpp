// Instructions that few kernels use and whole families of generated code need: the carry flag, words in another order, numbered vector registers.
#include "launching.hpp"

namespace fpcheck::exec {
namespace {

/// The run of a kernel that stores what `body` leaves in %q0, one word a lane; %r0 is the lane.
run_record record_of(const std::string& body) {
  const auto k = load_text(R"(.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
  .reg .b32 %r<4>; .reg .b32 %q<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd3, %rd1, %rd2;
  )" + body + R"(
  st.global.b32 [%rd3], %q0;
  ret;
})");
  auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32, tensor::dtype::u32).request(), {});
  if (!r) throw std::runtime_error(r.error().text());
  for (const auto& i : r->incomplete) ADD_FAILURE() << i.what;
  return std::move(*r);
}
std::vector<std::uint32_t> word_of_each_lane(const std::string& body) { return contents<std::uint32_t>(record_of(body), 0); }
bool is_undefined_after(const std::string& body) { return record_of(body).buffers[0]->is_undefined(0, 4); }

TEST(small_instructions, the_carry_flag_is_that_of_an_adder) {
  // As a card has it: sub.cc says that nothing was borrowed, subc takes one more off where the flag is 0; either pairs with an addition.
  const auto borrowed = word_of_each_lane("sub.cc.u32 %q1, %r0, 5;\nsubc.u32 %q0, 0, 0;");
  const auto flag = word_of_each_lane("sub.cc.u32 %q1, %r0, 5;\naddc.u32 %q0, 0, 0;");
  const auto mixed = word_of_each_lane("add.cc.u32 %q1, %r0, 0xfffffff0;\nsubc.u32 %q0, 7, 0;");
  const auto chained = word_of_each_lane("sub.cc.u32 %q1, %r0, 5;\nsubc.cc.u32 %q1, 0, 0;\nsubc.u32 %q0, 9, 0;");
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(borrowed[i], i < 5 ? 0xffffffffu : 0u) << i;
    EXPECT_EQ(flag[i], i < 5 ? 0u : 1u) << i;
    EXPECT_EQ(mixed[i], i < 16 ? 6u : 7u) << i;
    EXPECT_EQ(chained[i], i < 5 ? 8u : 9u) << i;
  }
}

TEST(small_instructions, words_stand_in_every_order_that_ptxas_takes) {
  EXPECT_EQ(word_of_each_lane(".reg .pred %p<3>; setp.lt.u32 %p1, %r0, 4; vote.ballot.sync.b32 %q0, %p1, 0xffffffff;")[9], 15u);
  EXPECT_EQ(word_of_each_lane(".reg .pred %p<3>; setp.lt.u32 %p1, %r0, 4; vote.any.sync.pred %p2, %p1, 0xffffffff; selp.b32 %q0, 3, 4, %p2;")[9], 3u);
  EXPECT_EQ(word_of_each_lane(".reg .f32 %e<4>; mov.f32 %e1, 0f40400000; div.ftz.rn.f32 %e2, %e1, %e1; mov.b32 %q0, %e2;")[0], 0x3f800000u);
}

TEST(small_instructions, vector_registers_are_numbered) {
  EXPECT_EQ(word_of_each_lane(".reg .v2 .b32 pair<4>; mov.b32 pair3.y, %r0; mov.b32 pair2.y, 9; mov.b32 %q0, pair3.y;")[6], 6u);
  EXPECT_EQ(word_of_each_lane(".reg .v4 .b32 four<2>; mov.b32 four0.w, 7; mov.b32 four1.w, 8; add.u32 %q0, four0.w, four1.w;")[6], 15u);
}

TEST(small_instructions, ways_of_a_sum_that_part_and_join_are_without_number) {
  // Twelve turns of eight ways each: what looks for the sum's taking apart goes to each register once.
  std::string moves;
  for (int k = 2; k < 10; ++k) moves += "mov.f32 %e" + std::to_string(k) + ", %e1;\n";
  for (int k = 2; k < 10; ++k) moves += "mov.f32 %e1, %e" + std::to_string(k) + ";\n";
  EXPECT_EQ(word_of_each_lane(".reg .f32 %e<10>; cvt.rn.f32.u32 %e1, %r0; add.rn.f32 %e1, %e1, 0f3F800000;\n" + moves + "cvt.rzi.u32.f32 %q0, %e1;")[6], 7u);
}

TEST(small_instructions, predicates_may_be_literals) {
  EXPECT_EQ(word_of_each_lane("selp.b32 %q0, 3, 4, 1;")[7], 3u);
  EXPECT_EQ(word_of_each_lane("selp.b32 %q0, 3, 4, 0;")[7], 4u);
  EXPECT_EQ(word_of_each_lane("vote.ballot.sync.b32 %q0, 1, 0xffffffff;")[9], 0xffffffffu);
  EXPECT_EQ(word_of_each_lane(".reg .pred %p<3>; setp.lt.u32 %p1, %r0, 4; and.pred %p2, %p1, 0; selp.b32 %q0, 3, 4, %p2;")[2], 4u);
}

TEST(small_instructions, a_cache_policy_serves_as_one_and_says_nothing) {
  const std::string make = ".reg .b64 %policy; createpolicy.fractional.L2::evict_first.b64 %policy, 1.0;\n";
  EXPECT_EQ(word_of_each_lane(make + "st.global.b32 [%rd3], 5; ld.global.L2::cache_hint.b32 %q0, [%rd3], %policy;")[1], 5u);
  EXPECT_TRUE(is_undefined_after(make + "cvt.u32.u64 %q0, %policy;"));
}

} // namespace
} // namespace fpcheck::exec

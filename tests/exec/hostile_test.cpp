// Modules that no compiler writes: each ends in a diagnostic, a fault or an incomplete record.
#include "launching.hpp"

#include <gmock/gmock.h>

namespace fpcheck::exec {
namespace {

std::string module_of(const std::string& body, const std::string& more = "", const std::string& declared = "") {
  return ".version 8.0\n.target sm_90\n.address_size 64\n" + more +
         "\n.visible .entry k(.param .u64 out)\n{\n.reg .b16 %h<8>; .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p<4>; .reg .f32 %f<4>;\n" + declared +
         "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n" + body + "\nret;\n}\n";
}

run_record run_of(const std::string& ptx, std::uint32_t threads = 32) {
  const auto k = load_text(ptx);
  run_plan plan;
  plan.domain = ball_shadow();
  run_request request = launcher("k", {1, 1, 1}, {threads, 1, 1}).inout(std::vector<std::uint32_t>(64), tensor::dtype::u32).request();
  request.instruction_budget = 1u << 22;
  auto r = run(*k->code, request, plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

/// What decode says about a module.
std::string refusal(const std::string& ptx) {
  const auto m = ptx::parse(ptx, "hostile.ptx");
  if (!m) throw std::runtime_error(m.error().text());
  const auto p = decode(*m);
  return p ? std::string() : p.error().text();
}

TEST(hostile, variables_that_no_device_holds_are_refused) {
  EXPECT_THAT(refusal(module_of("", ".global .b8 huge[1000000000000];")), testing::HasSubstr("global variables"));
  EXPECT_THAT(refusal(module_of("", ".const .b8 huge[1000000000];")), testing::HasSubstr("constant variables"));
  EXPECT_THAT(refusal(module_of("", ".shared .b8 huge[1000000000000];")), testing::HasSubstr("shared variables"));
  EXPECT_THAT(refusal(module_of("", "", ".local .b8 huge[8000000000];\n")), testing::HasSubstr("local variables"));
  EXPECT_THAT(refusal(module_of("", ".func f(.param .b8 huge[1000000000000]) { ret; }")), testing::HasSubstr("parameters"));
  EXPECT_EQ(refusal(module_of("", ".global .b8 fine[4096];", ".local .b8 fine2[4096];\n")), "");
}

TEST(hostile, results_that_nobody_reads_go_nowhere) {
  const auto r = run_of(module_of("mul.wide.u32 _, %r1, %r1;\nadd.s64 _, %rd1, 1;\nadd.s32 _, %r1, 1;\nst.global.u32 [%rd1+4], 7;"));
  EXPECT_TRUE(r.incomplete.empty());
  EXPECT_EQ(contents<std::uint32_t>(r, 0)[1], 7u);
}

TEST(hostile, predicates_that_nobody_reads_go_nowhere) {
  const std::string test = "setp.eq.u32 %p1, %r1, 3;\n", say = "@%p1 st.global.u32 [%rd1], 7;\n";
  for (const char* none : {"mov.pred _, %p1;\n", "mov.pred _, 1;\n", "not.pred _, %p1;\n", "setp.lt.u32 _|%p2, %r1, 3;\n", "vote.sync.any.pred _, %p1, -1;\n", "isspacep.global _, %rd1;\n", "testp.finite.f32 _, %f1;\n"}) {
    const run_record r = run_of(module_of(test + none + say));
    EXPECT_TRUE(r.incomplete.empty()) << none;
    EXPECT_EQ(contents<std::uint32_t>(r, 0)[0], 7u) << none;
  }
}

TEST(hostile, literal_predicates_hold_or_do_not) {
  EXPECT_TRUE(run_of(module_of("selp.b32 %r2, %r1, %r1, 1;")).incomplete.empty());
  EXPECT_TRUE(run_of(module_of("vote.sync.all.pred %p1, 1, 0xffffffff;")).incomplete.empty());
  EXPECT_TRUE(run_of(module_of("bar.red.popc.u32 %r2, 0, 1;")).incomplete.empty());
}

TEST(hostile, packed_moves_of_odd_shapes_are_told) {
  EXPECT_TRUE(run_of(module_of("mov.b32 %r2, {%r1};")).incomplete.empty()) << "a vector of one element is the element";
  EXPECT_FALSE(run_of(module_of("mov.b64 {%r2, %r3}, {%r1, %r1};")).incomplete.empty());
}

TEST(hostile, vectors_of_registers_of_several_widths_are_told) {
  EXPECT_FALSE(run_of(module_of("st.global.v2.u32 [%rd1], {%r1, %rd1};")).incomplete.empty());
  EXPECT_FALSE(run_of(module_of("ld.global.v2.u32 {%rd2, %r2}, [%rd1];")).incomplete.empty());
}

TEST(hostile, calls_that_do_not_fit_are_told) {
  const std::string callee = ".func f(.param .b8 big[256]) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [big+248]; ret; }";
  EXPECT_FALSE(run_of(module_of("{ .param .b64 small; st.param.b64 [small], %rd1; call f, (small); }", callee)).incomplete.empty());
  EXPECT_FALSE(run_of(module_of("{ .param .b64 small; st.param.b64 [small], %rd1; mov.u64 %rd2, f; p: .callprototype _ (.param .b64 _); call %rd2, (small), p; }", callee)).incomplete.empty());
}

TEST(hostile, endless_recursion_ends) {
  const auto r = run_of(module_of("call f;", ".func f() { .local .b8 room[65536]; call f; ret; }"));
  ASSERT_EQ(r.incomplete.size(), 1u);
  EXPECT_THAT(r.incomplete[0].what, testing::HasSubstr("nested calls"));
}

TEST(hostile, a_guarded_return_leaves_the_others_where_they_are) {
  const auto r = run_of(module_of("setp.eq.u32 %p1, %r1, 0;\natom.global.add.u32 %r2, [%rd1], 1;\n@%p1 ret;\nst.global.u32 [%rd1+4], 7;"));
  EXPECT_EQ(contents<std::uint32_t>(r, 0)[0], 32u) << "lanes executed the block again";
  EXPECT_EQ(contents<std::uint32_t>(r, 0)[1], 7u);
}

TEST(hostile, generic_accesses_reach_the_own_local_memory_of_each_lane) {
  const auto r = run_of(module_of("mov.u64 %rd2, room;\ncvta.local.u64 %rd2, %rd2;\nst.u32 [%rd2], %r1;\nld.u32 %r2, [%rd2];\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd3, %rd3, %rd1;\nst.global.u32 [%rd3], %r2;",
                                  "", ".local .align 8 .b8 room[8];\n"));
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(contents<std::uint32_t>(r, 0)[t], t);
}

TEST(hostile, the_text_of_printf_is_not_the_hosts) {
  // "%n%*d%1$d%99999d\n": what the host's printf would write to, or take from nowhere.
  const std::string text = ".global .align 1 .b8 text[18] = {37, 110, 37, 42, 100, 37, 49, 36, 100, 37, 57, 57, 57, 57, 57, 100, 10, 0};\n"
                           ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);";
  const auto r = run_of(module_of("mov.u64 %rd2, text;\ncvta.global.u64 %rd2, %rd2;\n{ .param .b64 a; .param .b64 b; .param .b32 c; st.param.b64 [a], %rd2; st.param.b64 [b], %rd1; call (c), vprintf, (a, b); }", text), 1);
  ASSERT_EQ(r.printed.size(), 1u);
  EXPECT_LT(r.printed[0].size(), 2100u);
}

TEST(hostile, the_heap_is_as_small_as_the_devices) {
  const std::string heap = ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);";
  const std::string allocate = "{ .param .b64 n; .param .b64 p; st.param.b64 [n], %rd2; call (p), malloc, (n); ld.param.b64 %rd3, [p]; }\n";
  const std::string count = "setp.ne.u64 %p1, %rd3, 0;\n@%p1 add.u32 %r2, %r2, 1;\n", loop = "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p2, %r3, 20;\n@%p2 bra AGAIN;\nst.global.u32 [%rd1], %r2;";
  const std::string start = "mov.u64 %rd2, 1048576;\nmov.u32 %r2, 0;\nmov.u32 %r3, 0;\nAGAIN:\n";
  EXPECT_EQ(contents<std::uint32_t>(run_of(module_of(start + allocate + count + loop, heap), 1), 0)[0], 7u); // 8 MiB less bookkeeping
  const std::string release = "{ .param .b64 p; st.param.b64 [p], %rd3; call free, (p); }\n";
  EXPECT_EQ(contents<std::uint32_t>(run_of(module_of(start + allocate + count + release + loop, heap), 1), 0)[0], 20u);
}

TEST(hostile, atomics_on_read_only_memory_are_faults) {
  const auto r = run_of(module_of("mov.u64 %rd2, c;\ncvta.const.u64 %rd2, %rd2;\natom.add.u32 %r2, [%rd2], 1;", ".const .align 4 .u32 c = 5;"));
  ASSERT_FALSE(r.faults.empty());
  EXPECT_EQ(r.faults[0].kind, fault::read_only_write);
}

TEST(hostile, grids_beyond_any_memory_are_refused) {
  const auto k = load_text(module_of(""));
  const auto r = run(*k->code, launcher("k", {0x7fffffff, 65535, 65535}, {32, 1, 1}).inout(std::vector<std::uint32_t>(1), tensor::dtype::u32).request(), {});
  ASSERT_FALSE(r);
  EXPECT_THAT(r.error().text(), testing::HasSubstr("--blocks"));
}

} // namespace
} // namespace fpcheck::exec

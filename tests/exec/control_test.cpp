// Divergence, calls, barriers, budgets and whatever is not modelled.
#include "launching.hpp"

namespace fpcheck::exec {
namespace {

std::string kernel(const std::string& parameters, const std::string& registers, const std::string& body) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(" + parameters + ")\n{\n" + registers + "\n" + body + "\n}\n";
}

/// A kernel that stores %r1 of each thread to its element of the only buffer.
std::string per_thread(const std::string& body, const std::string& more = "") {
  return kernel(".param .u64 out", ".reg .b32 %r<40>; .reg .b64 %rd<8>; .reg .pred %p<8>; .reg .f32 %f<8>;" + more,
                "ld.param.u64 %rd1, [out];\ncvta.to.global.u64 %rd1, %rd1;\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd2, %rd1, %rd2;\n" +
                    body + "\nst.global.u32 [%rd2], %r1;\nret;");
}

std::vector<std::uint32_t> values(const std::string& ptx, std::uint32_t threads = 32) {
  const auto k = load_text(ptx);
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {threads, 1, 1}).out(threads, tensor::dtype::u32).request(), {});
  if (!r) throw std::runtime_error(r.error().text());
  for (const auto& i : r->incomplete) ADD_FAILURE() << i.what;
  for (const auto& f : r->faults) ADD_FAILURE() << f.detail;
  return contents<std::uint32_t>(*r, 0);
}

TEST(control, nested_divergent_loops_reconverge) {
  // Collatz lengths: every lane leaves its loop at another time; the vote after it must see all 32 lanes together.
  const auto got = values(per_thread(R"(
    add.u32 %r2, %r0, 1;
    mov.u32 %r1, 0;
LOOP:
    setp.eq.u32 %p1, %r2, 1;
    @%p1 bra DONE;
    and.b32 %r3, %r2, 1;
    setp.eq.u32 %p2, %r3, 0;
    @%p2 bra EVEN;
    mad.lo.u32 %r2, %r2, 3, 1;
    bra NEXT;
EVEN:
    shr.u32 %r2, %r2, 1;
NEXT:
    add.u32 %r1, %r1, 1;
    bra LOOP;
DONE:
    activemask.b32 %r5;
    popc.b32 %r5, %r5;
    shl.b32 %r5, %r5, 16;
    or.b32 %r1, %r1, %r5;)"));
  for (std::uint32_t t = 0; t < 32; ++t) {
    std::uint32_t n = t + 1, steps = 0;
    for (; n != 1; ++steps) n = n % 2 ? 3 * n + 1 : n / 2;
    EXPECT_EQ(got[t] & 0xffffu, steps);
    EXPECT_EQ(got[t] >> 16, 32u) << "lane " << t << " did not meet the others";
  }
}

TEST(control, a_lock_between_lanes_of_a_warp_makes_progress) {
  // Each lane spins on a shared lock that another lane of its own warp holds.
  const auto got = values(per_thread(R"(
    mov.u32 %r10, lock;
    mov.u32 %r11, count;
    setp.ne.u32 %p1, %r0, 0;
    @%p1 bra START;
    st.shared.u32 [%r10], 0;
    st.shared.u32 [%r11], 0;
START:
    bar.sync 0;
SPIN:
    atom.shared.cas.b32 %r4, [%r10], 0, 1;
    setp.ne.u32 %p2, %r4, 0;
    @%p2 bra SPIN;
    ld.volatile.shared.u32 %r5, [%r11];
    add.u32 %r1, %r5, 1;
    st.volatile.shared.u32 [%r11], %r1;
    membar.cta;
    atom.shared.exch.b32 %r4, [%r10], 0;)",
                                     ".shared .align 4 .u32 lock; .shared .align 4 .u32 count;"));
  std::vector<std::uint32_t> sorted = got;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(sorted[t], t + 1);
}

TEST(control, recursion_keeps_each_lanes_frames) {
  const std::string text = R"(.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) fib(.param .b32 n)
{
  .reg .b32 %a<6>; .reg .pred %q;
  ld.param.u32 %a1, [n];
  setp.lt.u32 %q, %a1, 2;
  @%q bra BASE;
  sub.u32 %a2, %a1, 1;
  { .param .b32 x; st.param.b32 [x], %a2; .param .b32 y; call.uni (y), fib, (x); ld.param.b32 %a3, [y]; }
  sub.u32 %a2, %a1, 2;
  { .param .b32 x; st.param.b32 [x], %a2; .param .b32 y; call.uni (y), fib, (x); ld.param.b32 %a4, [y]; }
  add.u32 %a1, %a3, %a4;
BASE:
  st.param.b32 [r], %a1;
  ret;
}
.visible .entry k(.param .u64 out)
{
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r0, %tid.x;
  and.b32 %r1, %r0, 7;
  { .param .b32 x; st.param.b32 [x], %r1; .param .b32 y; call.uni (y), fib, (x); ld.param.b32 %r2, [y]; }
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd2, %rd1, %rd2;
  st.global.u32 [%rd2], %r2;
  ret;
})";
  const auto got = values(text);
  constexpr std::uint32_t fib[] = {0, 1, 1, 2, 3, 5, 8, 13};
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(got[t], fib[t % 8]);
}

TEST(control, an_endless_loop_ends_at_its_budget) {
  const auto k = load_text(per_thread("mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\nbra L;"));
  run_request request = launcher("k", {1, 1, 1}, {32, 1, 1}).out(32, tensor::dtype::u32).request();
  request.instruction_budget = 1000000;
  const auto r = run(*k->code, request, {});
  ASSERT_TRUE(r);
  ASSERT_EQ(r->incomplete.size(), 1u);
  EXPECT_NE(r->incomplete[0].what.find("budget"), std::string::npos);
}

TEST(control, what_is_not_modelled_stops_the_run_where_it_is_met) {
  const std::string met = per_thread("mov.u32 %r1, 7;\ntestp.finite.f32 %p1, %f1;\ntcgen05.fence::before_thread_sync;");
  const auto k = load_text(met);
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32, tensor::dtype::u32).request(), {});
  ASSERT_TRUE(r);
  ASSERT_EQ(r->incomplete.size(), 1u);
  EXPECT_NE(r->incomplete[0].what.find("tcgen05.fence"), std::string::npos);
  // Jumped over, it does not matter.
  const auto avoided = values(per_thread("mov.u32 %r1, 7;\nbra OVER;\ntcgen05.fence::before_thread_sync;\nOVER:"));
  EXPECT_EQ(avoided[5], 7u);
}

TEST(control, a_barrier_that_half_the_threads_miss_is_told_and_does_not_hang) {
  const auto k = load_text(per_thread("mov.u32 %r1, 1;\nsetp.lt.u32 %p1, %r0, 32;\n@%p1 bra B;\nbar.sync 2, 64;\nbra OUT;\nB: bar.sync 1, 64;\nOUT:"));
  run_request request = launcher("k", {1, 1, 1}, {64, 1, 1}).inout(std::vector<std::uint32_t>(64, 0), tensor::dtype::u32).request();
  const auto r = run(*k->code, request, {});
  ASSERT_TRUE(r);
  ASSERT_FALSE(r->faults.empty());
  EXPECT_EQ(r->faults[0].kind, fault::barrier_divergence);
}

TEST(control, lanes_of_a_warp_at_two_barrier_instructions_are_told) {
  const auto faults_of = [](const std::string& body) {
    const auto k = load_text(per_thread("mov.u32 %r1, 1;\nsetp.lt.u32 %p1, %r0, 8;\n" + body));
    const auto r = run(*k->code, launcher("k", {1, 1, 1}, {64, 1, 1}).inout(std::vector<std::uint32_t>(64, 0), tensor::dtype::u32).request(), {});
    std::size_t n = 0;
    for (const auto& f : r->faults) n += f.kind == fault::barrier_divergence;
    return n;
  };
  EXPECT_EQ(faults_of("@%p1 bra B;\nbar.sync 0;\nbra OUT;\nB: bar.sync 0;\nOUT:"), 1u);
  EXPECT_EQ(faults_of("@%p1 bra B;\nbarrier.sync.aligned 0;\nbra OUT;\nB: barrier.sync.aligned 0;\nOUT:"), 1u);
  // Two warps may wait at two places, one warp at one, and `barrier` without `.aligned` takes lanes as they come.
  EXPECT_EQ(faults_of("setp.lt.u32 %p1, %r0, 32;\n@%p1 bra B;\nbar.sync 0;\nbra OUT;\nB: bar.sync 0;\nOUT:"), 0u);
  EXPECT_EQ(faults_of("@%p1 bra B;\nmov.u32 %r1, 2;\nB: bar.sync 0;"), 0u);
  EXPECT_EQ(faults_of("@%p1 bra B;\nbarrier.sync 0;\nbra OUT;\nB: barrier.sync 0;\nOUT:"), 0u);
}

TEST(control, seeds_permute_ctas_but_not_results_of_ordered_kernels) {
  const auto k = load_text(per_thread("mov.u32 %r1, %r0;\natom.global.add.u32 %r2, [%rd1], 0;"));
  for (const std::uint64_t seed : {0u, 1u, 99u}) {
    run_request request = launcher("k", {1, 1, 1}, {32, 1, 1}).inout(std::vector<std::uint32_t>(32, 0), tensor::dtype::u32).request();
    request.seed = seed;
    const auto r = run(*k->code, request, {});
    ASSERT_TRUE(r);
    const auto got = contents<std::uint32_t>(*r, 0);
    for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(got[t], t);
  }
}

TEST(control, an_immediate_predicate_and_a_branch_table) {
  const auto got = values(per_thread(R"(
    and.b32 %r3, %r0, 3;
    T: .branchtargets A, B, C, D;
    brx.idx %r3, T;
A:  mov.u32 %r1, 10;
    bra OUT;
B:  mov.u32 %r1, 11;
    bra OUT;
C:  mov.u32 %r1, 12;
    bra OUT;
D:  mov.u32 %r1, 13;
OUT:
    mov.pred %p3, -1;
    @!%p3 mov.u32 %r1, 0;)"));
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(got[t], 10 + t % 4);
}

} // namespace
} // namespace fpcheck::exec

// Clusters of CTAs, barrier objects and asynchronous copies: values, order, and what ends in a fault.
#include "launching.hpp"

#include <fpcheck/base/bits.hpp>

#include <gmock/gmock.h>

namespace fpcheck::exec {
namespace {

using testing::HasSubstr;

/// A kernel of one buffer `in` of words and one `out`; %r0 is the thread, %r1 the rank in the cluster, %rd3 the element of `out` that
/// belongs to the thread of the grid.
std::string kernel(const std::string& body, const std::string& shared = "", const std::string& attributes = "") {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n" + attributes +
         "{\n.reg .b16 %h<4>; .reg .b32 %r<24>; .reg .b64 %rd<16>; .reg .pred %p<8>; .reg .f32 %f<8>;\n" + shared +
         R"(
ld.param.u64 %rd1, [in];
ld.param.u64 %rd2, [out];
mov.u32 %r0, %tid.x;
mov.u32 %r1, %cluster_ctarank;
mov.u32 %r2, %ctaid.x;
mov.u32 %r3, %ntid.x;
mad.lo.u32 %r4, %r2, %r3, %r0;
mul.wide.u32 %rd3, %r4, 4;
add.s64 %rd3, %rd2, %rd3;
setp.eq.u32 %p0, %r0, 0;
)" + body + "\nret;\n}\n";
}

/// How a test launches.
struct setup {
  std::uint32_t grid = 2, block = 32, cluster = 2;
  domain_table domain = no_shadow();
};

result<run_record> try_run(const std::string& ptx, const setup& s, std::size_t outputs = 0) {
  const auto k = load_text(ptx);
  std::vector<std::uint32_t> in(1024);
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = 0x3f800000u + i;
  run_request request = launcher("k", {s.grid, 1, 1}, {s.block, 1, 1}).in(in, tensor::dtype::u32).out(outputs != 0 ? outputs : s.grid * s.block, tensor::dtype::u32).request();
  if (s.cluster != 0) request.launches[0].cluster = dim3{s.cluster, 1, 1};
  request.instruction_budget = 1u << 24;
  run_plan plan;
  plan.domain = s.domain;
  return run(*k->code, request, plan);
}

run_record run_of(const std::string& ptx, const setup& s = {}) {
  auto r = try_run(ptx, s);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

/// The output of a run in which nothing is wrong.
std::vector<std::uint32_t> values(const std::string& ptx, const setup& s = {}) {
  const run_record r = run_of(ptx, s);
  for (const auto& i : r.incomplete) ADD_FAILURE() << i.what;
  for (const auto& f : r.faults) ADD_FAILURE() << f.detail;
  return contents<std::uint32_t>(r, 1);
}

/// The only fault of a run.
fault_record fault_of(const std::string& ptx, const setup& s = {}) {
  const run_record r = run_of(ptx, s);
  EXPECT_EQ(r.faults.size(), 1u);
  return r.faults.empty() ? fault_record{} : r.faults[0];
}

/// Whether a run has faults, all of them races.
bool races(const std::string& ptx, const setup& s = {}) {
  const run_record r = run_of(ptx, s);
  for (const auto& f : r.faults)
    if (f.kind != fault::race) ADD_FAILURE() << f.detail;
  return !r.faults.empty();
}

const std::string meet = "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n";
const std::string words = ".shared .align 16 .b8 words[128]; .shared .align 8 .b64 signal; .shared .align 16 .b8 room[256];\n";
/// Thread 0 makes an mbarrier for so many arrivals, and all of the cluster know of it.
std::string made(int arrivals) {
  return "mov.u32 %r5, signal;\n@%p0 mbarrier.init.shared::cta.b64 [%r5], " + std::to_string(arrivals) + ";\n@%p0 fence.mbarrier_init.release.cluster;\n" + meet;
}
const std::string wait_for_even = "WAIT:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [%r5], 0;\n@!%p1 bra WAIT;\n";

TEST(cluster, special_registers) {
  const auto ask = [](const std::string& reg) { return values(kernel("mov.u32 %r6, " + reg + ";\nst.global.u32 [%rd3], %r6;"), {6, 1, 3}); };
  using list = std::vector<std::uint32_t>;
  EXPECT_EQ(ask("%cluster_ctarank"), (list{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(ask("%cluster_ctaid.x"), (list{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(ask("%cluster_nctarank"), (list{3, 3, 3, 3, 3, 3}));
  EXPECT_EQ(ask("%clusterid.x"), (list{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(ask("%nclusterid.x"), (list{2, 2, 2, 2, 2, 2}));
  const std::string is_explicit = kernel("mov.pred %p1, %is_explicit_cluster;\nselp.u32 %r6, 7, 8, %p1;\nst.global.u32 [%rd3], %r6;");
  EXPECT_EQ(values(is_explicit, {2, 1, 2}), (list{7, 7}));
  EXPECT_EQ(values(is_explicit, {2, 1, 0}), (list{8, 8}));
}

TEST(cluster, extents_come_from_the_kernel_or_the_launch) {
  const auto told = [](const std::string& attributes, const setup& s) {
    const auto r = try_run(kernel("st.global.u32 [%rd3], %r1;", "", attributes), s);
    return r ? std::string() : r.error().text();
  };
  EXPECT_EQ(told(".explicitcluster .reqnctapercluster 2, 1, 1\n", {4, 1, 0}), "");
  EXPECT_THAT(told(".explicitcluster .reqnctapercluster 2, 1, 1\n", {4, 1, 4}), HasSubstr("requires clusters of 2 x 1 x 1"));
  EXPECT_THAT(told(".explicitcluster .reqnctapercluster 2, 1, 1\n", {3, 1, 0}), HasSubstr("does not divide"));
  EXPECT_THAT(told("", {3, 1, 2}), HasSubstr("does not divide"));
  EXPECT_THAT(told("", {32, 1, 32}), HasSubstr("at most 16"));
}

const std::string own_word = "mov.u32 %r5, words;\nmad.lo.u32 %r6, %r0, 4, %r5;\nmad.lo.u32 %r7, %r1, 100, %r0;\nst.shared.u32 [%r6], %r7;\n";
const std::string other_rank = "xor.b32 %r8, %r1, 1;\n";

TEST(cluster, shared_memory_of_the_other_cta) {
  const std::string by_space = "mapa.shared::cluster.u32 %r9, %r6, %r8;\nld.shared::cluster.u32 %r10, [%r9];\ngetctarank.shared::cluster.u32 %r11, %r9;\nmad.lo.u32 %r10, %r11, 1000, %r10;\n";
  const std::string generic = "cvt.u64.u32 %rd4, %r6;\ncvta.shared.u64 %rd4, %rd4;\nmapa.u64 %rd4, %rd4, %r8;\nld.u32 %r10, [%rd4];\ngetctarank.u64 %r11, %rd4;\nmad.lo.u32 %r10, %r11, 1000, %r10;\n";
  for (const std::string& read : {by_space, generic}) {
    const auto got = values(kernel(own_word + other_rank + meet + read + meet + "st.global.u32 [%rd3], %r10;", words));
    for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], (i < 32 ? 1100 + i : i - 32));
  }
}

TEST(cluster, isspacep_tells_the_own_memory_from_that_of_the_cluster) {
  const auto got = values(kernel("mov.u64 %rd4, words;\ncvta.shared.u64 %rd4, %rd4;\nmapa.u64 %rd5, %rd4, 1;\nisspacep.shared::cta %p1, %rd5;\nisspacep.shared::cluster %p2, %rd5;\n"
                                 "selp.u32 %r6, 1, 0, %p1;\nselp.u32 %r7, 2, 0, %p2;\nadd.u32 %r6, %r6, %r7;\nst.global.u32 [%rd3], %r6;", words), {2, 1, 2});
  EXPECT_EQ(got, (std::vector<std::uint32_t>{2, 3}));
}

TEST(cluster, atomics_meet_in_the_memory_of_one_cta) {
  const auto got = values(kernel("mov.u32 %r5, words;\n@%p0 st.shared.u32 [%r5], 0;\n" + meet +
                                 "mapa.shared::cluster.u32 %r9, %r5, 0;\nred.relaxed.cluster.shared::cluster.add.u32 [%r9], 1;\n" + meet +
                                 "mapa.shared::cluster.u32 %r9, %r5, 0;\nld.shared::cluster.u32 %r10, [%r9];\nst.global.u32 [%rd3], %r10;\n" + meet, words));
  for (const std::uint32_t v : got) EXPECT_EQ(v, 64u);
}

TEST(cluster, what_no_barrier_orders_is_a_race) {
  const std::string read = "mapa.shared::cluster.u32 %r9, %r6, %r8;\nld.shared::cluster.u32 %r10, [%r9];\nst.global.u32 [%rd3], %r10;\n";
  EXPECT_TRUE(races(kernel(own_word + other_rank + meet + read + "st.shared.u32 [%r6], %r0;\n" + meet, words)));
  EXPECT_TRUE(races(kernel(own_word + other_rank + read + meet, words)));
  const std::string second_writes = "setp.eq.u32 %p1, %r1, 1;\n@%p1 st.shared.u32 [%r6], %r0;\n"; // which runs after the first one has read
  EXPECT_TRUE(races(kernel(own_word + other_rank + meet + read + second_writes + meet, words)));
  EXPECT_EQ(values(kernel(own_word + other_rank + meet + read + meet + "st.shared.u32 [%r6], %r0;\n", words)).size(), 64u);
}

TEST(cluster, global_memory_is_ordered_by_the_barrier) {
  const std::string body = "st.global.u32 [%rd3], %r4;\n" + meet + "xor.b32 %r9, %r4, 32;\nmul.wide.u32 %rd4, %r9, 4;\nadd.s64 %rd4, %rd2, %rd4;\nld.global.u32 %r10, [%rd4];\n" + meet +
                           "st.global.u32 [%rd3], %r10;";
  const auto got = values(kernel(body));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], i ^ 32u);
}

TEST(cluster, bad_places_are_faults) {
  EXPECT_EQ(fault_of(kernel("mov.u32 %r5, words;\nmapa.shared::cluster.u32 %r9, %r5, 2;", words)).kind, fault::out_of_bounds);
  EXPECT_EQ(fault_of(kernel("mapa.u64 %rd4, %rd2, 1;", words)).kind, fault::out_of_bounds);
  const std::string mapped = "mov.u32 %r5, words;\nxor.b32 %r8, %r1, 1;\nmapa.shared::cluster.u32 %r9, %r5, %r8;\n";
  EXPECT_THAT(fault_of(kernel(mapped + "st.shared::cluster.u32 [%r9+100000], %r0;\n" + meet, words)).detail, HasSubstr("of the cluster, which has"));
  EXPECT_EQ(fault_of(kernel(mapped + "st.shared::cluster.u32 [%r9+2], %r0;\n" + meet, words)).kind, fault::misaligned);
  EXPECT_EQ(fault_of(kernel(mapped + "ld.shared::cta.u32 %r10, [%r9];\n" + meet, words)).kind, fault::out_of_bounds); // not the own memory
  EXPECT_EQ(fault_of(kernel("mov.u32 %r5, 0x7f000000;\nld.shared::cluster.u32 %r10, [%r5];", words)).kind, fault::out_of_bounds);
  const std::string late = "setp.eq.u32 %p1, %r1, 0;\n@%p1 ret;\nmov.u32 %r12, 0;\nLOOP:\nadd.u32 %r12, %r12, 1;\nsetp.lt.u32 %p2, %r12, 20000;\n@%p2 bra LOOP;\n";
  EXPECT_THAT(fault_of(kernel(mapped + late + "ld.shared::cluster.u32 %r10, [%r9];", words)).detail, HasSubstr("has ended"));
}

TEST(cluster, barriers_that_never_end_are_faults) {
  const auto second_only = [](const std::string& what) { return "setp.eq.u32 %p1, %r1, 1;\n@!%p1 bra REST;\n" + what + "REST:\n"; };
  const fault_record twice = fault_of(kernel(second_only("barrier.cluster.arrive.aligned;\nbarrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n") + "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"));
  EXPECT_THAT(twice.detail, HasSubstr("second arrival"));
  EXPECT_THAT(fault_of(kernel("barrier.cluster.wait.aligned;")).detail, HasSubstr("without an arrival"));
  // The second CTA waits for an mbarrier at which nobody arrives; the first waits for it.
  const fault_record never = fault_of(kernel(made(1) + second_only(wait_for_even) + meet, words));
  EXPECT_EQ(never.kind, fault::barrier_divergence);
  EXPECT_THAT(never.detail, HasSubstr("never ends"));
  // Threads that have ended are not waited for.
  EXPECT_EQ(run_of(kernel(second_only("ret;\n") + meet)).faults.size(), 0u);
  // A warp waits for its CTA, and so the other CTA for it.
  EXPECT_EQ(fault_of(kernel("setp.ge.u32 %p1, %r4, 96;\n@%p1 bar.sync 1, 64;\n" + meet), {2, 64, 2}).kind, fault::barrier_divergence);
}

const std::string announced = "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], 128;\n";
const std::string loaded_words = "mov.u32 %r6, words;\n@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r6], [%rd1+64], 128, [%r5];\n";
const std::string stored_word = "mad.lo.u32 %r7, %r0, 4, %r6;\nld.shared.u32 %r8, [%r7];\nst.global.u32 [%rd3], %r8;\n";

TEST(mbarrier, a_bulk_copy_arrives) {
  const auto got = values(kernel(made(1) + announced + loaded_words + wait_for_even + stored_word, words));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], 0x3f800000u + 16 + i % 32);
}

TEST(mbarrier, who_does_not_wait_for_a_copy_races_with_it) {
  const fault_record f = fault_of(kernel(made(1) + announced + loaded_words + stored_word, words));
  EXPECT_EQ(f.kind, fault::race);
  EXPECT_THAT(f.detail, HasSubstr("an asynchronous copy"));
  // What is overwritten has to have been read, and the readers' CTA knows of that by a barrier.
  const std::string again = "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], 128;\n" + loaded_words;
  const setup two_warps{2, 64, 2};
  const std::string read = "and.b32 %r0, %r0, 31;\n" + stored_word;
  const std::string both_have_waited = made(1) + announced + loaded_words + wait_for_even + "bar.sync 0;\n";
  EXPECT_TRUE(races(kernel(both_have_waited + read + again, words), two_warps));
  EXPECT_FALSE(races(kernel(both_have_waited + read + "bar.sync 0;\n" + again, words), two_warps));
}

TEST(mbarrier, phases_states_and_counts) {
  // 32 threads arrive, each in two phases; the state that an arrival returns tells of its phase.
  const auto got = values(kernel(made(32) + "mbarrier.arrive.shared::cta.b64 %rd4, [%r5];\nmbarrier.pending_count.b64 %r6, %rd4;\n" + wait_for_even +
                                 "mbarrier.test_wait.shared::cta.b64 %p2, [%r5], %rd4;\nmbarrier.test_wait.parity.shared::cta.b64 %p3, [%r5], 1;\n"
                                 "selp.u32 %r7, 100, 0, %p2;\nadd.u32 %r6, %r6, %r7;\nselp.u32 %r7, 1000, 0, %p3;\nadd.u32 %r6, %r6, %r7;\nst.global.u32 [%rd3], %r6;", words));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], 100 + 32 - i % 32);
}

TEST(mbarrier, waits_order_what_was_done_before_the_arrivals) {
  // Warp 1 writes, arrives; warp 0 waits, reads.
  const std::string split = "setp.ge.u32 %p2, %r0, 32;\nand.b32 %r9, %r0, 31;\nmov.u32 %r6, words;\nmad.lo.u32 %r7, %r9, 4, %r6;\n@!%p2 bra READ;\nst.shared.u32 [%r7], %r0;\n";
  const std::string arrive = "mbarrier.arrive.shared::cta.b64 _, [%r5];\n", read = "bra DONE;\nREAD:\n", take = "ld.shared.u32 %r8, [%r7];\nst.global.u32 [%rd3], %r8;\nDONE:\n";
  const setup two_warps{1, 64, 1};
  const run_record good = run_of(kernel(made(32) + split + arrive + read + wait_for_even + take, words), two_warps);
  EXPECT_EQ(good.faults.size(), 0u);
  EXPECT_EQ(contents<std::uint32_t>(good, 1)[5], 37u);
  EXPECT_EQ(fault_of(kernel(made(32) + split + arrive + read + take, words), two_warps).kind, fault::race);
}

TEST(mbarrier, misuse_is_a_fault) {
  EXPECT_EQ(fault_of(kernel("mov.u32 %r5, signal;\n@%p0 mbarrier.arrive.shared::cta.b64 _, [%r5];", words)).kind, fault::uninitialised);
  EXPECT_EQ(fault_of(kernel("mov.u32 %r5, signal;\n@%p0 mbarrier.init.shared::cta.b64 [%r5+4], 1;", words)).kind, fault::misaligned);
  EXPECT_EQ(fault_of(kernel("mov.u32 %r5, 0x123400;\n@%p0 mbarrier.init.shared::cta.b64 [%r5], 1;", words)).kind, fault::out_of_bounds);
  EXPECT_EQ(fault_of(kernel("@%p0 mbarrier.init.b64 [%rd2], 1;", words)).kind, fault::out_of_bounds);
  EXPECT_THAT(fault_of(kernel(made(3) + "@%p0 mbarrier.arrive.shared::cta.b64 _, [%r5], 4;", words)).detail, HasSubstr("4 arrivals at an mbarrier that waits for 3"));
  EXPECT_THAT(fault_of(kernel(made(0), words)).detail, HasSubstr("0 arrivals"));
  EXPECT_EQ(fault_of(kernel(made(1) + "@%p0 mbarrier.inval.shared::cta.b64 [%r5];\n@%p0 mbarrier.arrive.shared::cta.b64 _, [%r5];", words)).kind, fault::uninitialised);
}

TEST(async_copy, bulk_copies_that_cannot_be_are_faults) {
  const auto of = [](const std::string& to, const std::string& from, const std::string& bytes) {
    const std::string copy = "mov.u32 %r6, words;\n@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" + to + "], [" + from + "], " + bytes + ", [%r5];\n";
    return fault_of(kernel(made(1) + copy, words), {1, 32, 1}).kind;
  };
  EXPECT_EQ(of("%r6", "%rd1", "24"), fault::misaligned);
  EXPECT_EQ(of("%r6+4", "%rd1", "16"), fault::misaligned);
  EXPECT_EQ(of("%r6", "%rd1+8", "16"), fault::misaligned);
  EXPECT_EQ(of("%r6", "%rd1", "65536"), fault::out_of_bounds);
  EXPECT_EQ(of("%r6", "%rd1+4080", "32"), fault::out_of_bounds);
}

TEST(async_copy, what_no_card_takes_is_told) {
  const auto incomplete = [](const std::string& body) { return !run_of(kernel(body, words), {1, 32, 1}).incomplete.empty(); };
  EXPECT_TRUE(incomplete("mov.u32 %r6, words;\ncp.async.ca.shared.global [%r6], [%rd1], 3;"));
  EXPECT_TRUE(incomplete("mov.u32 %r6, words;\ncp.async.ca.shared.global [%r6], [%rd1], 0;"));
  EXPECT_FALSE(incomplete("mov.u32 %r6, words;\n@%p0 cp.async.ca.shared.global [%r6], [%rd1], 16;"));
}

TEST(async_copy, to_another_cta_and_to_several) {
  // Each CTA sends its words to the other; the mbarrier there tells it.
  const std::string fill = "mov.u32 %r6, words;\nmad.lo.u32 %r7, %r0, 4, %r6;\nmad.lo.u32 %r9, %r1, 100, %r0;\nst.shared.u32 [%r7], %r9;\nmov.u32 %r10, room;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n" + other_rank;
  const std::string send = "mapa.shared::cluster.u32 %r11, %r10, %r8;\nmapa.shared::cluster.u32 %r12, %r5, %r8;\n@%p0 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r11], [%r6], 128, [%r12];\n";
  const std::string take = "mad.lo.u32 %r7, %r0, 4, %r10;\nld.shared.u32 %r13, [%r7];\nst.global.u32 [%rd3], %r13;\n";
  const auto sent = values(kernel(made(1) + fill + announced + send + wait_for_even + take + meet, words));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(sent[i], i < 32 ? 100 + i : i - 32);
  // The first CTA loads for both.
  const std::string both = "setp.eq.and.u32 %p2, %r1, 0, %p0;\nmov.u32 %r10, room;\nmov.u16 %h1, 3;\n@%p2 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r10], [%rd1], 128, [%r5], %h1;\n";
  const auto cast = values(kernel(made(1) + announced + meet + both + wait_for_even + take + meet, words));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(cast[i], 0x3f800000u + i % 32);
}

TEST(async_copy, stores_arrive_with_their_words) {
  const std::string send = other_rank + "mov.u32 %r10, room;\nmad.lo.u32 %r6, %r0, 8, %r10;\nmapa.shared::cluster.u32 %r11, %r6, %r8;\nmapa.shared::cluster.u32 %r12, %r5, %r8;\n"
                                        "mad.lo.u32 %r13, %r1, 100, %r0;\nst.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%r11], {%r13, %r0}, [%r12];\n";
  const std::string expect = "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], 256;\n", take = "ld.shared.v2.u32 {%r14, %r15}, [%r6];\nmad.lo.u32 %r14, %r15, 1000, %r14;\nst.global.u32 [%rd3], %r14;\n";
  const auto got = values(kernel(made(1) + expect + send + wait_for_even + take + meet, words));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], i % 32 * 1000 + (i < 32 ? 100 : 0) + i % 32);
  EXPECT_TRUE(races(kernel(made(1) + expect + send + take + meet, words)));
}

TEST(async_copy, to_global_memory) {
  const std::string body = "mov.u32 %r6, words;\nmad.lo.u32 %r7, %r0, 4, %r6;\nst.shared.u32 [%r7], %r4;\nbar.sync 0;\nmul.wide.u32 %rd4, %r2, 128;\nadd.s64 %rd4, %rd2, %rd4;\n"
                           "fence.proxy.async.shared::cta;\n@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd4], [%r6], 128;\n@%p0 cp.async.bulk.commit_group;\n";
  const auto got = values(kernel(body, words));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], i);
  const std::string waits = "@%p0 cp.async.bulk.wait_group.read 0;\n", again = "bar.sync 0;\nst.shared.u32 [%r7], %r0;\n";
  EXPECT_EQ(fault_of(kernel(body + again, words)).kind, fault::race);
  EXPECT_EQ(run_of(kernel(body + waits + again, words)).faults.size(), 0u);
  EXPECT_EQ(fault_of(kernel("mov.u32 %r6, words;\n@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r6], 128;\n", words), {1, 32, 1}).kind, fault::read_only_write);
}

TEST(async_copy, small_copies_in_groups) {
  const std::string copy = "mov.u32 %r6, words;\nmad.lo.u32 %r7, %r0, 4, %r6;\nmul.wide.u32 %rd4, %r0, 4;\nadd.s64 %rd4, %rd1, %rd4;\ncp.async.ca.shared.global [%r7], [%rd4], 4;\n"
                           "cp.async.commit_group;\ncp.async.ca.shared.global [%r7+0], [%rd4+128], 4, 0;\n";
  const std::string first = "mov.u32 %r10, room;\nmad.lo.u32 %r9, %r0, 4, %r10;\ncp.async.ca.shared.global [%r9], [%rd4+128], 4;\ncp.async.commit_group;\n";
  const std::string start = copy.substr(0, copy.find("cp.async.ca.shared.global [%r7+0]"));
  const std::string take = "ld.shared.u32 %r8, [%r7];\nst.global.u32 [%rd3], %r8;\n", take_second = "ld.shared.u32 %r8, [%r9];\nst.global.u32 [%rd3], %r8;\n";
  const auto got = values(kernel(start + first + "cp.async.wait_group 1;\n" + take, words));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(got[i], 0x3f800000u + i % 32);
  EXPECT_EQ(fault_of(kernel(start + first + "cp.async.wait_group 1;\n" + take_second, words)).kind, fault::race);
  EXPECT_EQ(fault_of(kernel(start + take, words)).kind, fault::race);
  EXPECT_EQ(values(kernel(start + first + "cp.async.wait_all;\n" + take_second, words))[3], 0x3f800000u + 32 + 3);
  const auto zeros = values(kernel(copy + "cp.async.wait_all;\n" + take, words));
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(zeros[i], 0u);
}

TEST(async_copy, definedness_and_shadows_travel_with_the_bytes) {
  // in[i] / 3 in shared memory, copied to the other CTA, and from there to the output.
  const std::string divide = "mul.wide.u32 %rd5, %r0, 4;\nadd.s64 %rd5, %rd1, %rd5;\nld.global.f32 %f1, [%rd5];\ndiv.rn.f32 %f2, %f1, 0f40400000;\nmov.u32 %r6, words;\nmad.lo.u32 %r7, %r0, 4, %r6;\n"
                             "setp.lt.u32 %p2, %r0, 30;\n@%p2 st.shared.f32 [%r7], %f2;\nmov.u32 %r10, room;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n" + other_rank;
  const std::string send = "mapa.shared::cluster.u32 %r11, %r10, %r8;\nmapa.shared::cluster.u32 %r12, %r5, %r8;\n@%p0 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r11], [%r6], 128, [%r12];\n";
  const std::string out = "mul.wide.u32 %rd4, %r2, 128;\nadd.s64 %rd4, %rd2, %rd4;\n@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd4], [%r10], 128;\n";
  const run_record r = run_of(kernel(made(1) + divide + announced + send + wait_for_even + out + meet, words), {2, 32, 2, ball_shadow()});
  for (const auto& f : r.faults) ADD_FAILURE() << f.detail;
  const region& to = *r.buffers[1];
  for (std::uint64_t i = 0; i < 64; ++i) {
    EXPECT_EQ(to.is_undefined(4 * i, 4), i % 32 >= 30) << i;
    const shadow_cell* const cell = to.shadow.find(i);
    EXPECT_EQ(cell != nullptr && cell->tag == shadow_tag::f32, i % 32 < 30) << i;
    if (cell == nullptr || cell->tag != shadow_tag::f32) continue;
    const double exact = static_cast<double>(bit_cast<float>(0x3f800000u + static_cast<std::uint32_t>(i % 32))) / 3;
    EXPECT_NEAR(bit_cast<double>(to.shadow.words(i)[0]), exact, 1e-15) << i;
  }
}

} // namespace
} // namespace fpcheck::exec

// Races within a block in global memory, which threads count as touching the same place, and what orders them.
#include "launching.hpp"

namespace fpcheck::exec {
namespace {

/// Runs `body` on one block of 64 threads and one inout buffer of 64 words at %rd1; %r0 is the thread.
run_record run_block(const std::string& body) {
  const auto k = load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x)
{
.reg .b16 %h<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>; .reg .pred %p<8>;
.shared .align 4 .b8 tile[256];
ld.param.u64 %rd1, [x];
mov.u32 %r0, %tid.x;
xor.b32 %r1, %r0, 32;
mul.wide.u32 %rd2, %r0, 4;
mul.wide.u32 %rd3, %r1, 4;
add.s64 %rd2, %rd1, %rd2;
add.s64 %rd3, %rd1, %rd3;
)" + body + "\nret;\n}\n");
  std::vector<std::uint32_t> words(64);
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = i + 1;
  run_plan plan;
  plan.domain = no_shadow();
  auto r = run(*k->code, launcher("k", {1, 1, 1}, {64, 1, 1}).inout(words, tensor::dtype::u32).request(), plan);
  if (!r) throw std::runtime_error(r.error().text());
  EXPECT_TRUE(r->incomplete.empty());
  return std::move(*r);
}

bool races(const std::string& body) {
  const run_record r = run_block(body);
  for (const fault_record& f : r.faults)
    if (f.kind != fault::race) ADD_FAILURE() << f.detail;
  return !r.faults.empty();
}

const std::string read_other = "ld.global.u32 %r2, [%rd3];\n", write_own = "add.u32 %r2, %r2, 1;\nst.global.u32 [%rd2], %r2;\n";

TEST(block_races, a_block_that_overwrites_what_another_warp_reads) {
  EXPECT_TRUE(races(read_other + write_own));
  EXPECT_FALSE(races(read_other + "bar.sync 0;\n" + write_own));
  EXPECT_FALSE(races("ld.global.u32 %r2, [%rd2];\n" + write_own)) << "its own element";
}

TEST(block_races, a_block_that_reads_what_another_warp_wrote) {
  const std::string write = "st.global.u32 [%rd2], %r0;\n";
  EXPECT_TRUE(races(write + read_other));
  EXPECT_FALSE(races(write + "bar.sync 0;\n" + read_other));
  EXPECT_TRUE(races(write + "bar.warp.sync 0xffffffff;\n" + read_other)) << "a barrier of one warp orders no other";
}

TEST(block_races, atomics_order_the_warps_that_meet_there) {
  // Thread 0 writes word 1 and raises word 0; thread 32 waits for that and reads.
  const std::string writer = "setp.ne.u32 %p0, %r0, 0;\n@%p0 bra OTHER;\nst.global.u32 [%rd1+4], 77;\n";
  const std::string reader = "bra.uni END;\nOTHER:\nsetp.ne.u32 %p1, %r0, 32;\n@%p1 bra END;\n";
  const std::string wait = "AGAIN:\natom.global.add.u32 %r3, [%rd1], 0;\nsetp.ne.u32 %p2, %r3, 100;\n@%p2 bra AGAIN;\n", take = "ld.global.u32 %r4, [%rd1+4];\nEND:\n";
  EXPECT_FALSE(races(writer + "membar.cta;\natom.global.exch.b32 %r5, [%rd1], 100;\n" + reader + wait + take));
  EXPECT_TRUE(races(writer + "atom.global.exch.b32 %r5, [%rd1+8], 100;\n" + reader + take)) << "they met nowhere";
}

/// Each thread of the block doubles the half word that is its own, in the memory that `address` makes %rd4 point at.
std::string double_own_half(const std::string& address) {
  return "mul.wide.u32 %rd4, %r0, 2;\n" + address + "ld.u16 %h0, [%rd4];\nadd.u16 %h0, %h0, %h0;\nst.u16 [%rd4], %h0;\n";
}

TEST(block_races, neighbours_that_share_a_word_do_not_touch_each_other) {
  const std::string global = "add.s64 %rd4, %rd4, %rd1;\n";
  const std::string shared = "mov.u64 %rd5, tile;\ncvta.shared.u64 %rd5, %rd5;\nadd.s64 %rd4, %rd4, %rd5;\nst.u16 [%rd4], 5;\n";
  EXPECT_FALSE(races(double_own_half(global)));
  EXPECT_FALSE(races(double_own_half(shared)));
  // The half of the next thread is another matter.
  EXPECT_TRUE(races("mul.wide.u32 %rd4, %r0, 2;\n" + global + "ld.u16 %h0, [%rd4+2];\nst.u16 [%rd4], %h0;\n"));
}

/// A block of two warps that meet at the byte `at` of a buffer of `bytes` bytes, which only they know.
run_record meet_at(std::uint64_t bytes, std::uint64_t at) {
  const auto k = load_text(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 at)
{
.reg .b32 %r<4>; .reg .b64 %rd<4>;
ld.param.u64 %rd1, [x];
ld.param.u64 %rd2, [at];
add.s64 %rd1, %rd1, %rd2;
mov.u32 %r0, %tid.x;
st.global.u32 [%rd1], %r0;
ret;
}
)");
  run_plan plan;
  plan.domain = no_shadow();
  auto r = run(*k->code, launcher("k", {1, 1, 1}, {64, 1, 1}).out(bytes / 4, tensor::dtype::u32).value(at).request(), plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

TEST(block_races, large_memory_is_looked_at_too) {
  constexpr std::uint64_t size = std::uint64_t{20} << 20; // more than 2^22 words
  for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{4096}, size - 4}) {
    const run_record r = meet_at(size, at);
    EXPECT_EQ(r.faults.size(), 1u) << at;
    EXPECT_EQ(r.counts.race_step, 1u);
  }
}

TEST(block_races, of_memory_beyond_the_records_it_is_said_which_part_was_looked_at) {
  constexpr std::uint64_t size = std::uint64_t{33} << 20, page = 4 * access_pages::page_cells;
  const run_record looked_at = meet_at(size, 2 * page), left_out = meet_at(size, page);
  EXPECT_EQ(looked_at.counts.race_step, 2u);
  EXPECT_EQ(left_out.counts.race_step, 2u);
  EXPECT_EQ(looked_at.faults.size(), 1u);
  EXPECT_TRUE(left_out.faults.empty());
}

TEST(access_pages, are_made_where_something_is_touched) {
  constexpr std::uint64_t page = access_pages::page_cells;
  access_pages p;
  EXPECT_TRUE(p.empty());
  EXPECT_EQ(p.touch(0), nullptr);
  p.reset(5 * page + 1, 2);
  EXPECT_EQ(p.find(0), nullptr);
  EXPECT_EQ(p.touch(page), nullptr) << "every second page only";
  ASSERT_NE(p.touch(4 * page + 7), nullptr);
  p.touch(4 * page + 7)->last.writer = 9;
  EXPECT_EQ(p.find(4 * page + 7)->last.writer, 9u);
  EXPECT_EQ(p.find(4 * page + 8)->last.writer, 0u);
  EXPECT_EQ(p.find(2 * page), nullptr);
  const access_pages moved = std::move(p);
  EXPECT_EQ(moved.find(4 * page + 7)->last.writer, 9u);
  EXPECT_TRUE(p.empty()); // NOLINT(bugprone-use-after-move): it owns nothing any more
}

} // namespace
} // namespace fpcheck::exec

// wgmma whose A is sparse, and wgmma on single bits: A from registers and from shared memory, against the model and what a device gave.
#include "group_tiles.hpp"
#include "launching.hpp"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace fpcheck::exec {
namespace {

namespace core = tensor_core;

std::string list(const char* prefix, int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) out += (i != 0 ? ", " : "") + std::string(prefix) + std::to_string(i);
  return out + "}";
}
std::uint64_t descriptor(std::uint64_t start, int groups) {
  return start >> 4 | std::uint64_t{core::piece >> 4} << 16 | static_cast<std::uint64_t>(core::piece * groups >> 4) << 32;
}

struct choice {
  int selector = 0;
  bool in_registers = true, adds = true, minus_a = false;
};

/// What stands behind the matrices: metadata, whether the accumulator counts, signs and transpositions.
std::string rest_of(const core::group_form& p, const choice& c) {
  std::string out = p.selectors != 0 ? ", %m, " + std::to_string(c.selector) + ", %p" : ", %p";
  if (!p.is_integer()) out += c.minus_a ? ", -1, 1" : ", 1, 1";
  if (p.bits == 16) out += c.in_registers ? ", 0" : ", 0, 0";
  return out;
}

/// 128 threads copy the tile into shared memory, read A, the metadata and the accumulators, multiply and store D.
std::string module_of(const core::group_form& p, const core::group_tile& tile, const choice& c) {
  const int sums = p.sum_words();
  std::string body;
  for (int k = 0; k < 4; ++k) body += "ld.global.b32 %a" + std::to_string(k) + ", [%rd5+" + std::to_string(4 * k) + "];\n";
  for (int k = 0; k < sums; ++k) body += "ld.global.b32 %c" + std::to_string(k) + ", [%rd6+" + std::to_string(4 * k) + "];\n";
  body += "mov.b64 %da, " + std::to_string(descriptor(0, core::piece_groups(p, true))) + ";\nmov.b64 %db, " + std::to_string(descriptor(tile.start_of_b, core::piece_groups(p, false))) +
          ";\nsetp.ne.u32 %p, " + (c.adds ? "1" : "0") + ", 0;\nwgmma.fence.sync.aligned;\nwgmma.mma_async" + (p.selectors != 0 ? ".sp" : "") + ".sync.aligned." + p.text + " " +
          list("%c", sums) + ", " + (c.in_registers ? list("%a", 4) : "%da") + ", %db" + rest_of(p, c) + ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
  for (int k = 0; k < sums; ++k) body += "st.global.b32 [%rd7+" + std::to_string(4 * k) + "], %c" + std::to_string(k) + ";\n";
  return R"(.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 memory, .param .u64 words, .param .u64 metadata, .param .u64 sums, .param .u64 out)
{
  .reg .b32 %r<8>; .reg .b32 %m; .reg .b32 %a<4>; .reg .b32 %c<8>; .reg .b64 %rd<12>; .reg .b64 %da, %db; .reg .pred %p, %q;
  .shared .align 1024 .b8 tile[8192];
  ld.param.u64 %rd1, [memory];
  ld.param.u64 %rd2, [words];
  ld.param.u64 %rd9, [metadata];
  ld.param.u64 %rd3, [sums];
  ld.param.u64 %rd4, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd8, %r1, 16;
  add.s64 %rd5, %rd2, %rd8;
  mul.wide.u32 %rd8, %r1, 4;
  add.s64 %rd9, %rd9, %rd8;
  ld.global.b32 %m, [%rd9];
  mul.wide.u32 %rd8, %r1, )" + std::to_string(4 * sums) + R"(;
  add.s64 %rd6, %rd3, %rd8;
  add.s64 %rd7, %rd4, %rd8;
  mov.u32 %r2, tile;
  shl.b32 %r3, %r1, 2;
LOOP:
  cvt.u64.u32 %rd8, %r3;
  add.s64 %rd8, %rd1, %rd8;
  ld.global.b32 %r4, [%rd8];
  add.s32 %r5, %r2, %r3;
  st.shared.b32 [%r5], %r4;
  add.s32 %r3, %r3, 512;
  setp.lt.u32 %q, %r3, )" + std::to_string(4 * tile.memory.size()) + R"(;
  @%q bra LOOP;
  fence.proxy.async;
  bar.sync 0;
)" + body + "ret;\n}\n";
}

run_record record_of(const core::group_form& p, const core::group_tile& tile, const choice& c, const domain_table& domain) {
  const auto k = load_text(module_of(p, tile, c));
  run_plan plan;
  plan.domain = domain;
  const run_request request = launcher("k", {1, 1, 1}, {128, 1, 1}).in(tile.memory, tensor::dtype::u32).in(tile.a, tensor::dtype::u32).in(tile.metadata, tensor::dtype::u32)
                                  .in(tile.c, tensor::dtype::u32).out(tile.want.size(), tensor::dtype::u32).request();
  auto r = run(*k->code, request, plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

TEST(sparse_groups, every_form_is_the_model_whatever_watches) {
  for (const core::group_form& p : core::group_forms())
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const choice c{p.selectors == 2 ? static_cast<int>(seed % 2) : 0, seed % 3 != 1};
      const core::group_tile tile = core::draw_group_tile(p, c.selector, seed);
      for (const domain_table& domain : {domain_table{}, seed % 2 == 0 ? ball_shadow() : blame_shadow()}) {
        const run_record r = record_of(p, tile, c, domain);
        ASSERT_TRUE(r.incomplete.empty()) << p.text << ' ' << r.incomplete[0].what;
        ASSERT_TRUE(r.faults.empty()) << p.text << ' ' << r.faults[0].detail;
        const auto got = contents<std::uint32_t>(r, 4);
        for (std::size_t i = 0; i < tile.want.size(); ++i) ASSERT_EQ(got[i], tile.want[i]) << p.text << " seed " << seed << " word " << i;
      }
    }
}

TEST(sparse_groups, an_accumulator_that_does_not_count_and_signs) {
  const core::group_form& p = core::group_forms()[0];
  core::group_tile tile = core::draw_group_tile(p, 0, 1);
  const auto plain = contents<std::uint32_t>(record_of(p, tile, {0, true, false, false}, {}), 4);
  const auto minus = contents<std::uint32_t>(record_of(p, tile, {0, true, false, true}, {}), 4);
  std::fill(tile.c.begin(), tile.c.end(), 0u);
  EXPECT_EQ(plain, contents<std::uint32_t>(record_of(p, tile, {0, true, true, false}, {}), 4));
  for (std::size_t k = 0; k < plain.size(); ++k) {
    const bool signs = (plain[k] & 0x7fffffffu) <= 0x7f800000u && plain[k] != 0; // every zero is +0, and of NaNs there is one
    EXPECT_EQ(plain[k] ^ (signs ? 0x80000000u : 0u), minus[k]) << k;
  }
}

/// The recorded digests, by form and selector.
std::map<std::pair<std::string, int>, std::uint64_t> recorded() {
  std::map<std::pair<std::string, int>, std::uint64_t> out;
  std::ifstream file(std::string(FPCHECK_SOURCE_DIR) + "/tests/gpu/vectors/sparse_groups.digests");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string text;
    int selector = 0;
    std::uint64_t digest = 0;
    words >> text >> selector >> std::hex >> digest;
    EXPECT_TRUE(words) << line;
    out[{text, selector}] = digest;
  }
  return out;
}

TEST(sparse_groups, the_engine_gives_what_a_device_gave) {
  const auto digests = recorded();
  ASSERT_EQ(digests.size(), 14u);
  for (const core::group_form& p : core::group_forms())
    for (int selector = 0; selector < std::max(1, p.selectors); ++selector) {
      std::uint64_t digest = core::empty_digest;
      for (int seed = 0; seed < core::recorded_tiles; ++seed) {
        const auto got = contents<std::uint32_t>(record_of(p, core::draw_group_tile(p, selector, static_cast<std::uint64_t>(seed)), {selector}, {}), 4);
        digest = core::digest_of(digest, got.data(), got.size());
      }
      ASSERT_TRUE(digests.contains({p.text, selector})) << p.text;
      EXPECT_EQ(digest, digests.at({p.text, selector})) << p.text << ' ' << selector;
    }
}

} // namespace
} // namespace fpcheck::exec

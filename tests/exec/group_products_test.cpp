// wgmma: products of four warps with operands in shared memory, in every layout of matrix descriptors, against the tensor cores' functions.
// Where an element lies is said here by what the layouts are for: tiles of 8 rows of 16 bytes, and rows of 32, 64 or 128 bytes whose
// sixteen-byte pieces change places with the row.
#include "launching.hpp"
#include "tensor_core_inputs.hpp"

#include <fpcheck/exec/tensor_core.hpp>

#include <random>

namespace fpcheck::exec {
namespace {

namespace core = tensor_core;

constexpr format_row f16 = f16_format::row, bf16 = bf16_format::row, tf32 = tf32_format::row, e4m3 = e4m3fn_format::row, e5m2 = e5m2_format::row;
using s = core::sum_format;
using t = core::step_order;

struct group_product {
  const char* types; ///< of D, A and B
  int inner, bits, sum_bits;
  core::product_row row;
};
const group_product products[] = {
    {"f32.f16.f16", 16, 16, 32, {f16, f16, 25, s::f32, t::at_once}},        {"f16.f16.f16", 16, 16, 16, {f16, f16, 25, s::f16, t::at_once}},
    {"f32.bf16.bf16", 16, 16, 32, {bf16, bf16, 25, s::f32, t::at_once}},    {"f32.tf32.tf32", 8, 32, 32, {tf32, tf32, 25, s::f32, t::at_once}},
    {"f32.e4m3.e4m3", 32, 8, 32, {e4m3, e4m3, 13, s::f32_short, t::at_once}}, {"f32.e5m2.e4m3", 32, 8, 32, {e5m2, e4m3, 13, s::f32_short, t::at_once}},
    {"f16.e4m3.e5m2", 32, 8, 16, {e4m3, e5m2, 13, s::f16, t::at_once}},     {"s32.s8.u8", 32, 8, 32, {}},
};

/// A way to lay a matrix of `lines` lines out: swizzled rows of `row` bytes, or none for 0, along the inner extent or along the lines.
struct layout {
  int row;
  bool along_lines;
};
/// Bytes between tiles, one way and the other, so that none overlap.
constexpr std::uint64_t lead = 2048;
constexpr std::uint64_t stride_of(const layout& l) { return l.row != 0 && l.along_lines ? 8192 : 4096; }

/// The byte of an element, and the descriptor of the matrix that begins at `start`.
std::uint64_t byte_of(const layout& l, int bits, int line, int k, std::uint64_t start) {
  const auto bytes = static_cast<std::uint64_t>(bits / 8), i = static_cast<std::uint64_t>(line), j = static_cast<std::uint64_t>(k), row = static_cast<std::uint64_t>(l.row), stride = stride_of(l);
  const std::uint64_t major = l.along_lines ? j : i, minor = (l.along_lines ? i : j) * bytes;
  if (row == 0) { // cores of 8 x 16 bytes
    const std::uint64_t of_major = l.along_lines ? lead : stride, of_minor = l.along_lines ? stride : lead;
    return start + major / 8 * of_major + minor / 16 * of_minor + major % 8 * 16 + minor % 16;
  }
  const std::uint64_t piece = minor % row / 16, line_of_128 = major % 8 * row / 128;
  return start + major / 8 * stride + minor / row * lead + major % 8 * row + (piece ^ line_of_128 % (row / 16)) * 16 + minor % 16;
}
std::uint64_t descriptor(const layout& l, std::uint64_t start) {
  const std::uint64_t mode = l.row == 128 ? 1 : l.row == 64 ? 2 : l.row == 32 ? 3 : 0;
  return start >> 4 | lead >> 4 << 16 | stride_of(l) >> 4 << 32 | mode << 62;
}

std::string list(const char* prefix, int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) out += (i != 0 ? ", " : "") + std::string(prefix) + std::to_string(i);
  return out + "}";
}
constexpr std::uint64_t shared_bytes = 65536, start_of_b = 32768;

/// What is asked of one product: A's place, signs, whether the accumulator counts.
struct choice {
  layout a, b;
  bool in_registers = false, minus_a = false, minus_b = false, adds = true;
  int columns = 16;
};

/// 128 threads copy 64 KiB into shared memory, read A's words and the accumulators, multiply and store D.
std::string module_of(const group_product& p, const choice& c) {
  const int sums = c.columns / (p.sum_bits == 16 ? 4 : 2);
  std::string body;
  for (int k = 0; k < 4; ++k) body += "ld.global.b32 %a" + std::to_string(k) + ", [%rd5+" + std::to_string(4 * k) + "];\n";
  for (int k = 0; k < sums; ++k) body += "ld.global.b32 %c" + std::to_string(k) + ", [%rd6+" + std::to_string(4 * k) + "];\n";
  const std::string a = c.in_registers ? list("%a", 4) : std::to_string(descriptor(c.a, 0)), b = std::to_string(descriptor(c.b, start_of_b));
  const bool half = p.bits == 16, integer = std::string_view(p.types).starts_with("s32");
  std::string rest = integer ? "" : std::string(", ") + (c.minus_a ? "-1" : "1") + ", " + (c.minus_b ? "-1" : "1");
  if (half && !c.in_registers) rest += c.a.along_lines ? ", 1" : ", 0";
  if (half) rest += c.b.along_lines ? ", 1" : ", 0";
  body += "mov.b64 %da, " + (c.in_registers ? std::string("0") : a) + ";\nmov.b64 %db, " + b + ";\nsetp.ne.u32 %p, " + (c.adds ? "1" : "0") + ", 0;\nwgmma.fence.sync.aligned;\n";
  body += "wgmma.mma_async.sync.aligned.m64n" + std::to_string(c.columns) + "k" + std::to_string(p.inner) + "." + p.types + " " + list("%c", sums) + ", " + (c.in_registers ? a : "%da") +
          ", %db, %p" + rest + ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
  for (int k = 0; k < sums; ++k) body += "st.global.b32 [%rd7+" + std::to_string(4 * k) + "], %c" + std::to_string(k) + ";\n";
  return R"(.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 memory, .param .u64 words, .param .u64 sums, .param .u64 out)
{
  .reg .b32 %r<8>; .reg .b32 %a<4>; .reg .b32 %c<32>; .reg .b64 %rd<9>; .reg .b64 %da, %db; .reg .pred %p, %q;
  .shared .align 1024 .b8 tile[65536];
  ld.param.u64 %rd1, [memory];
  ld.param.u64 %rd2, [words];
  ld.param.u64 %rd3, [sums];
  ld.param.u64 %rd4, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd8, %r1, 16;
  add.s64 %rd5, %rd2, %rd8;
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
  setp.lt.u32 %q, %r3, 65536;
  @%q bra LOOP;
  fence.proxy.async;
  bar.sync 0;
)" + body + "ret;\n}\n";
}

run_record record_of(const std::string& text, const run_request& request, const domain_table& domain) {
  const auto k = load_text(text);
  run_plan plan;
  plan.domain = domain;
  auto r = run(*k->code, request, plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

/// One product of random elements: D as the tensor core has it. Requires: A in registers for swizzled rows that A's lines do not fill.
void check(const group_product& p, const choice& c, std::uint64_t seed, const domain_table& domain) {
  std::mt19937_64 random(seed);
  const auto f = core::flavour_of(seed);
  const bool integer = std::string_view(p.types).starts_with("s32");
  const auto draw = [&](const format_row& row, std::uint32_t n) { return integer ? static_cast<std::uint32_t>(random() & 255u) : core::draw_operand(row, f, seed, n); };
  std::vector<std::byte> memory(shared_bytes);
  std::vector<std::uint32_t> words(512), x(static_cast<std::size_t>(64 * p.inner)), y(static_cast<std::size_t>(c.columns * p.inner));
  for (int i = 0; i < 64; ++i)
    for (int k = 0; k < p.inner; ++k) {
      const std::uint32_t code = x[static_cast<std::size_t>(i * p.inner + k)] = draw(p.row.a, static_cast<std::uint32_t>(i * p.inner + k));
      const core::place at = core::place_in_a(p.bits, 2, i % 16, k);
      words[static_cast<std::size_t>((i / 16 * 32 + at.lane) * 4 + at.word)] |= code << at.bit;
      if (!c.in_registers) std::memcpy(memory.data() + byte_of(c.a, p.bits, i, k, 0), &code, static_cast<std::size_t>(p.bits / 8));
    }
  for (int j = 0; j < c.columns; ++j)
    for (int k = 0; k < p.inner; ++k) {
      const std::uint32_t code = y[static_cast<std::size_t>(j * p.inner + k)] = draw(p.row.b, static_cast<std::uint32_t>(8192 + j * p.inner + k));
      std::memcpy(memory.data() + byte_of(c.b, p.bits, j, k, start_of_b), &code, static_cast<std::size_t>(p.bits / 8));
    }
  const std::size_t each = static_cast<std::size_t>(c.columns) / (p.sum_bits == 16 ? 4 : 2);
  std::vector<std::uint32_t> sums(128 * each), want(128 * each);
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < c.columns; ++j) {
      const core::place at = core::place_in_c(p.sum_bits == 16, i % 16, j);
      const std::size_t word = static_cast<std::size_t>(i / 16 * 32 + at.lane) * each + static_cast<std::size_t>(at.word);
      const std::uint32_t before = integer ? static_cast<std::uint32_t>(random() & 0xffffffu) : core::draw_accumulator(p.row, f, seed, static_cast<std::uint32_t>(i * 256 + j));
      sums[word] |= before << at.bit;
      std::uint32_t sum = c.adds ? before : 0;
      std::vector<core::operand> u, v;
      for (int k = 0; k < p.inner; ++k) {
        const std::uint32_t l = x[static_cast<std::size_t>(i * p.inner + k)], r = y[static_cast<std::size_t>(j * p.inner + k)];
        if (integer) sum += static_cast<std::uint32_t>(static_cast<std::int8_t>(l) * static_cast<int>(r));
        else u.push_back(core::split(p.row.a, l)), v.push_back(core::split(p.row.b, r));
      }
      for (core::operand& o : u) o.significand *= c.minus_a ? -1 : 1;
      for (core::operand& o : v) o.significand *= c.minus_b ? -1 : 1;
      if (!integer) sum = core::dot(p.row, u.data(), v.data(), p.inner, sum);
      want[word] |= sum << at.bit;
    }
  const run_record r = record_of(module_of(p, c), launcher("k", {1, 1, 1}, {128, 1, 1}).in(memory, tensor::dtype::u8).in(words, tensor::dtype::u32).in(sums, tensor::dtype::u32).out(want.size(), tensor::dtype::u32).request(), domain);
  const std::string where = p.types + std::string(" rows of ") + std::to_string(c.a.row) + ", " + std::to_string(c.b.row) + " seed " + std::to_string(seed);
  ASSERT_TRUE(r.incomplete.empty()) << where << ' ' << r.incomplete[0].what;
  ASSERT_TRUE(r.faults.empty()) << where << ' ' << r.faults[0].detail;
  const auto got = contents<std::uint32_t>(r, 3);
  for (std::size_t i = 0; i < want.size(); ++i) ASSERT_EQ(got[i], want[i]) << where << " word " << i;
}

TEST(group_products, every_type_in_every_layout_is_the_tensor_core) {
  std::uint64_t seed = 0;
  for (const group_product& p : products)
    for (const int row : {0, 32, 64, 128})
      for (const int transposed : {0, 1, 2, 3}) {
        if (transposed != 0 && p.bits != 16) continue; // only of 16 bits may lines lie along
        choice c{{row, (transposed & 1) != 0}, {row, (transposed & 2) != 0}};
        for (int n = 0; n < 2; ++n, ++seed) {
          c.in_registers = seed % 5 == 4, c.minus_a = seed % 3 == 1, c.minus_b = seed % 4 == 2, c.adds = seed % 7 != 3, c.columns = seed % 2 == 0 ? 16 : 8 * static_cast<int>(1 + seed % 6);
          if (std::string_view(p.types).starts_with("s32")) c.minus_a = c.minus_b = false;
          check(p, c, seed, seed % 6 == 5 ? ball_shadow() : domain_table{});
          if (HasFatalFailure()) return;
        }
      }
}

TEST(group_products, a_descriptor_that_reaches_too_far_is_told) {
  choice c{{128, false}, {128, false}};
  std::string text = module_of(products[0], c);
  const std::string b = std::to_string(descriptor(c.b, start_of_b));
  text.replace(text.find(b), b.size(), std::to_string(descriptor(c.b, 65536 - 512)));
  const run_record r = record_of(text, launcher("k", {1, 1, 1}, {128, 1, 1}).in(std::vector<std::byte>(shared_bytes), tensor::dtype::u8).in(std::vector<std::uint32_t>(512), tensor::dtype::u32)
                                           .in(std::vector<std::uint32_t>(1024), tensor::dtype::u32).out(1024, tensor::dtype::u32).request(), {});
  ASSERT_EQ(r.faults.size(), 1u);
  EXPECT_EQ(r.faults[0].kind, fault::out_of_bounds);
  EXPECT_TRUE(r.buffers[3]->is_undefined(0, 4));
}

/// The product of a module whose results go through memory of the lane's own, and through another register, before they are waited for.
std::string through_memory(const choice& c, bool waits) {
  std::string text = module_of(products[0], c);
  const auto put = [&](const std::string& before, const std::string& code) { text.insert(text.find(before), code); };
  put("ld.param.u64 %rd1", ".local .align 4 .b8 spilled[4];\n  ");
  put("wgmma.commit_group", "st.local.b32 [spilled], %c0;\nmov.b32 %r6, %c1;\n");
  put("st.global.b32 [%rd7+0]", "ld.local.b32 %c0, [spilled];\nmov.b32 %c1, %r6;\n");
  const std::string wait = "wgmma.wait_group.sync.aligned 0;\n";
  if (!waits) text.erase(text.find(wait), wait.size());
  return text;
}

TEST(group_products, results_that_move_before_they_are_awaited_are_defined_after_it) {
  const choice c{{128, false}, {128, false}};
  const auto request = launcher("k", {1, 1, 1}, {128, 1, 1}).in(std::vector<std::byte>(shared_bytes), tensor::dtype::u8).in(std::vector<std::uint32_t>(512), tensor::dtype::u32)
                           .in(std::vector<std::uint32_t>(1024), tensor::dtype::u32).out(1024, tensor::dtype::u32).request();
  for (const bool shadowed : {false, true})
    for (const bool waits : {true, false}) {
      const run_record r = record_of(through_memory(c, waits), request, shadowed ? ball_shadow() : domain_table{});
      ASSERT_TRUE(r.incomplete.empty()) << r.incomplete[0].what;
      for (const std::uint64_t word : {0u, 1u}) EXPECT_EQ(r.buffers[3]->is_undefined(4 * word, 4), !waits) << word << shadowed;
    }
}

} // namespace
} // namespace fpcheck::exec

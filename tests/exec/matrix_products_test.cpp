// Products of matrices of floating point by a warp: mma.sync and wmma of every type against the tensor cores' functions, element by
// element, and shadows against exact sums.
#include "launching.hpp"
#include "tensor_core_inputs.hpp"

#include <fpcheck/exec/tensor_core.hpp>
#include <fpcheck/formats/decode.hpp>

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fpcheck::exec {
namespace {

namespace core = tensor_core;

/// One spelling: what follows `mma.sync.aligned.`, the shape, bits of an element and of a sum, and the row of sums.
struct product {
  const char* text;
  int rows, inner, bits, sum_bits;
  core::product_row row;
};
constexpr format_row f16 = f16_format::row, bf16 = bf16_format::row, tf32 = tf32_format::row, e4m3 = e4m3fn_format::row, e5m2 = e5m2_format::row;
using s = core::sum_format;
using t = core::step_order;
const product products[] = {
    {"m16n8k16.row.col.f32.f16.f16.f32", 16, 16, 16, 32, {f16, f16, 25, s::f32, t::at_once}},
    {"m16n8k8.row.col.f32.f16.f16.f32", 16, 8, 16, 32, {f16, f16, 25, s::f32, t::at_once}},
    {"m16n8k16.row.col.f16.f16.f16.f16", 16, 16, 16, 16, {f16, f16, 25, s::f16, t::at_once}},
    {"m16n8k8.row.col.f16.f16.f16.f16", 16, 8, 16, 16, {f16, f16, 25, s::f16, t::at_once}},
    {"m16n8k16.row.col.f32.bf16.bf16.f32", 16, 16, 16, 32, {bf16, bf16, 25, s::f32, t::at_once}},
    {"m16n8k8.row.col.f32.bf16.bf16.f32", 16, 8, 16, 32, {bf16, bf16, 25, s::f32, t::at_once}},
    {"m16n8k8.row.col.f32.tf32.tf32.f32", 16, 8, 32, 32, {tf32, tf32, 25, s::f32, t::at_once}},
    {"m16n8k4.row.col.f32.tf32.tf32.f32", 16, 4, 32, 32, {tf32, tf32, 25, s::f32, t::at_once}},
    {"m16n8k32.row.col.f32.e4m3.e4m3.f32", 16, 32, 8, 32, {e4m3, e4m3, 25, s::f32, t::pairs_then_added}},
    {"m16n8k32.row.col.f32.e5m2.e4m3.f32", 16, 32, 8, 32, {e5m2, e4m3, 25, s::f32, t::pairs_then_added}},
    {"m16n8k16.row.col.f32.e4m3.e5m2.f32", 16, 16, 8, 32, {e4m3, e5m2, 25, s::f32, t::pairs_then_added}},
    {"m16n8k16.row.col.f32.e5m2.e5m2.f32", 16, 16, 8, 32, {e5m2, e5m2, 25, s::f32, t::pairs_then_added}},
    {"m8n8k4.row.col.f64.f64.f64.f64", 8, 4, 64, 64, {}},
    {"m16n8k4.row.col.f64.f64.f64.f64", 16, 4, 64, 64, {}},
    {"m16n8k8.row.col.f64.f64.f64.f64", 16, 8, 64, 64, {}},
    {"m16n8k16.row.col.f64.f64.f64.f64", 16, 16, 64, 64, {}},
};

int word_bits(int bits) { return bits == 64 ? 64 : 32; }
int words_of_a(const product& p) { return p.rows * p.inner * p.bits / (32 * word_bits(p.bits)); }
int words_of_b(const product& p) { return 8 * p.inner * p.bits / (32 * word_bits(p.bits)); }
int words_of_c(const product& p) { return p.rows * 8 * p.sum_bits / (32 * word_bits(p.sum_bits)); }

std::string registers(const std::string& prefix, int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) out += (i != 0 ? ", " : "") + prefix + std::to_string(i);
  return out + "}";
}

/// A kernel that reads the words of A, B and C of each thread, multiplies and stores D. Words take 8 bytes each.
std::string module_of(const product& p) {
  const int a = words_of_a(p), b = words_of_b(p), c = words_of_c(p);
  const std::string sums = p.sum_bits == 64 ? "f64" : p.sum_bits == 32 ? "f32" : "b32", words = p.bits == 64 ? "f64" : "b32";
  std::string body = "ld.param.u64 %rd1, [words];\nld.param.u64 %rd3, [results];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, " + std::to_string(8 * (a + b + c)) +
                     ";\nadd.s64 %rd2, %rd1, %rd2;\nmul.wide.u32 %rd4, %r1, " + std::to_string(8 * c) + ";\nadd.s64 %rd4, %rd3, %rd4;\n";
  int at = 0;
  const auto load = [&](const char* prefix, const std::string& type, int count) {
    for (int i = 0; i < count; ++i) body += "ld.global." + type + " " + prefix + std::to_string(i) + ", [%rd2+" + std::to_string(8 * at++) + "];\n";
  };
  load("%a", words, a), load("%b", words, b), load("%c", sums, c);
  body += std::string("mma.sync.aligned.") + p.text + " " + registers("%c", c) + ", " + registers("%a", a) + ", " + registers("%b", b) + ", " + registers("%c", c) + ";\n";
  for (int i = 0; i < c; ++i) body += "st.global." + sums + " [%rd4+" + std::to_string(8 * i) + "], %c" + std::to_string(i) + ";\n";
  return ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 words, .param .u64 results)\n{\n.reg .b32 %r<4>; .reg ." + words +
         " %a<8>; .reg ." + words + " %b<8>; .reg ." + sums + " %c<4>; .reg .b64 %rd<8>;\n" + body + "ret;\n}\n";
}

struct tile {
  std::vector<std::uint64_t> words, wanted;
};

/// A tile of random elements: codes of A, B and C put where the fragments have them, and the words of D that come of them.
tile draw(const product& p, std::uint64_t seed) {
  const int a = words_of_a(p), b = words_of_b(p), c = words_of_c(p), all = a + b + c;
  tile out{std::vector<std::uint64_t>(static_cast<std::size_t>(32 * all)), std::vector<std::uint64_t>(static_cast<std::size_t>(32 * c))};
  const auto word = [&](int lane, int k) -> std::uint64_t& { return out.words[static_cast<std::size_t>(lane * all + k)]; };
  std::mt19937_64 random(seed);
  const auto f = core::flavour_of(seed);
  const auto code = [&](const format_row& row, std::uint32_t n) -> std::uint64_t {
    if (p.bits == 64) return seed % 5 == 0 ? random() : bits_of(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -60));
    return core::draw_operand(row, f, seed, n);
  };
  std::vector<std::uint64_t> x(static_cast<std::size_t>(p.rows * p.inner)), y(static_cast<std::size_t>(8 * p.inner));
  for (int i = 0; i < p.rows; ++i)
    for (int k = 0; k < p.inner; ++k) {
      const core::place at = core::place_in_a(p.bits, p.rows / 8, i, k);
      word(at.lane, at.word) |= (x[static_cast<std::size_t>(i * p.inner + k)] = code(p.row.a, static_cast<std::uint32_t>(i * p.inner + k))) << at.bit;
    }
  for (int j = 0; j < 8; ++j)
    for (int k = 0; k < p.inner; ++k) {
      const core::place at = core::place_in_b(p.bits, k, j);
      word(at.lane, a + at.word) |= (y[static_cast<std::size_t>(j * p.inner + k)] = code(p.row.b, static_cast<std::uint32_t>(4096 + j * p.inner + k))) << at.bit;
    }
  for (int i = 0; i < p.rows; ++i)
    for (int j = 0; j < 8; ++j) {
      const core::place at = core::place_in_c(p.sum_bits == 16, i, j);
      std::uint64_t sum = p.bits == 64 ? code(p.row.a, 0) : core::draw_accumulator(p.row, f, seed, static_cast<std::uint32_t>(i * 8 + j));
      word(at.lane, a + b + at.word) |= sum << at.bit;
      std::vector<core::operand> u, v;
      for (int k = 0; k < p.inner; ++k) {
        const std::uint64_t l = x[static_cast<std::size_t>(i * p.inner + k)], r = y[static_cast<std::size_t>(j * p.inner + k)];
        if (p.bits == 64) sum = core::fused_binary64(l, r, sum);
        else u.push_back(core::split(p.row.a, static_cast<std::uint32_t>(l))), v.push_back(core::split(p.row.b, static_cast<std::uint32_t>(r)));
      }
      if (p.bits != 64) sum = core::dot(p.row, u.data(), v.data(), p.inner, static_cast<std::uint32_t>(sum));
      out.wanted[static_cast<std::size_t>(at.lane * c + at.word)] |= sum << at.bit;
    }
  return out;
}

run_record record_of(const std::string& text, const run_request& request, const domain_table& domain = {}) {
  const auto k = load_text(text);
  run_plan plan;
  plan.domain = domain;
  auto r = run(*k->code, request, plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}
run_request request_of(const product& p, const tile& d) {
  return launcher("k", {1, 1, 1}, {32, 1, 1}).in(d.words, tensor::dtype::u64).out(static_cast<std::size_t>(32 * words_of_c(p)), tensor::dtype::u64).request();
}

/// The words of D, of which 32-bit ones leave the other half of their place undefined.
void expect_words(const run_record& r, const product& p, const tile& d, const std::string& where) {
  const auto got = contents<std::uint64_t>(r, 1);
  const std::uint64_t mask = p.sum_bits == 64 ? ~std::uint64_t{0} : 0xffffffffu;
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i] & mask, d.wanted[i]) << where << " word " << i;
  EXPECT_TRUE(r.incomplete.empty()) << where << (r.incomplete.empty() ? "" : r.incomplete[0].what);
  EXPECT_TRUE(r.faults.empty()) << where;
}

TEST(matrix_products, every_type_and_shape_is_the_tensor_core) {
  for (const product& p : products) {
    const auto k = load_text(module_of(p));
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const tile d = draw(p, seed);
      auto r = run(*k->code, request_of(p, d), {});
      ASSERT_TRUE(r) << r.error().text();
      expect_words(*r, p, d, p.text + (" seed " + std::to_string(seed)));
    }
  }
}

TEST(matrix_products, shadow_domains_leave_the_bits_alone) {
  for (const product& p : products)
    for (const domain_table& domain : {ball_shadow(), perturbed_shadow(), wide_shadow(), interval_shadow(), blame_shadow(), mpfr_shadow(96)})
      for (std::uint64_t seed = 1; seed < 4; ++seed) {
        const tile d = draw(p, seed);
        expect_words(record_of(module_of(p), request_of(p, d), domain), p, d, p.text + (" " + std::string(domain.name)));
      }
}

/// wmma: fragments are loaded from matrices in global memory and stored there, so that only rows and columns are seen.
struct whole_product {
  const char *shape, *types, *a, *c; ///< the shape, what follows the layouts, and the types of elements of A and C
  int rows, columns, inner, bits, sum_bits, words_a, words_b, words_c;
  core::product_row row;
};
const whole_product wholes[] = {
    {"m16n16k16", "f32.f32", "f16", "f32", 16, 16, 16, 16, 32, 8, 8, 8, {f16, f16, 25, s::f32, t::at_once}},
    {"m16n16k16", "f16.f16", "f16", "f16", 16, 16, 16, 16, 16, 8, 8, 4, {f16, f16, 25, s::f16, t::at_once}},
    {"m32n8k16", "f32.f32", "f16", "f32", 32, 8, 16, 16, 32, 8, 8, 8, {f16, f16, 25, s::f32, t::at_once}},
    {"m8n32k16", "f16.f16", "f16", "f16", 8, 32, 16, 16, 16, 8, 8, 4, {f16, f16, 25, s::f16, t::at_once}},
    {"m16n16k16", "f32.bf16.bf16.f32", "bf16", "f32", 16, 16, 16, 16, 32, 4, 4, 8, {bf16, bf16, 25, s::f32, t::at_once}},
    {"m32n8k16", "f32.bf16.bf16.f32", "bf16", "f32", 32, 8, 16, 16, 32, 8, 2, 8, {bf16, bf16, 25, s::f32, t::at_once}},
    {"m8n32k16", "f32.bf16.bf16.f32", "bf16", "f32", 8, 32, 16, 16, 32, 2, 8, 8, {bf16, bf16, 25, s::f32, t::at_once}},
    {"m16n16k8", "f32.tf32.tf32.f32", "tf32", "f32", 16, 16, 8, 32, 32, 4, 4, 8, {tf32, tf32, 25, s::f32, t::by_fours}},
    {"m8n8k4", "f64.f64.f64.f64", "f64", "f64", 8, 8, 4, 64, 64, 1, 1, 2, {}},
    {"m16n16k16", "s32.s8.s8.s32", "s8", "s32", 16, 16, 16, 8, 32, 2, 2, 8, {}},
    {"m32n8k16", "s32.u8.u8.s32", "u8", "s32", 32, 8, 16, 8, 32, 4, 1, 8, {}},
};
std::string whole_module(const whole_product& p, bool a_columns, bool b_columns, bool c_columns) {
  const std::string la = a_columns ? "col" : "row", lb = b_columns ? "col" : "row", lc = c_columns ? "col" : "row", shape = p.shape;
  const auto reg = [](int bits) { return std::string(bits == 64 ? "b64" : "b32"); };
  const auto load = [&](const char* which, const std::string& layout, const char* type, const std::string& prefix, int words, int stride) {
    return "wmma.load." + std::string(which) + ".sync.aligned." + layout + "." + shape + ".global." + type + " " + registers(prefix, words) + ", [%" + which + "], " + std::to_string(stride) + ";\n";
  };
  const int sa = a_columns ? p.rows : p.inner, sb = b_columns ? p.inner : p.columns, sc = c_columns ? p.rows : p.columns;
  return ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)\n{\n.reg .b64 %a, %b, %c, %d; .reg ." + reg(p.bits) +
         " %x<8>; .reg ." + reg(p.bits) + " %y<8>; .reg ." + reg(p.sum_bits) + " %z<8>;\n" +
         "ld.param.u64 %a, [pa];\nld.param.u64 %b, [pb];\nld.param.u64 %c, [pc];\nld.param.u64 %d, [pd];\n" + load("a", la, p.a, "%x", p.words_a, sa) + load("b", lb, p.a, "%y", p.words_b, sb) +
         load("c", lc, p.c, "%z", p.words_c, sc) + "wmma.mma.sync.aligned." + la + "." + lb + "." + shape + "." + p.types + " " + registers("%z", p.words_c) + ", " + registers("%x", p.words_a) + ", " +
         registers("%y", p.words_b) + ", " + registers("%z", p.words_c) + ";\nwmma.store.d.sync.aligned." + lc + "." + shape + ".global." + p.c + " [%d], " + registers("%z", p.words_c) + ", " +
         std::to_string(sc) + ";\nret;\n}\n";
}
void put_code(std::vector<std::byte>& to, std::size_t at, int bits, std::uint64_t code) { std::memcpy(to.data() + at * static_cast<std::size_t>(bits / 8), &code, static_cast<std::size_t>(bits / 8)); }
std::uint64_t code_at(const std::vector<std::byte>& from, std::size_t at, int bits) {
  std::uint64_t code = 0;
  std::memcpy(&code, from.data() + at * static_cast<std::size_t>(bits / 8), static_cast<std::size_t>(bits / 8));
  return code;
}

TEST(matrix_products, wmma_is_the_tensor_core_in_every_layout) {
  for (const whole_product& p : wholes)
    for (unsigned seed = 0; seed < 16; ++seed) {
      const bool columns[3] = {(seed & 1) != 0, (seed & 2) != 0, (seed & 4) != 0};
      std::mt19937_64 random(seed);
      const auto f = core::flavour_of(seed);
      const auto size = [](int n, int bits) { return static_cast<std::size_t>(n * bits / 8); };
      std::vector<std::byte> a(size(p.rows * p.inner, p.bits)), b(size(p.inner * p.columns, p.bits)), c(size(p.rows * p.columns, p.sum_bits));
      const bool integers = p.sum_bits == 32 && p.row.kept == 0;
      const auto draw_code = [&](const format_row& row, std::uint32_t n) -> std::uint64_t {
        if (p.bits == 64) return bits_of(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -60));
        return integers ? random() & 0xffu : core::draw_operand(row, f, seed, n);
      };
      std::vector<std::uint64_t> x(static_cast<std::size_t>(p.rows * p.inner)), y(static_cast<std::size_t>(p.columns * p.inner));
      for (int i = 0; i < p.rows; ++i)
        for (int k = 0; k < p.inner; ++k)
          put_code(a, static_cast<std::size_t>(columns[0] ? k * p.rows + i : i * p.inner + k), p.bits,
                   x[static_cast<std::size_t>(i * p.inner + k)] = draw_code(p.row.a, static_cast<std::uint32_t>(i * p.inner + k)));
      for (int j = 0; j < p.columns; ++j)
        for (int k = 0; k < p.inner; ++k)
          put_code(b, static_cast<std::size_t>(columns[1] ? j * p.inner + k : k * p.columns + j), p.bits,
                   y[static_cast<std::size_t>(j * p.inner + k)] = draw_code(p.row.b, static_cast<std::uint32_t>(4096 + j * p.inner + k)));
      std::vector<std::uint64_t> want;
      const auto place = [&](int i, int j) { return static_cast<std::size_t>(columns[2] ? j * p.rows + i : i * p.columns + j); };
      for (int i = 0; i < p.rows; ++i)
        for (int j = 0; j < p.columns; ++j) {
          std::uint64_t sum = p.bits == 64 ? draw_code(p.row.a, 0) : integers ? random() & 0xffffffu : core::draw_accumulator(p.row, f, seed, static_cast<std::uint32_t>(i * 64 + j));
          put_code(c, place(i, j), p.sum_bits, sum);
          std::vector<core::operand> u, v;
          for (int k = 0; k < p.inner; ++k) {
            const std::uint64_t l = x[static_cast<std::size_t>(i * p.inner + k)], r = y[static_cast<std::size_t>(j * p.inner + k)];
            const bool is_signed = std::string_view(p.a) == "s8";
            if (p.bits == 64) sum = core::fused_binary64(l, r, sum);
            else if (integers) sum = static_cast<std::uint32_t>(sum + static_cast<std::uint64_t>(is_signed ? static_cast<std::int8_t>(l) * static_cast<std::int8_t>(r) : static_cast<int>(l * r)));
            else u.push_back(core::split(p.row.a, static_cast<std::uint32_t>(l))), v.push_back(core::split(p.row.b, static_cast<std::uint32_t>(r)));
          }
          if (!u.empty()) sum = core::dot(p.row, u.data(), v.data(), p.inner, static_cast<std::uint32_t>(sum));
          want.push_back(sum);
        }
      const std::string where = std::string(p.shape) + "." + p.types + " seed " + std::to_string(seed);
      const run_record r = record_of(whole_module(p, columns[0], columns[1], columns[2]),
                                     launcher("k", {1, 1, 1}, {32, 1, 1}).in(a, tensor::dtype::u8).in(b, tensor::dtype::u8).in(c, tensor::dtype::u8).out(c.size(), tensor::dtype::u8).request(),
                                     seed % 3 == 0 ? ball_shadow() : domain_table{});
      ASSERT_TRUE(r.incomplete.empty()) << where << ' ' << r.incomplete[0].what;
      ASSERT_TRUE(r.faults.empty()) << where << ' ' << r.faults[0].detail;
      const auto got = contents<std::byte>(r, 3);
      for (int i = 0; i < p.rows; ++i)
        for (int j = 0; j < p.columns; ++j)
          ASSERT_EQ(code_at(got, place(i, j), p.sum_bits), want[static_cast<std::size_t>(i * p.columns + j)]) << where << ' ' << i << ' ' << j;
    }
}

/// A kernel in which every element of A, B and C is rounded from a sum of binary32 first and three products follow each other: the
/// lanes' numbers are 16 a lane, 8 of A, 4 of B and 4 of C. What is multiplied is x + 0.001.
std::string rounding_module(const std::string& type, bool half_sums) {
  const auto pack = [&](const std::string& to, int first) {
    return "cvt.rn." + type + "x2.f32 " + to + ", %x" + std::to_string(first + 1) + ", %x" + std::to_string(first) + ";\n";
  };
  std::string body;
  for (int k = 0; k < 16; ++k) body += "ld.global.f32 %x" + std::to_string(k) + ", [%rd1+" + std::to_string(4 * k) + "];\nadd.rn.f32 %x" + std::to_string(k) + ", %x" + std::to_string(k) + ", 0f3A83126F;\n";
  for (int k = 0; k < 4; ++k) body += pack("%a" + std::to_string(k), 2 * k);
  for (int k = 0; k < 2; ++k) body += pack("%b" + std::to_string(k), 8 + 2 * k);
  std::string sums = "{%x12, %x13, %x14, %x15}", kind = "f32." + type + "." + type + ".f32";
  if (half_sums) body += pack("%c0", 12) + pack("%c1", 14), sums = "{%c0, %c1}", kind = "f16.f16.f16.f16";
  for (int n = 0; n < 3; ++n) body += "mma.sync.aligned.m16n8k16.row.col." + kind + " " + sums + ", {%a0, %a1, %a2, %a3}, {%b0, %b1}, " + sums + ";\n";
  if (half_sums) body += "st.global.v2.b32 [%rd2], {%c0, %c1};\n";
  else body += "st.global.v4.f32 [%rd2], {%x12, %x13, %x14, %x15};\n";
  return ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n.reg .f32 %x<16>; .reg .b32 %a<4>; .reg .b32 %b<2>; .reg .b32 %c<2>; .reg .b32 %r<3>; .reg .b64 %rd<5>;\n"
         "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %rd3, %r0, 64;\nadd.s64 %rd1, %rd1, %rd3;\nmul.wide.u32 %rd3, %r0, " +
         std::to_string(half_sums ? 8 : 16) + ";\nadd.s64 %rd2, %rd2, %rd3;\n" + body + "ret;\n}\n";
}

/// The sum over exact operands, from A, B and C as the lanes hold them: word by word, low half first.
struct exact_sums {
  explicit exact_sums(const std::vector<float>& x) : x_(x) { mpfr_inits2(600, sum_, a_, b_, nullptr); }
  ~exact_sums() { mpfr_clears(sum_, a_, b_, nullptr); }
  exact_sums(const exact_sums&) = delete;
  exact_sums& operator=(const exact_sums&) = delete;
  /// Distance of `v` from the exact value of row `i`, column `j`, rounded up.
  double distance(int i, int j, double v) {
    read(sum_, i % 8 * 4 + j / 2, 12 + i / 8 * 2 + j % 2);
    for (int n = 0; n < 3; ++n)
      for (int k = 0; k < 16; ++k) {
        read(a_, i % 8 * 4 + k % 8 / 2, 2 * (i / 8 + 2 * (k / 8)) + k % 2);
        read(b_, j * 4 + k % 8 / 2, 8 + 2 * (k / 8) + k % 2);
        mpfr_fma(sum_, a_, b_, sum_, MPFR_RNDN);
      }
    mpfr_sub_d(sum_, sum_, v, MPFR_RNDN);
    mpfr_abs(sum_, sum_, MPFR_RNDN);
    return mpfr_get_d(sum_, MPFR_RNDU);
  }

private:
  void read(mpfr_t to, int lane, int k) {
    mpfr_set_flt(to, x_[static_cast<std::size_t>(lane * 16 + k)], MPFR_RNDN);
    mpfr_add_d(to, to, 0.001000000047497451305389404296875, MPFR_RNDN);
  }
  const std::vector<float>& x_;
  mpfr_t sum_, a_, b_;
};

TEST(matrix_products, numbers_enclose_the_exact_sums_and_certify_little_more_than_the_error) {
  struct sums {
    const char* type;
    bool half;
  };
  std::size_t certified = 0;
  for (const sums& kind : {sums{"f16", false}, sums{"bf16", false}, sums{"f16", true}})
    for (const domain_table& domain : {ball_shadow(), wide_shadow(), interval_shadow(), mpfr_shadow(96)})
      for (unsigned seed = 0; seed < 6; ++seed) {
        std::mt19937 random(seed);
        std::vector<float> x(512);
        for (float& v : x) v = std::ldexp(static_cast<float>(random() % 20001) - (seed % 2 == 0 ? 0.0f : 10000.0f), -13 - static_cast<int>(seed < 4 ? 0 : random() % 12));
        const std::size_t words = kind.half ? 64 : 128;
        const run_record r = record_of(rounding_module(kind.type, kind.half), launcher("k", {1, 1, 1}, {32, 1, 1}).in(x).out(words).request(), domain);
        ASSERT_TRUE(r.incomplete.empty());
        region& m = *r.buffers[1];
        exact_sums exact(x);
        std::vector<double> ratios;
        for (std::size_t n = 0; n < words; ++n)
          for (int part = 0; part < (kind.half ? 2 : 1); ++part) {
            const int lane = static_cast<int>(n / (kind.half ? 2 : 4)), word = static_cast<int>(n % (kind.half ? 2 : 4));
            const int row = lane / 4 + 8 * (kind.half ? word : word / 2), column = lane % 4 * 2 + (kind.half ? part : word % 2);
            const shadow_cell* const cell = m.shadow.find(n);
            ASSERT_NE(cell, nullptr);
            ASSERT_EQ(cell->tag, kind.half ? shadow_tag::half2 : shadow_tag::f32) << domain.name;
            ASSERT_EQ(cell->taints & taint_cut, 0) << domain.name;
            const double computed = kind.half ? decode_double(f16, contents<std::uint32_t>(r, 1)[n] >> (16 * part) & 0xffffu) : static_cast<double>(contents<float>(r, 1)[n]);
            const double bound = domain.error(m.shadow.words(n, part), 1, computed), error = exact.distance(row, column, computed);
            ASSERT_LE(error, bound * (1 + 0x1p-50)) << domain.name << ' ' << kind.type << ' ' << seed << ' ' << n;
            if (error > 0) ratios.push_back(bound / error);
            ++certified;
          }
        std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
        EXPECT_LE(ratios[ratios.size() / 2], 1.01) << domain.name << ' ' << kind.type << ' ' << seed;
      }
  EXPECT_EQ(certified, 3u * 4u * 6u * 128u);
}

/// Products of which A keeps half of every row, by metadata.
struct sparse_product {
  const char* text;
  int inner, bits, sum_bits, selectors;
  core::product_row row;
};
const sparse_product sparse_products[] = {
    {"m16n8k16.row.col.f32.f16.f16.f32", 16, 16, 32, 4, {f16, f16, 25, s::f32, t::at_once}},
    {"m16n8k32.row.col.f32.f16.f16.f32", 32, 16, 32, 2, {f16, f16, 25, s::f32, t::at_once}},
    {"m16n8k32.row.col.f16.f16.f16.f16", 32, 16, 16, 2, {f16, f16, 25, s::f16, t::at_once}},
    {"m16n8k16.row.col.f32.bf16.bf16.f32", 16, 16, 32, 4, {bf16, bf16, 25, s::f32, t::at_once}},
    {"m16n8k8.row.col.f32.tf32.tf32.f32", 8, 32, 32, 4, {tf32, tf32, 25, s::f32, t::at_once}},
    {"m16n8k16.row.col.f32.tf32.tf32.f32", 16, 32, 32, 2, {tf32, tf32, 25, s::f32, t::at_once}},
    {"m16n8k64.row.col.f32.e4m3.e5m2.f32", 64, 8, 32, 1, {e4m3, e5m2, 25, s::f32, t::pairs_then_added}},
};
std::string sparse_module(const sparse_product& p, int selector) {
  const int a = p.inner * p.bits / 128, b = p.inner * p.bits / 128, c = p.sum_bits / 8;
  std::string body;
  int at = 0;
  const auto load = [&](const char* prefix, int count) {
    for (int i = 0; i < count; ++i) body += "ld.global.b32 " + std::string(prefix) + std::to_string(i) + ", [%rd2+" + std::to_string(4 * at++) + "];\n";
  };
  load("%a", a), load("%b", b), load("%c", c), load("%m", 1);
  body += "mma.sp::ordered_metadata.sync.aligned." + std::string(p.text) + " " + registers("%c", c) + ", " + registers("%a", a) + ", " + registers("%b", b) + ", " + registers("%c", c) + ", %m0, " +
          std::to_string(selector) + ";\n";
  for (int i = 0; i < c; ++i) body += "st.global.b32 [%rd4+" + std::to_string(4 * i) + "], %c" + std::to_string(i) + ";\n";
  return ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 words, .param .u64 results)\n{\n.reg .b32 %r<4>, %a<4>, %b<4>, %c<4>, %m<1>; .reg .b64 %rd<8>;\nld.param.u64 %rd1, "
         "[words];\nld.param.u64 %rd3, [results];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, " +
         std::to_string(4 * (a + b + c + 1)) + ";\nadd.s64 %rd2, %rd1, %rd2;\nmul.wide.u32 %rd4, %r1, " + std::to_string(4 * c) + ";\nadd.s64 %rd4, %rd3, %rd4;\n" + body + "ret;\n}\n";
}

long double number_of(const core::operand& o, int fraction) { return o.significand == 0 ? 0.0L : std::ldexp(static_cast<long double>(o.significand), o.exponent - fraction); }

TEST(matrix_products, sparse_ones_take_the_elements_that_the_metadata_names) {
  std::size_t enclosed = 0;
  for (const sparse_product& p : sparse_products)
    for (unsigned seed = 0; seed < 24; ++seed) {
      const int selector = static_cast<int>(seed) % p.selectors, a = p.inner * p.bits / 128, b = a, c = p.sum_bits / 8, all = a + b + c + 1, kept = p.inner / 2;
      std::mt19937 random(seed);
      const auto f = core::flavour_of(seed);
      std::vector<std::uint32_t> words(static_cast<std::size_t>(32 * all)), want(static_cast<std::size_t>(32 * c));
      std::vector<long double> exact(2 * want.size());
      for (int lane = 0; lane < 32; ++lane) words[static_cast<std::size_t>(lane * all + all - 1)] = random(); // who is not asked says anything
      const auto word = [&](int lane, int k) -> std::uint32_t& { return words[static_cast<std::size_t>(lane * all + k)]; };
      std::vector<std::vector<core::operand>> y(8);
      for (int j = 0; j < 8; ++j)
        for (int k = 0; k < p.inner; ++k) {
          const core::place at = core::place_in_b(p.bits, k, j);
          const std::uint32_t code = core::draw_operand(p.row.b, f, seed, static_cast<std::uint32_t>(4096 + j * p.inner + k));
          word(at.lane, a + at.word) |= code << at.bit;
          y[static_cast<std::size_t>(j)].push_back(core::split(p.row.b, code));
        }
      for (int i = 0; i < 16; ++i) {
        std::vector<core::operand> x;
        std::vector<int> from;
        std::vector<std::uint32_t> metadata(2); // of the row, 64 bits at most
        for (int q = 0; q < kept; ++q) {
          const core::place at = core::place_in_a(p.bits, 2, i, q);
          const std::uint32_t code = core::draw_operand(p.row.a, f, seed, static_cast<std::uint32_t>(i * kept + q));
          word(at.lane, at.word) |= code << at.bit;
          x.push_back(core::split(p.row.a, code));
          const bool first = q % 2 == 0;
          int index = p.bits == 32 ? static_cast<int>(random() % 2) : first ? static_cast<int>(random() % 3) : from.back() % 4 + 1 + static_cast<int>(random() % static_cast<unsigned>(3 - from.back() % 4));
          from.push_back(p.bits == 32 ? 2 * q + index : q / 2 * 4 + index);
          const std::uint32_t bits = p.bits == 32 ? (index == 0 ? 4u : 14u) : static_cast<std::uint32_t>(index);
          const int place = p.bits == 32 ? 4 * q : 2 * q;
          metadata[static_cast<std::size_t>(place / 32)] |= bits << (place % 32);
        }
        const int size = p.bits == 32 ? 4 * kept : 2 * kept, lane = i % 8 * 4, half = i / 8;
        const auto put = [&](int holder, int bit, std::uint32_t value) {
          std::uint32_t& to = word(holder, all - 1);
          to = (to & ~(0xffffu << bit)) | (value & 0xffffu) << bit;
        };
        if (size == 16) put(lane + selector, 16 * half, metadata[0]);
        if (size == 32) put(lane + 2 * selector, 16 * half, metadata[0]), put(lane + 2 * selector + 1, 16 * half, metadata[0] >> 16);
        if (size == 64) word(lane + half, all - 1) = metadata[0], word(lane + 2 + half, all - 1) = metadata[1];
        for (int j = 0; j < 8; ++j) {
          const core::place at = core::place_in_c(p.sum_bits == 16, i, j);
          const std::uint32_t before = core::draw_accumulator(p.row, f, seed, static_cast<std::uint32_t>(i * 8 + j));
          word(at.lane, a + b + at.word) |= before << at.bit;
          std::vector<core::operand> chosen;
          for (const int k : from) chosen.push_back(y[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)]);
          long double& sum = exact[static_cast<std::size_t>((at.lane * c + at.word) * 2 + at.bit / 16)];
          sum = number_of(core::split_sum(p.row.sum, before), core::fraction_bits_of_accumulator(p.row.sum));
          for (int q = 0; q < kept; ++q)
            sum += number_of(x[static_cast<std::size_t>(q)], mantissa_bits(p.row.a)) * number_of(chosen[static_cast<std::size_t>(q)], mantissa_bits(p.row.b));
          want[static_cast<std::size_t>(at.lane * c + at.word)] |= core::dot(p.row, x.data(), chosen.data(), kept, before) << at.bit;
        }
      }
      const run_record r = record_of(sparse_module(p, selector), launcher("k", {1, 1, 1}, {32, 1, 1}).in(words, tensor::dtype::u32).out(want.size(), tensor::dtype::u32).request(),
                                     seed % 3 == 0 ? ball_shadow() : seed % 3 == 1 ? blame_shadow() : domain_table{});
      ASSERT_TRUE(r.incomplete.empty()) << p.text << ' ' << r.incomplete[0].what;
      const auto got = contents<std::uint32_t>(r, 1);
      for (std::size_t i = 0; i < want.size(); ++i) ASSERT_EQ(got[i], want[i]) << p.text << " seed " << seed << " word " << i;
      if (seed % 3 != 0 || f != core::flavour::one_size || p.bits == 32) continue; // numbers of one size fit a long double; of tf32 registers hold more than is multiplied
      for (std::size_t i = 0; i < want.size(); ++i)
        for (int part = 0; part < (p.sum_bits == 16 ? 2 : 1); ++part, ++enclosed) {
          const std::uint64_t* const number = r.buffers[1]->shadow.words(i, part);
          ASSERT_LE(std::fabs(exact[2 * i + static_cast<std::size_t>(part)] - bit_cast<double>(number[0])), bit_cast<double>(number[1]) + 0x1p-40L) << p.text << " word " << i;
        }
    }
  EXPECT_GT(enclosed, 0u);
}

} // namespace
} // namespace fpcheck::exec

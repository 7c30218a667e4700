// Products of matrices by a warp: the integer shapes of mma.sync against a product of matrices laid out as the PTX manual says.
#include "launching.hpp"

#include <algorithm>
#include <random>

namespace fpcheck::exec {
namespace {

/// One spelling: the shape, the elements of A and B, and whether sums stop at the ends of the range.
struct spelling {
  int m, k;
  const char *a, *b;
  bool saturates = false;
  const char* combination = ""; ///< of single bits
};

int bits_of_type(const spelling& s) { return s.a[1] == '8' ? 8 : s.a[1] == '4' ? 4 : 1; }
int words_of_a(const spelling& s) { return s.m * s.k * bits_of_type(s) / 32 / 32; }
int words_of_b(const spelling& s) { return 8 * s.k * bits_of_type(s) / 32 / 32; }
int words_of_c(const spelling& s) { return s.m / 4; }

std::string registers(const char* prefix, int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) out += (i != 0 ? ", " : "") + (prefix + std::to_string(i));
  return out + "}";
}

std::string instruction(const spelling& s) {
  return "mma.sync.aligned.m" + std::to_string(s.m) + "n8k" + std::to_string(s.k) + ".row.col" + (s.saturates ? ".satfinite" : "") + ".s32." + s.a + "." + s.b + ".s32" +
         s.combination + " " + registers("%c", words_of_c(s)) + ", " + registers("%a", words_of_a(s)) + ", " + registers("%b", words_of_b(s)) + ", " +
         registers("%c", words_of_c(s)) + ";";
}

/// A kernel that reads the words of A, B and C of each thread, one after the other, multiplies and stores C.
std::string module_of(const spelling& s, const std::string& guard = "") {
  const int words = words_of_a(s) + words_of_b(s) + words_of_c(s);
  std::string body = "ld.param.u64 %rd1, [words];\nld.param.u64 %rd3, [results];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, " + std::to_string(4 * words) +
                     ";\nadd.s64 %rd2, %rd1, %rd2;\nmul.wide.u32 %rd4, %r1, " + std::to_string(4 * words_of_c(s)) + ";\nadd.s64 %rd4, %rd3, %rd4;\nsetp.lt.u32 %p1, %r1, 16;\n";
  int at = 0;
  const auto load = [&](const char* prefix, int count) {
    for (int i = 0; i < count; ++i) body += "ld.global.u32 " + (prefix + std::to_string(i)) + ", [%rd2+" + std::to_string(4 * at++) + "];\n";
  };
  load("%a", words_of_a(s)), load("%b", words_of_b(s)), load("%c", words_of_c(s));
  body += guard + instruction(s) + "\n";
  for (int i = 0; i < words_of_c(s); ++i) body += "st.global.u32 [%rd4+" + std::to_string(4 * i) + "], %c" + std::to_string(i) + ";\n";
  return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 words, .param .u64 results)\n{\n"
         ".reg .b32 %r<4>; .reg .b32 %a<4>; .reg .b32 %b<4>; .reg .b32 %c<4>; .reg .b64 %rd<8>; .reg .pred %p<2>;\n" + body + "ret;\n}\n";
}

run_record run_of(const spelling& s, const std::vector<std::uint32_t>& words, const std::string& guard = "") {
  const auto k = load_text(module_of(s, guard));
  auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(words, tensor::dtype::u32).out(static_cast<std::size_t>(32 * words_of_c(s)), tensor::dtype::u32).request(), {});
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

/// Where element (row, inner) of A, or (column, inner) of B, lies among the words of the warp.
struct place {
  int lane, word, element;
};
place in_a(const spelling& s, int row, int inner) {
  const int each = 32 / bits_of_type(s), slice = inner / (4 * each);
  return {row % 8 * 4 + inner % (4 * each) / each, row / 8 + slice * (s.m / 8), inner % each};
}

std::int64_t value_at(std::uint32_t word, int bits, int k, char sign) {
  const std::int64_t raw = word >> (bits * k) & ((std::uint64_t{1} << bits) - 1);
  return sign == 's' && raw >= std::int64_t{1} << (bits - 1) ? raw - (std::int64_t{1} << bits) : raw;
}

/// C + A B as matrices, and stored as the threads store it.
std::vector<std::uint32_t> product(const spelling& s, const std::vector<std::uint32_t>& words) {
  const int a = words_of_a(s), b = words_of_b(s), c = words_of_c(s), all = a + b + c, bits = bits_of_type(s);
  const auto word = [&](int lane, int k) { return words[static_cast<std::size_t>(lane * all + k)]; };
  std::vector<std::uint32_t> out(static_cast<std::size_t>(32 * c));
  for (int row = 0; row < s.m; ++row)
    for (int column = 0; column < 8; ++column) {
      const int lane = row % 8 * 4 + column / 2, element = row / 8 * 2 + column % 2;
      std::int64_t sum = static_cast<std::int32_t>(word(lane, a + b + element));
      for (int i = 0; i < s.k; ++i) {
        const place x = in_a(s, row, i);
        const place y{column * 4 + x.lane % 4, i / (128 / bits), x.element};
        const std::int64_t p = value_at(word(x.lane, x.word), bits, x.element, s.a[0]), q = value_at(word(y.lane, a + y.word), bits, y.element, s.b[0]);
        sum += s.combination[0] == '\0' ? p * q : std::string_view(s.combination) == ".and.popc" ? p & q : p ^ q;
      }
      if (s.saturates) sum = std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX);
      out[static_cast<std::size_t>(lane * c + element)] = static_cast<std::uint32_t>(sum);
    }
  return out;
}

/// Words for a warp; every third accumulator is close to an end of its range.
std::vector<std::uint32_t> some_words(const spelling& s, std::uint32_t seed) {
  const int before_c = words_of_a(s) + words_of_b(s), all = before_c + words_of_c(s);
  std::vector<std::uint32_t> out(static_cast<std::size_t>(32 * all));
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint32_t>(random());
    if (static_cast<int>(i) % all >= before_c && i % 3 == 0) out[i] = (i % 2 != 0 ? 0x7fffff00u : 0x80000000u) + (out[i] & 0xffu);
  }
  return out;
}

constexpr const char *bytes[] = {"s8", "u8"}, *nibbles[] = {"s4", "u4"};

std::vector<spelling> every_spelling() {
  std::vector<spelling> out;
  for (const bool saturates : {false, true})
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 2; ++b) {
        for (const auto& [m, k] : {std::pair(8, 16), std::pair(16, 16), std::pair(16, 32)}) out.push_back({m, k, bytes[a], bytes[b], saturates});
        for (const auto& [m, k] : {std::pair(8, 32), std::pair(16, 32), std::pair(16, 64)}) out.push_back({m, k, nibbles[a], nibbles[b], saturates});
      }
  for (const char* combination : {".and.popc", ".xor.popc"})
    for (const auto& [m, k] : {std::pair(8, 128), std::pair(16, 128), std::pair(16, 256)}) out.push_back({m, k, "b1", "b1", false, combination});
  return out;
}

TEST(matrix, integer_products_of_every_shape_and_type) {
  for (const spelling& s : every_spelling())
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      const auto words = some_words(s, seed);
      const run_record r = run_of(s, words);
      for (const auto& i : r.incomplete) ADD_FAILURE() << i.what;
      for (const auto& f : r.faults) ADD_FAILURE() << f.detail;
      EXPECT_EQ(contents<std::uint32_t>(r, 1), product(s, words)) << instruction(s);
    }
}

TEST(matrix, a_product_of_part_of_a_warp_is_a_fault) {
  const spelling s{16, 32, "s8", "s8"};
  const run_record r = run_of(s, some_words(s, 1), "@%p1 ");
  ASSERT_FALSE(r.faults.empty());
  EXPECT_EQ(r.faults[0].kind, fault::undefined_lane);
}

TEST(matrix, undefined_elements_reach_the_row_and_the_column_that_they_belong_to) {
  // Lane 5 leaves its first word of A undefined: row 1 of the product, which lanes 4 to 7 hold in their first two words.
  const spelling s{16, 32, "s8", "s8"};
  std::string text = module_of(s);
  const std::string load = "ld.global.u32 %a0, [%rd2+0];\n";
  text.replace(text.find(load), load.size(), "setp.ne.u32 %p1, %r1, 5;\nld.shared.u32 %a0, [room];\n@%p1 ld.global.u32 %a0, [%rd2+0];\n");
  text.replace(text.find(".reg .b32 %r<4>;"), 0, ".shared .align 4 .b8 room[4]; ");
  const auto k = load_text(text);
  const auto words = some_words(s, 2);
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(words, tensor::dtype::u32).out(128, tensor::dtype::u32).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  const region& out = *r->buffers[1];
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned word = 0; word < 4; ++word)
      EXPECT_EQ(out.is_undefined((lane * 4 + word) * 4, 4), lane / 4 == 1 && word < 2) << lane << ' ' << word;
}

TEST(matrix, fragments_of_another_length_are_told) {
  const auto refused = [](const std::string& mma) {
    std::string text = module_of({16, 32, "s8", "s8"});
    const std::size_t at = text.find("mma.sync");
    text.replace(at, text.find(';', at) + 1 - at, mma);
    const auto k = load_text(text);
    const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(std::vector<std::uint32_t>(32 * 10), tensor::dtype::u32).out(128, tensor::dtype::u32).request(), {});
    return !r || !r->incomplete.empty();
  };
  const std::string start = "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 ";
  EXPECT_TRUE(refused(start + "{%c0, %c1}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3};"));
  EXPECT_TRUE(refused(start + "{%c0, %c1, %c2, %c3}, {%a0, %a1}, {%b0, %b1}, {%c0, %c1, %c2, %c3};"));
  EXPECT_TRUE(refused(start + "{%c0, %c1, %c2, %c3}, {%a0, %a1, %a2, %a3}, {%rd1, %rd2}, {%c0, %c1, %c2, %c3};"));
  EXPECT_FALSE(refused(start + "{%c0, %c1, %c2, %c3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3};"));
}

} // namespace
} // namespace fpcheck::exec

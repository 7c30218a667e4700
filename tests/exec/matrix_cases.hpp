#pragma once
// Products of matrices by a warp: every integer spelling of mma.sync, its kernel, its inputs and its result.
#include "launcher.hpp"

#include <algorithm>
#include <random>

namespace fpcheck::exec::matrices {

/// One spelling: the shape, the elements of A and B, and whether sums stop at the ends of the range.
struct spelling {
  int m, k;
  const char *a, *b;
  bool saturates = false;
  const char* combination = ""; ///< of single bits
};

inline int bits_of_type(const spelling& s) { return s.a[1] == '8' ? 8 : s.a[1] == '4' ? 4 : 1; }
inline int words_of_a(const spelling& s) { return s.m * s.k * bits_of_type(s) / 32 / 32; }
inline int words_of_b(const spelling& s) { return 8 * s.k * bits_of_type(s) / 32 / 32; }
inline int words_of_c(const spelling& s) { return s.m / 4; }

inline std::string registers(const char* prefix, int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) out += (i != 0 ? ", " : "") + (prefix + std::to_string(i));
  return out + "}";
}

inline std::string instruction(const spelling& s) {
  return "mma.sync.aligned.m" + std::to_string(s.m) + "n8k" + std::to_string(s.k) + ".row.col" + (s.saturates ? ".satfinite" : "") + ".s32." + s.a + "." + s.b + ".s32" +
         s.combination + " " + registers("%c", words_of_c(s)) + ", " + registers("%a", words_of_a(s)) + ", " + registers("%b", words_of_b(s)) + ", " +
         registers("%c", words_of_c(s)) + ";";
}

/// A kernel that reads the words of A, B and C of each thread, one after the other, multiplies and stores C.
inline std::string module_of(const spelling& s, const std::string& guard = "") {
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

/// Where element (row, inner) of A, or (column, inner) of B, lies among the words of the warp.
struct place {
  int lane, word, element;
};
inline place in_a(const spelling& s, int row, int inner) {
  const int each = 32 / bits_of_type(s), slice = inner / (4 * each);
  return {row % 8 * 4 + inner % (4 * each) / each, row / 8 + slice * (s.m / 8), inner % each};
}

inline std::int64_t value_at(std::uint32_t word, int bits, int k, char sign) {
  const std::int64_t raw = word >> (bits * k) & ((std::uint64_t{1} << bits) - 1);
  return sign == 's' && raw >= std::int64_t{1} << (bits - 1) ? raw - (std::int64_t{1} << bits) : raw;
}

/// C + A B as matrices, and stored as the threads store it.
inline std::vector<std::uint32_t> product(const spelling& s, const std::vector<std::uint32_t>& words) {
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
inline std::vector<std::uint32_t> some_words(const spelling& s, std::uint32_t seed) {
  const int before_c = words_of_a(s) + words_of_b(s), all = before_c + words_of_c(s);
  std::vector<std::uint32_t> out(static_cast<std::size_t>(32 * all));
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint32_t>(random());
    if (static_cast<int>(i) % all >= before_c && i % 3 == 0) out[i] = (i % 2 != 0 ? 0x7fffff00u : 0x80000000u) + (out[i] & 0xffu);
  }
  return out;
}

inline constexpr const char *bytes[] = {"s8", "u8"}, *nibbles[] = {"s4", "u4"};

inline std::vector<spelling> every_spelling() {
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

/// A launch of the kernel on these words.
inline run_request request_of(const spelling& s, const std::vector<std::uint32_t>& words) {
  return launcher("k", {1, 1, 1}, {32, 1, 1}).in(words, tensor::dtype::u32).out(static_cast<std::size_t>(32 * words_of_c(s)), tensor::dtype::u32).request();
}

} // namespace fpcheck::exec::matrices

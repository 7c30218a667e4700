#pragma once
// Instructions as kernels, with inputs: what a device makes of them is recorded as digests (tests/gpu/forms.digests), which the engine has to give too.
#include "launcher.hpp"

#include <random>
#include <utility>

namespace fpcheck::exec::forms {

/// Warps of every case that the digests are of.
inline constexpr std::uint32_t recorded_warps = 64;

/// A kernel `k(in, out)` of a number of warps; the output holds data before.
struct form_case {
  std::string name, ptx;
  std::vector<std::uint32_t> in, out;
  std::uint32_t warps = 1;
};

inline run_request request_of(const form_case& c) {
  return launcher("k", {c.warps, 1, 1}, {32, 1, 1}).in(c.in, tensor::dtype::u32).inout(c.out, tensor::dtype::u32).request();
}

inline std::string list_of(const std::string& prefix, int first, int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) out += (i != 0 ? ", " : "") + prefix + std::to_string(first + i);
  return out + "}";
}

/// A kernel whose thread t of all reads `words` words of its own into %w0 .., runs `body` and stores %v0 .. %v(results - 1).
inline std::string kernel_of(int words, int results, const std::string& body, const std::string& target = "sm_90") {
  std::string text = ".version 8.5\n.target " + target + "\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
                     ".reg .b32 %w<32>; .reg .b32 %v<512>; .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p<4>;\n"
                     "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nshl.b32 %r2, %r2, 5;\nadd.u32 %r1, %r1, %r2;\n";
  text += "mul.wide.u32 %rd3, %r1, " + std::to_string(4 * words) + ";\nadd.s64 %rd1, %rd1, %rd3;\nmul.wide.u32 %rd3, %r1, " + std::to_string(4 * results) + ";\nadd.s64 %rd2, %rd2, %rd3;\n";
  for (int i = 0; i < words; ++i) text += "ld.global.u32 %w" + std::to_string(i) + ", [%rd1+" + std::to_string(4 * i) + "];\n";
  text += body;
  for (int i = 0; i < results; ++i) text += "st.global.u32 [%rd2+" + std::to_string(4 * i) + "], %v" + std::to_string(i) + ";\n";
  return text + "ret;\n}\n";
}

/// A word of elements of `type` at random: mostly of like size, at times any code.
inline std::uint32_t random_word(std::mt19937& draw, const std::string& type) {
  const std::uint32_t any = static_cast<std::uint32_t>(draw());
  if (draw() % 64 == 0) return any;
  const auto half = [&](std::uint32_t bits, std::uint32_t fraction, std::uint32_t bias, std::uint32_t range) {
    const std::uint32_t exponent = bias - range / 2 + static_cast<std::uint32_t>(draw() % range);
    return (bits & 1u) << 15 | exponent << fraction | (bits >> 1 & ((1u << fraction) - 1u));
  };
  if (type == "f16") return half(any, 10, 15, 10) | half(any >> 12, 10, 15, 10) << 16;
  if (type == "bf16") return half(any, 7, 127, 12) | half(any >> 12, 7, 127, 12) << 16;
  if (type == "tf32" || type == "f32") return (any & 0x807fffffu) | (120u + static_cast<std::uint32_t>(draw() % 14)) << 23;
  if (type == "e4m3" || type == "e5m2") return any & 0xbfbfbfbfu;
  return any;
}

struct sparse_spelling {
  const char *shape, *d, *a, *b;
  int a_words, b_words, c_words, selectors;
  bool saturates = false;
};
inline constexpr sparse_spelling sparse_spellings[] = {
    {"m16n8k16", "f32", "f16", "f16", 2, 2, 4, 4}, {"m16n8k32", "f32", "f16", "f16", 4, 4, 4, 2},   {"m16n8k16", "f16", "f16", "f16", 2, 2, 2, 4},  {"m16n8k32", "f16", "f16", "f16", 4, 4, 2, 2},
    {"m16n8k16", "f32", "bf16", "bf16", 2, 2, 4, 4}, {"m16n8k32", "f32", "bf16", "bf16", 4, 4, 4, 2}, {"m16n8k8", "f32", "tf32", "tf32", 2, 2, 4, 4}, {"m16n8k16", "f32", "tf32", "tf32", 4, 4, 4, 2},
    {"m16n8k64", "f32", "e4m3", "e4m3", 4, 4, 4, 1}, {"m16n8k64", "f32", "e4m3", "e5m2", 4, 4, 4, 1}, {"m16n8k64", "f32", "e5m2", "e4m3", 4, 4, 4, 1}, {"m16n8k64", "f32", "e5m2", "e5m2", 4, 4, 4, 1},
    {"m16n8k32", "s32", "s8", "s8", 2, 2, 4, 2},   {"m16n8k64", "s32", "s8", "s8", 4, 4, 4, 1},     {"m16n8k32", "s32", "u8", "s8", 2, 2, 4, 2, true}, {"m16n8k64", "s32", "s8", "u8", 4, 4, 4, 1, true},
    {"m16n8k64", "s32", "s4", "s4", 2, 2, 4, 2},   {"m16n8k128", "s32", "u4", "s4", 4, 4, 4, 1},    {"m16n8k128", "s32", "u4", "u4", 4, 4, 4, 1, true}};

/// Which two of four elements are kept, four bits for each group of four; of tf32 one of two.
inline std::uint32_t random_metadata(std::mt19937& draw, bool of_pairs) {
  constexpr std::uint32_t two_of_four[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe}, one_of_two[] = {0x4, 0xe};
  std::uint32_t out = 0;
  for (int k = 0; k < 8; ++k) out = out << 4 | (of_pairs ? one_of_two[draw() % 2] : two_of_four[draw() % 6]);
  return out;
}

inline void add_sparse(std::vector<form_case>& out, std::uint32_t warps) {
  std::mt19937 draw(5);
  for (const sparse_spelling& s : sparse_spellings)
    for (int selector = 0; selector < s.selectors; ++selector) {
      const std::string types = std::string(".") + s.d + "." + s.a + "." + s.b + "." + s.d;
      const std::string text = std::string("mma.sp::ordered_metadata.sync.aligned.") + s.shape + ".row.col" + (s.saturates ? ".satfinite" : "") + types;
      const int words = s.a_words + s.b_words + s.c_words + 1;
      form_case c{text + " selector " + std::to_string(selector), {}, {}, {}, warps};
      c.ptx = kernel_of(words, s.c_words, text + " " + list_of("%v", 0, s.c_words) + ", " + list_of("%w", 0, s.a_words) + ", " + list_of("%w", s.a_words, s.b_words) + ", " +
                                              list_of("%w", s.a_words + s.b_words, s.c_words) + ", %w" + std::to_string(words - 1) + ", " + std::to_string(selector) + ";\n",
                        "sm_90");
      for (std::uint32_t t = 0; t < 32 * warps; ++t) {
        for (int k = 0; k < s.a_words; ++k) c.in.push_back(random_word(draw, s.a));
        for (int k = 0; k < s.b_words; ++k) c.in.push_back(random_word(draw, s.b));
        for (int k = 0; k < s.c_words; ++k) c.in.push_back(random_word(draw, s.d));
        c.in.push_back(random_metadata(draw, std::string(s.a) == "tf32"));
      }
      c.out.assign(32 * warps * static_cast<std::size_t>(s.c_words), 0);
      out.push_back(std::move(c));
    }
}

/// Whether the device does with a video instruction what the manual says: of saturation to parts or before a second operation, of shifts and distances that
/// saturate and of scaled or saturated vmad it does something else, which the engine does not model.
inline bool is_by_the_manual(const std::string& instruction) {
  const auto has = [&](const char* text) { return instruction.find(text) != std::string::npos; };
  const std::size_t d = instruction.find("%v"), end = instruction.find(',', d);
  const bool of_part = instruction.substr(d, end - d).find('.') != std::string::npos;
  if (instruction.starts_with("vmad")) return !has(".sat") && !has(".shr");
  return !has(".sat") || (!of_part && !has("vshl") && !has("vabsdiff") && !has(".add") && !has(".min") && !has(".max"));
}

/// Scalar video instructions: operations, types, parts of registers, saturation and what is done with the third operand.
inline void add_video(std::vector<form_case>& out, std::uint32_t warps) {
  std::mt19937 draw(6);
  const char *types[] = {".u32", ".s32"}, *parts[] = {"", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"}, *seconds[] = {".add", ".min", ".max"};
  for (const char* name : {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset", "vmad"}) {
    const std::string op = name;
    std::string body;
    int results = 0;
    for (int n = 0; n < 64; ++n) {
      const std::string d = types[draw() % 2], a = types[draw() % 2], b = op == "vshl" || op == "vshr" ? ".u32" : types[draw() % 2];
      const std::string x = std::string("%w0") + parts[draw() % 7], y = std::string("%w1") + parts[draw() % 7], saturates = draw() % 2 == 0 ? ".sat" : "";
      const std::string to = "%v" + std::to_string(results);
      std::string text;
      if (op == "vmad") {
        constexpr const char* shifts[] = {"", ".shr7", ".shr15"};
        // One sign at most may be turned, and not with two unsigned factors.
        text += "vmad" + d + a + b + saturates + shifts[draw() % 3] + " " + to + ", " + x + ", " + y + ", %w2;\n";
        if (is_by_the_manual(text)) body += text, ++results;
        continue;
      }
      std::string words = op;
      if (op == "vset") {
        constexpr const char* comparisons[] = {".eq", ".ne", ".lt", ".le", ".gt", ".ge"};
        words += a + b + comparisons[draw() % 6];
      } else {
        words += d + a + b + saturates + (op == "vshl" || op == "vshr" ? (draw() % 2 == 0 ? ".clamp" : ".wrap") : "");
      }
      const int kind = static_cast<int>(draw() % 3);
      if (kind == 0) text += words + " " + to + ", " + x + ", " + y + ";\n";
      if (kind == 1) text += words + seconds[draw() % 3] + " " + to + ", " + x + ", " + y + ", %w2;\n";
      if (kind == 2) text += words + " " + to + parts[1 + draw() % 6] + ", " + x + ", " + y + ", %w2;\n";
      if (is_by_the_manual(text)) body += text, ++results;
    }
    form_case c{op, kernel_of(3, results, body), {}, {}, warps};
    for (std::uint32_t t = 0; t < 32 * warps; ++t)
      for (int k = 0; k < 3; ++k) {
        std::uint32_t v = static_cast<std::uint32_t>(draw());
        if (draw() % 4 == 0) v = static_cast<std::uint32_t>(draw() % 5) - 2;
        if (draw() % 8 == 0) v = draw() % 2 == 0 ? 0x80000000u : 0x7fffffffu;
        if (k == 1 && draw() % 4 == 0) v = static_cast<std::uint32_t>(draw() % 70);
        c.in.push_back(v);
      }
    c.out.assign(32 * warps * static_cast<std::size_t>(results), 0);
    out.push_back(std::move(c));
  }
}

/// Reductions that the copy unit makes of 512 bytes a warp, in global memory.
inline void add_bulk_reductions(std::vector<form_case>& out, std::uint32_t warps) {
  std::mt19937 draw(7);
  constexpr std::pair<const char*, const char*> spellings[] = {
      {".add", ".u32"}, {".add", ".s32"}, {".add", ".u64"}, {".add.noftz", ".f16"}, {".add.noftz", ".bf16"}, {".add", ".f32"}, {".add", ".f64"}, {".min", ".u32"}, {".max", ".s32"}, {".min", ".s64"}, {".max", ".u64"},
      {".inc", ".u32"}, {".dec", ".u32"}, {".and", ".b32"}, {".or", ".b32"}, {".xor", ".b64"}, {".min", ".f16"}, {".max", ".f16"}, {".min", ".bf16"}, {".max", ".bf16"}};
  for (const auto& [operation, type] : spellings) {
    const std::string text = std::string("cp.reduce.async.bulk.global.shared::cta.bulk_group") + operation + type;
    const std::string body = ".shared .align 128 .b8 tile[512];\nmov.u32 %r3, tile;\nand.b32 %r4, %r1, 31;\nshl.b32 %r5, %r4, 4;\nadd.u32 %r5, %r3, %r5;\nst.shared.v4.u32 [%r5], {%w0, %w1, %w2, %w3};\n"
                             "fence.proxy.async.shared::cta;\nbar.sync 0;\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 " + text + " [%rd2], [%r3], 512;\n@%p1 cp.async.bulk.commit_group;\n@%p1 cp.async.bulk.wait_group 0;\n";
    form_case c{text, kernel_of(4, 4, body), {}, {}, warps};
    c.ptx = c.ptx.substr(0, c.ptx.find("st.global")) + "ret;\n}\n";
    const std::string element = std::string(type).substr(1);
    for (std::uint32_t t = 0; t < 128 * warps; ++t) {
      c.in.push_back(random_word(draw, element)), c.out.push_back(random_word(draw, element));
      if (element == "f32" && draw() % 8 == 0) c.in.back() &= 0x807fffffu, c.out.back() &= 0x80ffffffu; // subnormal sums
      if (draw() % 4 == 0) c.out.back() = c.in.back();
    }
    out.push_back(std::move(c));
  }
}

/// Reductions in shared memory that an mbarrier is told of.
inline void add_asynchronous_reductions(std::vector<form_case>& out, std::uint32_t warps) {
  std::mt19937 draw(8);
  constexpr std::pair<const char*, const char*> spellings[] = {{".add", ".u32"}, {".add", ".s32"}, {".add", ".u64"}, {".min", ".u32"}, {".max", ".s32"}, {".inc", ".u32"}, {".dec", ".u32"}, {".and", ".b32"}, {".or", ".b32"}, {".xor", ".b32"}};
  for (const auto& [operation, type] : spellings) {
    const bool wide = std::string(type) == ".u64";
    const std::string text = std::string("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes") + operation + type;
    const std::string body = std::string(".shared .align 128 .b8 tile[256];\n.shared .align 8 .b64 signal;\nmov.u32 %r3, tile;\nmov.u32 %r7, signal;\nand.b32 %r4, %r1, 31;\nshl.b32 %r5, %r4, 3;\nadd.u32 %r5, %r3, %r5;\n") +
                             "st.shared.v2.u32 [%r5], {%w0, %w1};\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 mbarrier.init.shared::cta.b64 [%r7], 1;\n@%p1 fence.mbarrier_init.release.cluster;\nbar.sync 0;\n@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], " +
                             (wide ? "256" : "128") + ";\nmov.b64 %rd4, {%w2, %w3};\nmov.u32 %r0, %cluster_ctarank;\nmapa.shared::cluster.u32 %r5, %r5, %r0;\nmapa.shared::cluster.u32 %r6, %r7, %r0;\n" + text + " [%r5], " + (wide ? "%rd4" : "%w2") +
                             ", [%r6];\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 %p2, [%r7], 0;\n@!%p2 bra WAIT;\nld.shared::cluster.v2.u32 {%v0, %v1}, [%r5];\n";
    form_case c{text, kernel_of(4, 2, body), {}, {}, warps};
    c.ptx.replace(c.ptx.find("\n{\n"), 3, "\n.explicitcluster .reqnctapercluster 2, 1, 1\n{\n");
    for (std::uint32_t t = 0; t < 128 * warps; ++t) {
      c.in.push_back(static_cast<std::uint32_t>(draw()));
      if (draw() % 3 == 0) c.in.back() = static_cast<std::uint32_t>(draw() % 3);
    }
    c.out.assign(64 * warps, 0);
    out.push_back(std::move(c));
  }
}

/// Products of quarter warps.
inline void add_small_products(std::vector<form_case>& out, std::uint32_t warps) {
  std::mt19937 draw(9);
  for (const char* sum : {"f32", "f16"})
    for (const char* layout : {".row.col", ".row.row", ".col.col", ".col.row"}) {
      const int c_words = sum[1] == '3' ? 8 : 4;
      const std::string text = std::string("mma.sync.aligned.m8n8k4") + layout + "." + sum + ".f16.f16." + sum;
      form_case c{text, kernel_of(4 + c_words, c_words, text + " " + list_of("%v", 0, c_words) + ", {%w0, %w1}, {%w2, %w3}, " + list_of("%w", 4, c_words) + ";\n"), {}, {}, warps};
      for (std::uint32_t t = 0; t < 32 * warps; ++t) {
        for (int k = 0; k < 4; ++k) c.in.push_back(random_word(draw, "f16"));
        for (int k = 0; k < c_words; ++k) c.in.push_back(random_word(draw, sum));
      }
      c.out.assign(32 * warps * static_cast<std::size_t>(c_words), 0);
      out.push_back(std::move(c));
    }
}

inline std::vector<form_case> every_case(std::uint32_t warps) {
  std::vector<form_case> out;
  add_sparse(out, warps), add_video(out, warps), add_bulk_reductions(out, warps), add_small_products(out, warps), add_asynchronous_reductions(out, warps);
  return out;
}

} // namespace fpcheck::exec::forms

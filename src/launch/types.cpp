#include "types.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace fpcheck::launch {
namespace {

using tensor::dtype;

/// A type that CUDA or C++ gives a name.
struct named_type {
  const char* name;
  dtype element;
  std::uint32_t lanes, alignment;
};

constexpr named_type named_types[] = {{"float", dtype::f32, 1, 4},
                                      {"double", dtype::f64, 1, 8},
                                      {"bool", dtype::boolean, 1, 1},
                                      {"half", dtype::f16, 1, 2},
                                      {"__half", dtype::f16, 1, 2},
                                      {"__half_raw", dtype::f16, 1, 2},
                                      {"Half", dtype::f16, 1, 2},
                                      {"half2", dtype::f16, 2, 4},
                                      {"__half2", dtype::f16, 2, 4},
                                      {"half_t", dtype::f16, 1, 2},
                                      {"_Float16", dtype::f16, 1, 2},
                                      {"nv_bfloat16", dtype::bf16, 1, 2},
                                      {"__nv_bfloat16", dtype::bf16, 1, 2},
                                      {"__nv_bfloat16_raw", dtype::bf16, 1, 2},
                                      {"BFloat16", dtype::bf16, 1, 2},
                                      {"bfloat16_t", dtype::bf16, 1, 2},
                                      {"bfloat16", dtype::bf16, 1, 2},
                                      {"nv_bfloat162", dtype::bf16, 2, 4},
                                      {"__nv_bfloat162", dtype::bf16, 2, 4},
                                      {"__nv_fp8_e4m3", dtype::e4m3fn, 1, 1},
                                      {"__nv_fp8_e5m2", dtype::e5m2, 1, 1},
                                      {"float_e4m3_t", dtype::e4m3fn, 1, 1},
                                      {"float_e5m2_t", dtype::e5m2, 1, 1},
                                      {"Float8_e4m3fn", dtype::e4m3fn, 1, 1},
                                      {"Float8_e5m2", dtype::e5m2, 1, 1},
                                      {"__nv_fp8x2_e4m3", dtype::e4m3fn, 2, 2},
                                      {"__nv_fp8x4_e4m3", dtype::e4m3fn, 4, 4},
                                      {"__nv_fp8x2_e5m2", dtype::e5m2, 2, 2},
                                      {"__nv_fp8x4_e5m2", dtype::e5m2, 4, 4},
                                      {"__nv_fp8_storage_t", dtype::u8, 1, 1},
                                      {"__nv_fp8_e8m0", dtype::e8m0fnu, 1, 1},
                                      {"__nv_fp4_e2m1", dtype::e2m1fn, 1, 1},
                                      {"int8_t", dtype::i8, 1, 1},
                                      {"int16_t", dtype::i16, 1, 2},
                                      {"int32_t", dtype::i32, 1, 4},
                                      {"int64_t", dtype::i64, 1, 8},
                                      {"uint8_t", dtype::u8, 1, 1},
                                      {"uint16_t", dtype::u16, 1, 2},
                                      {"uint32_t", dtype::u32, 1, 4},
                                      {"uint64_t", dtype::u64, 1, 8},
                                      {"size_t", dtype::u64, 1, 8},
                                      {"ptrdiff_t", dtype::i64, 1, 8},
                                      {"ssize_t", dtype::i64, 1, 8},
                                      {"intptr_t", dtype::i64, 1, 8},
                                      {"uintptr_t", dtype::u64, 1, 8},
                                      {"uint", dtype::u32, 1, 4},
                                      {"ushort", dtype::u16, 1, 2},
                                      {"uchar", dtype::u8, 1, 1},
                                      {"ulong", dtype::u64, 1, 8},
                                      {"ulonglong", dtype::u64, 1, 8},
                                      {"byte", dtype::u8, 1, 1},
                                      {"clock_t", dtype::i64, 1, 8},
                                      {"CUtensorMap", dtype::u64, 16, 64},
                                      {"CUtensorMap_st", dtype::u64, 16, 64}};

/// The family of `float4`: base name, element, and the alignment of 1, 2, 3 and 4 lanes.
struct vector_family {
  const char* base;
  dtype element;
  std::array<std::uint32_t, 4> alignment;
};
constexpr vector_family vector_families[] = {
    {"char", dtype::i8, {1, 2, 1, 4}},        {"uchar", dtype::u8, {1, 2, 1, 4}},
    {"short", dtype::i16, {2, 4, 2, 8}},      {"ushort", dtype::u16, {2, 4, 2, 8}},
    {"int", dtype::i32, {4, 8, 4, 16}},       {"uint", dtype::u32, {4, 8, 4, 16}},
    {"long", dtype::i64, {8, 16, 8, 16}},     {"ulong", dtype::u64, {8, 16, 8, 16}},
    {"longlong", dtype::i64, {8, 16, 8, 16}}, {"ulonglong", dtype::u64, {8, 16, 8, 16}},
    {"float", dtype::f32, {4, 8, 4, 16}},     {"double", dtype::f64, {8, 16, 8, 16}}};

const std::set<std::string>& noise() {
  static const std::set<std::string> words{
      "const",    "volatile", "__restrict__", "__restrict", "restrict",          "struct",   "class",   "enum",
      "typename", "static",   "inline",       "constexpr",  "__grid_constant__", "register", "mutable", "std",
      "cuda",     "::",       "union"};
  return words;
}

void assign(value_type& out, dtype element, std::uint32_t lanes, std::uint32_t alignment) {
  out.element = element;
  out.lanes = lanes;
  out.alignment = alignment;
}

bool find_named(const std::string& name, value_type& out) {
  for (const named_type& t : named_types)
    if (name == t.name) return assign(out, t.element, t.lanes, t.alignment), true;
  const char last = name.back();
  if (last < '1' || last > '4') return false;
  for (const vector_family& f : vector_families)
    if (name.substr(0, name.size() - 1) == f.base) {
      const auto lanes = static_cast<std::uint32_t>(last - '0');
      return assign(out, f.element, lanes, f.alignment[lanes - 1]), true;
    }
  return false;
}

/// The integer types whose names are several words.
bool find_integer(const std::vector<std::string>& words, value_type& out) {
  const auto count = [&](const char* w) { return std::count(words.begin(), words.end(), w); };
  const bool is_unsigned = count("unsigned") > 0;
  const bool known = std::all_of(words.begin(), words.end(), [](const std::string& w) {
    return w == "unsigned" || w == "signed" || w == "char" || w == "short" || w == "int" || w == "long" ||
           w == "double" || w == "__int64";
  });
  if (words.empty() || !known) return false;
  if (count("double") > 0) return assign(out, dtype::f64, 1, 8), true;
  if (count("char") > 0) return assign(out, is_unsigned ? dtype::u8 : dtype::i8, 1, 1), true;
  if (count("short") > 0) return assign(out, is_unsigned ? dtype::u16 : dtype::i16, 1, 2), true;
  if (count("long") > 0 || count("__int64") > 0) return assign(out, is_unsigned ? dtype::u64 : dtype::i64, 1, 8), true;
  return assign(out, is_unsigned ? dtype::u32 : dtype::i32, 1, 4), true;
}

/// Replaces aliases by what they stand for, to a bounded depth.
std::vector<token> resolve(std::vector<token> tokens, const type_aliases& aliases) {
  for (int round = 0; round < 16; ++round) {
    std::vector<token> out;
    bool changed = false;
    for (const token& t : tokens) {
      const auto found = aliases.find(t.text);
      if (found == aliases.end() || out.size() > 4096) {
        out.push_back(t);
        continue;
      }
      out.insert(out.end(), found->second.begin(), found->second.end());
      changed = true;
    }
    tokens = std::move(out);
    if (!changed) break;
  }
  return tokens;
}

std::string spelling_of(const std::vector<token>& tokens) {
  std::string out;
  for (const token& t : tokens) {
    const bool glue = out.empty() || t.is("*") || t.is("::") || t.is("<") || t.is(">") || t.is(",") || t.is("[") ||
                      t.is("]") || out.ends_with("::") || out.ends_with("<");
    out += (glue ? "" : " ") + t.text;
  }
  return out;
}

} // namespace

value_type read_type(const std::vector<token>& written, const type_aliases& aliases,
                     const std::map<std::string, struct_layout>& structs) {
  value_type out;
  out.spelling = spelling_of(written);
  const std::vector<token> tokens = resolve(written, aliases);
  std::vector<std::string> words;
  bool is_const = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const token& t = tokens[i];
    if (t.is("__align__") || t.is("alignas") || t.is("__attribute__")) {
      i = after_bracket(tokens, i + 1) - 1;
    } else if (t.is("<")) {
      i = after_angle(tokens, i) - 1;
    } else if (t.is("*") || t.is("&") || t.is("[")) {
      if (t.is("[")) i = after_bracket(tokens, i) - 1;
      out.pointee_const = is_const;
      is_const = false;
      ++out.pointers;
    } else {
      is_const = is_const || t.is("const");
      if (t.is_identifier() && !noise().contains(t.text)) words.push_back(t.text);
    }
  }
  if (find_integer(words, out)) return out;
  if (words.empty()) return out;
  // Of a qualified name the last part decides; `structs` knows unqualified names.
  if (structs.contains(words.back()))
    out.structure = words.back();
  else
    find_named(words.back(), out);
  return out;
}

std::uint32_t size_of(const value_type& type, const std::map<std::string, struct_layout>& structs) {
  if (type.is_pointer()) return 8;
  if (type.element) return static_cast<std::uint32_t>(tensor::size_of(*type.element)) * type.lanes;
  const auto found = structs.find(type.structure);
  return found == structs.end() || !found->second.complete ? 0 : found->second.size;
}

std::uint32_t alignment_of(const value_type& type, const std::map<std::string, struct_layout>& structs) {
  if (type.is_pointer()) return 8;
  if (type.element) return type.alignment;
  const auto found = structs.find(type.structure);
  return found == structs.end() ? 1 : found->second.alignment;
}

declaration read_declaration(std::vector<token> tokens, const type_aliases& aliases,
                             const std::map<std::string, struct_layout>& structs) {
  declaration out;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].is("=") || tokens[i].is("{")) tokens.resize(i); // a default value
  while (!tokens.empty() && tokens.back().is("]")) {
    std::size_t open = tokens.size() - 1;
    while (open > 0 && !tokens[open].is("[")) --open;
    std::uint64_t extent = 0;
    if (open + 2 < tokens.size()) extent = std::strtoull(tokens[open + 1].text.c_str(), nullptr, 0);
    out.extents.insert(out.extents.begin(), extent);
    tokens.resize(open);
  }
  // The last identifier is the name, unless it is all there is of the type ("float" alone, or "const float*").
  if (tokens.size() > 1 && tokens.back().is_identifier() && !noise().contains(tokens.back().text)) {
    const value_type with = read_type({tokens.back()}, aliases, structs);
    const std::vector<token> before(tokens.begin(), tokens.end() - 1);
    const bool has_type = std::any_of(before.begin(), before.end(), [](const token& t) {
      return (t.is_identifier() && !noise().contains(t.text)) || t.is(">");
    });
    const bool is_type_word = with.element && read_type(before, aliases, structs).element && !before.back().is("*") &&
                              find_integer({tokens.back().text}, out.type);
    out.type = {};
    if (has_type && !is_type_word) {
      out.name = tokens.back().text;
      tokens.pop_back();
    }
  }
  out.type = read_type(tokens, aliases, structs);
  return out;
}

value_type parse_type(const std::string& spelling, const std::map<std::string, struct_layout>& structs) {
  return read_type(tokenize(spelling), {}, structs);
}

} // namespace fpcheck::launch

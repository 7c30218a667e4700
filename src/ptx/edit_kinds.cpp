#include "edit_kinds.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace fpcheck::ptx {
namespace {

using namespace ranks;
using std::string;
using changes = std::vector<change>;

string number_text(double v) {
  char text[40];
  std::snprintf(text, sizeof text, "%.7g", v);
  return text;
}
string integer_text(std::uint64_t v) {
  const auto s = static_cast<std::int64_t>(v);
  char text[40];
  if (s > -100000 && s < 100000) std::snprintf(text, sizeof text, "%lld", static_cast<long long>(s));
  else std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(v & (v >> 32 == 0xffffffffu ? 0xffffffffu : ~std::uint64_t{0})));
  return text;
}

bool is_integer_type(const string& t) { return t.size() >= 2 && (t[0] == 's' || t[0] == 'u' || t[0] == 'b') && t[1] >= '0' && t[1] <= '9'; }
bool is_word_type(const string& t) { return t == "s32" || t == "u32" || t == "b32"; }
bool is_float_type(const string& t) { return t == "f32" || t == "f64"; }
const std::optional<known_literal>& literal_of(const statement& s, std::size_t k) {
  static const std::optional<known_literal> nothing;
  return k < s.literals.size() ? s.literals[k] : nothing;
}
bool is_integer_literal(const std::optional<known_literal>& l) { return l && l->kind == literal_kind::integer; }
/// A spare register of an arithmetic type.
string spare(const string& type, bool second = false) {
  if (type == "f32") return second ? "%edit_g32" : "%edit_f32";
  if (type == "f64") return second ? "%edit_g64" : "%edit_f64";
  return type.ends_with("64") ? "%edit_b64" : second ? "%edit_c32" : "%edit_b32";
}

void shuffles(const statement& s, changes& out) {
  if (!s.is("shfl") || s.operands.size() < 4) return;
  static constexpr std::array<std::string_view, 3> ways{"up", "down", "bfly"};
  const auto way = std::find_if(ways.begin(), ways.end(), [&](std::string_view w) { return s.has(w); });
  if (is_integer_literal(literal_of(s, 3))) {
    const unsigned now = 32 - ((s.literals[3]->bits >> 8) & 31), last = way != ways.end() && *way == "up" ? 0 : 31;
    for (const unsigned width : {32u, 16u, 8u, 4u, 2u})
      if (width != now) out.push_back({shuffle_width, "a shuffle width of " + std::to_string(width), std::to_string(now), s.with_operand(3, std::to_string(((32 - width) << 8) | last)).text()});
  }
  if (way == ways.end()) return;
  for (const std::string_view other : ways)
    if (other != *way) {
      statement to = s.with_word(*way, other);
      if (is_integer_literal(literal_of(s, 3))) to.operands[3] = std::to_string((s.literals[3]->bits & ~std::uint64_t{31}) | (other == "up" ? 0 : 31));
      out.push_back({shuffle_way, "a shuffle " + string(other == "bfly" ? "by exclusive or" : other), *way == "bfly" ? "by exclusive or" : string(*way), to.text()});
    }
  if (!is_integer_literal(literal_of(s, 2))) return;
  const std::uint64_t distance = s.literals[2]->bits;
  if (distance < 16) out.push_back({shuffle_distance, "twice the distance", "as it is", s.with_operand(2, std::to_string(2 * distance)).text()});
  if (distance > 1) out.push_back({shuffle_distance, "half the distance", "as it is", s.with_operand(2, std::to_string(distance / 2)).text()});
}

string rounding_text(std::string_view way) {
  return way == "rzi" ? "truncation" : way == "rni" ? "rounding to nearest" : way == "rmi" ? "rounding down" : "rounding up";
}

void roundings(const statement& s, changes& out) {
  if (!s.is("cvt")) return;
  static constexpr std::array<std::string_view, 4> ways{"rzi", "rni", "rmi", "rpi"};
  for (const std::string_view now : ways)
    if (s.has(now))
      for (const std::string_view other : ways)
        if (other != now) out.push_back({rounding, rounding_text(other), rounding_text(now), s.with_word(now, other).text()});
  if (!s.has("rni") || s.type() != "f32" || s.operands.size() != 2) return;
  const string before = "  " + s.guard;
  out.push_back({half_up, "rounding halves up", rounding_text("rni"), before + "add.f32 %edit_f32, " + s.operands[1] + ", 0f3F000000;\n" + s.with_operand(1, "%edit_f32").with_word("rni", "rmi").text()});
  out.push_back({half_up, "rounding halves away from zero", rounding_text("rni"),
                 before + "copysign.f32 %edit_f32, " + s.operands[1] + ", 0f3F000000;\n" + before + "add.rz.f32 %edit_f32, %edit_f32, " + s.operands[1] + ";\n" + s.with_operand(1, "%edit_f32").with_word("rni", "rzi").text()});
}

/// Remainders and quotients of negative numbers. What follows the instruction reads the divisor, and is not guarded.
void divisions(const statement& s, changes& out) {
  if (!(s.is("rem") || s.is("div")) || s.type() != "s32" || s.operands.size() != 3 || !s.guard.empty() || s.operands[0] == s.operands[2]) return;
  if (s.is("rem"))
    out.push_back({floored, "a remainder by a positive divisor that is not negative", "one with the dividend's sign", s.text() + "\n  setp.lt.s32 %edit_p, " + s.operands[0] + ", 0;\n  @%edit_p add.s32 " + s.operands[0] + ", " + s.operands[0] + ", " + s.operands[2] + ";"});
  else
    out.push_back({floored, "a quotient by a positive divisor that is rounded down", "a truncated one",
                   "  rem.s32 %edit_b32, " + s.operands[1] + ", " + s.operands[2] + ";\n  setp.lt.s32 %edit_p, %edit_b32, 0;\n" + s.text() + "\n  @%edit_p add.s32 " + s.operands[0] + ", " + s.operands[0] + ", -1;"});
}

/// The smaller or larger of two.
void extremes(const statement& s, changes& out) {
  if (!(s.is("min") || s.is("max")) || s.operands.size() != 3) return;
  const bool is_min = s.is("min");
  if (s.type() == "f32" || s.type() == "f16" || s.type() == "bf16") {
    statement kept = s;
    if (s.has("NaN")) kept.words.erase(std::find(kept.words.begin(), kept.words.end(), "NaN"));
    else kept.words.insert(kept.words.end() - 1, "NaN");
    out.push_back({nan_kept, s.has("NaN") ? "the number taken where the other is NaN" : "NaN handed on", s.has("NaN") ? "NaN is handed on" : "the number is taken", kept.text()});
  }
  out.push_back({other_extreme, is_min ? "the maximum" : "the minimum", is_min ? "the minimum" : "the maximum", s.with_word(s.words[0], is_min ? "max" : "min").text()});
  const char* const what = is_min ? "without this minimum" : "without this maximum";
  for (const std::size_t k : {1, 2}) out.push_back({dropped_extreme, what, "operand " + std::to_string(k) + " is taken then", s.taking(k), {}, true});
}

/// What a reduction starts from.
void identities(const statement& s, changes& out) {
  const bool starts = s.is("mov") || s.is("selp") || s.is("min") || s.is("max") || s.is("st");
  for (std::size_t k = 1; starts && k < s.operands.size(); ++k) {
    const auto& l = literal_of(s, k);
    if (!l || !l->written) continue;
    if (l->kind != literal_kind::integer) {
      const double now = l->number();
      const bool tiny = now == std::numeric_limits<float>::min() || now == std::numeric_limits<double>::min();
      const bool extreme = std::fabs(now) >= 1e30 || std::fabs(now) < 1e-30 || std::fabs(now) == 1;
      if (!tiny && !extreme) continue;
      const bool single = l->kind == literal_kind::f32;
      for (const auto& [value, text] : {std::pair{-INFINITY, "-infinity"}, {+INFINITY, "infinity"}, {0.0, "0"}})
        if (value != now)
          out.push_back({tiny ? smallest_number : identity, text, number_text(now), s.with_operand(k, string(single ? "0f" : "0d") + (value == 0 ? string(single ? 8 : 16, '0') : string(value < 0 ? "F" : "7") + (single ? "F800000" : "FF0000000000000"))).text()});
      continue;
    }
    if (!is_word_type(s.type())) continue;
    const auto now = static_cast<std::int32_t>(l->bits);
    if (now != 0 && now != -1 && std::abs(static_cast<std::int64_t>(now)) < 1000000) continue;
    for (const std::int32_t other : {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(), 0, -1})
      if (other != now) out.push_back({identity, integer_text(static_cast<std::uint64_t>(static_cast<std::int64_t>(other))), integer_text(l->bits), s.with_operand(k, std::to_string(other)).text()});
  }
}

void signs(const statement& s, changes& out) {
  static constexpr std::array<std::string_view, 14> read{"shr", "max", "min", "setp", "mul", "mad", "div", "rem", "cvt", "ld", "bfe", "set", "atom", "red"};
  if (std::find(read.begin(), read.end(), s.words[0]) == read.end()) return;
  if ((s.is("mul") || s.is("mad")) && !s.has("wide") && !s.has("hi")) return;
  if (s.is("ld") && !(s.type().ends_with("8") || s.type().ends_with("16"))) return;
  if (s.is("ld") && s.has("param")) return;
  if ((s.is("atom") || s.is("red")) && !(s.has("min") || s.has("max"))) return;
  for (std::size_t k = 1; k < s.words.size(); ++k) {
    const string& now = s.words[k];
    if (now.size() < 2 || (now[0] != 's' && now[0] != 'u') || now[1] < '0' || now[1] > '9') continue;
    statement other = s;
    other.words[k][0] = now[0] == 's' ? 'u' : 's';
    const bool widens = s.is("cvt") && k + 2 == s.words.size() && is_integer_type(s.words[k]) && is_integer_type(s.words[k + 1]);
    if (widens) continue; // of an integer made from an integer the sign is the source's
    if (s.is("setp"))
      for (const auto& [unsigned_word, signed_word] : {std::pair{"lo", "lt"}, {"ls", "le"}, {"hi", "gt"}, {"hs", "ge"}}) other = other.with_word(unsigned_word, signed_word);
    out.push_back({signedness, now[0] == 's' ? "unsigned numbers" : "signed numbers", now[0] == 's' ? "signed" : "unsigned", other.text()});
  }
}

void masks(const statement& s, changes& out) {
  if (!s.is("and") || s.operands.size() != 3 || !is_integer_literal(literal_of(s, 2))) return;
  if (s.type() == "b64") out.push_back({mask, "no mask", integer_text(s.literals[2]->bits), s.taking(1)});
  if (s.type() != "b32") return;
  const auto now = static_cast<std::uint32_t>(s.literals[2]->bits);
  out.push_back({mask, "no mask", integer_text(now), s.taking(1), {}, true});
  const auto add = [&](std::uint32_t other) {
    if (other != now && other != 0 && other != ~0u) out.push_back({mask, "the mask " + integer_text(other), integer_text(now), s.with_operand(2, std::to_string(other)).text()});
  };
  if ((now & (now + 1)) == 0) // of low bits
    for (const std::uint32_t other : {now >> 1, (now << 1) | 1, now >> 2, (now << 2) | 3, now >> 4, (now << 4) | 15, (now << 8) | 255}) add(other);
  else if ((~now & (~now + 1)) == 0) // of high bits
    for (const std::uint32_t low : {~now >> 1, (~now << 1) | 1, ~now >> 2, ~now >> 4, ~now >> 8, (~now << 4) | 15}) add(~low);
  add(~now);
  for (const int k : {1, -1}) add(now + static_cast<std::uint32_t>(k));
}

/// The bits of a number that are cut off, where they should have been rounded.
void cuts(const statement& s, changes& out) {
  const bool masks = s.is("and") && s.type() == "b32", shifts = s.is("shr") && s.type().ends_with("32");
  if ((!masks && !shifts) || s.operands.size() != 3 || !is_integer_literal(literal_of(s, 2))) return;
  const auto bits = static_cast<std::uint32_t>(s.literals[2]->bits);
  const int dropped = masks ? std::countr_zero(bits) : static_cast<int>(bits);
  if (dropped < 12 || dropped > 20 || (masks && (~bits & (~bits + 1)) != 0)) return;
  const string half = std::to_string(1u << (dropped - 1)), less = std::to_string((1u << (dropped - 1)) - 1), before = "  " + s.guard, count = std::to_string(dropped);
  out.push_back({rounded_first, "rounding to nearest before the bits are cut off", "none", before + "shr.u32 %edit_b32, " + s.operands[1] + ", " + count + ";\n" + before + "and.b32 %edit_b32, %edit_b32, 1;\n" + before + "add.s32 %edit_b32, %edit_b32, " + less + ";\n" + before + "add.s32 %edit_b32, %edit_b32, " + s.operands[1] + ";\n" + s.with_operand(1, "%edit_b32").text()});
  out.push_back({rounded_first, "half of the last bit added before the bits are cut off", "none", before + "add.s32 %edit_b32, " + s.operands[1] + ", " + half + ";\n" + s.with_operand(1, "%edit_b32").text()});
}

/// Two conditions at once, or one of them.
void conditions(const statement& s, changes& out) {
  if (!(s.is("and") || s.is("or")) || s.type() != "pred") return;
  const bool both = s.is("and");
  out.push_back({negated, both ? "one of the conditions" : "both conditions", both ? "both" : "one of them", s.with_word(s.words[0], both ? "or" : "and").text(), {}, true});
  for (const std::size_t k : {1, 2}) out.push_back({negated + 1, "condition " + std::to_string(k) + " alone", both ? "both" : "one of them", s.taking(k), {}, true});
}

/// Comparisons: with or without equality, the other way, with NaN on the other side.
void comparisons(const statement& s, changes& out) {
  if (!(s.is("setp") || s.is("set")) || s.words.size() < 3) return;
  static constexpr std::array<std::array<std::string_view, 2>, 8> strict{{{"lt", "le"}, {"gt", "ge"}, {"ltu", "leu"}, {"gtu", "geu"}, {"lo", "ls"}, {"hi", "hs"}, {"le", "lt"}, {"ge", "gt"}}};
  static constexpr std::array<std::array<std::string_view, 2>, 7> opposite{{{"eq", "ne"}, {"lt", "ge"}, {"gt", "le"}, {"lo", "hs"}, {"hi", "ls"}, {"equ", "neu"}, {"num", "nan"}}};
  static constexpr std::array<std::array<std::string_view, 2>, 6> unordered{{{"lt", "ltu"}, {"le", "leu"}, {"gt", "gtu"}, {"ge", "geu"}, {"eq", "equ"}, {"ne", "neu"}}};
  static constexpr std::array<std::array<std::string_view, 2>, 6> crossed{{{"lt", "geu"}, {"le", "gtu"}, {"gt", "leu"}, {"ge", "ltu"}, {"eq", "neu"}, {"ne", "equ"}}};
  const string now = s.words[1];
  const bool real = is_float_type(s.type());
  const auto add = [&](unsigned r, std::string_view other) { out.push_back({r, "the comparison '" + string(other) + "'", '\'' + now + '\'', s.with_word(now, other).text(), {}, true}); };
  for (const auto& [a, b] : strict) {
    if (now == a) add(strictness, b);
    if (now == b && a != "le" && a != "ge" && b != "lt" && b != "gt") add(strictness, a);
  }
  if (real)
    for (const auto& [a, b] : unordered) {
      if (now == a) add(strictness + 1, b);
      if (now == b) add(strictness + 1, a);
    }
  const auto opposites = [&](const auto& table) {
    for (const auto& [a, b] : table) {
      if (now == a) add(negated, b);
      if (now == b) add(negated, a);
    }
  };
  real ? opposites(crossed) : opposites(opposite);
}

void choices(const statement& s, changes& out) {
  if (!s.is("selp") || s.operands.size() != 4) return;
  statement other = s;
  std::swap(other.operands[1], other.operands[2]);
  out.push_back({swapped_choice, "the two choices the other way round", "as they are", other.text()});
  for (const std::size_t k : {1, 2}) out.push_back({dropped_extreme + 1, k == 1 ? "the first choice always" : "the second choice always", "a choice", s.taking(k)});
}

void integers(const statement& s, changes& out) {
  static constexpr std::array<std::string_view, 14> used{"add", "sub", "mul", "mad", "setp", "mov", "shl", "shr", "selp", "min", "max", "div", "rem", "bfe"};
  if (std::find(used.begin(), used.end(), s.words[0]) == used.end() || !(is_integer_type(s.type()) && !s.type().ends_with("64")) || s.has("wide")) return;
  for (std::size_t k = 1; k < s.operands.size(); ++k) {
    const auto& l = literal_of(s, k);
    if (!is_integer_literal(l) || (s.is("mov") && !l->written)) continue;
    const auto now = static_cast<std::int64_t>(l->bits);
    const auto add = [&](unsigned r, std::int64_t other) {
      if (other != now) out.push_back({r, std::to_string(other), std::to_string(now), s.with_operand(k, std::to_string(other)).text(), {}, r == neighbour});
    };
    add(neighbour, static_cast<std::int64_t>(l->bits + 1)), add(neighbour, static_cast<std::int64_t>(l->bits - 1)); // any 64 bits may stand there
    constexpr std::int64_t large = std::int64_t{1} << 30;
    if (s.is("shl") || s.is("shr") || now >= large || now <= -large) continue;
    if (now != 0) add(doubled, 2 * now);
    if (now % 2 == 0) add(doubled, now / 2);
    if (now > 1) add(doubled + 1, -now);
  }
}

/// Row and column: x * S + y, where y * S + x is meant.
void indices(const statement& s, changes& out) {
  if (!s.is("mad") || !(s.has("lo") || s.has("wide")) || s.has("wide") || s.operands.size() != 4) return;
  for (const std::size_t k : {1, 2}) {
    statement other = s;
    std::swap(other.operands[k], other.operands[3]);
    out.push_back({swapped_index, "the addend and a factor the other way round", "as they are", other.text()});
  }
}

void shifts(const statement& s, changes& out) {
  if (!(s.is("shl") || s.is("shr")) || !s.type().ends_with("32") || s.operands.size() != 3) return;
  if (is_integer_literal(s.literals[2])) {
    const auto now = static_cast<std::int64_t>(s.literals[2]->bits);
    if (now > 0 && now < 32 && now != 16) out.push_back({shift_amount, "a shift by " + std::to_string(32 - now), std::to_string(now), s.with_operand(2, std::to_string(32 - now)).text()});
    for (const std::int64_t step : {2, 4, 8, -2, -4, -8})
      if (now >= 0 && now < 32 && now + step > 0 && now + step < 32) out.push_back({shift_amount + 2, "a shift by " + std::to_string(now + step), std::to_string(now), s.with_operand(2, std::to_string(now + step)).text()});
  } else {
    out.push_back({shift_amount, "a shift by 32 less the amount", "the amount", "  " + s.guard + "sub.s32 %edit_b32, 32, " + s.operands[2] + ";\n" + s.with_operand(2, "%edit_b32").text()});
  }
  statement other = s;
  other.words = s.is("shl") ? std::vector<string>{"shr", "u32"} : std::vector<string>{"shl", "b32"};
  out.push_back({shift_amount + 1, s.is("shl") ? "a shift to the right" : "a shift to the left", s.is("shl") ? "to the left" : "to the right", other.text()});
  out.push_back({shift_amount + 1, "the complement of this", "as it is", s.text() + "\n  " + s.guard + "not.b32 " + s.operands[0] + ", " + s.operands[0] + ";"});
}

/// `text` with `operand` negated in the place of operand k.
change with_negated(const statement& s, std::size_t k, const string& what) {
  const string type = s.type(), to = spare(type);
  return {other_sign, what, "as it is", "  " + s.guard + "neg." + (is_float_type(type) ? type : "s32") + ' ' + to + ", " + s.operands[k] + ";\n" + s.with_operand(k, to).text(), {}, true};
}

void sums(const statement& s, changes& out) {
  const bool real = is_float_type(s.type()), word = is_word_type(s.type());
  if ((s.is("add") || s.is("sub")) && (real || word) && s.operands.size() == 3) {
    const bool adds = s.is("add");
    if (!is_integer_literal(literal_of(s, 2)) || !adds) out.push_back({other_sign, adds ? "a difference" : "a sum", adds ? "a sum" : "a difference", s.with_word(s.words[0], adds ? "sub" : "add").text(), {}, true});
  }
  if ((s.is("fma") || s.is("mad")) && s.operands.size() == 4 && (real || (word && s.has("lo")))) {
    out.push_back(with_negated(s, 1, "the product's other sign"));
    out.push_back(with_negated(s, 3, "the addend's other sign"));
  }
  if (s.is("mul") && s.operands.size() == 3 && (real || (word && s.has("lo")))) out.push_back(with_negated(s, 1, "the product's other sign"));
  if ((s.is("sub") || s.is("div") || s.is("rem")) && s.operands.size() == 3 && (real || word)) {
    statement other = s;
    std::swap(other.operands[1], other.operands[2]);
    if (!(s.is("rem") || s.is("div")) || real) out.push_back({swapped, "the operands the other way round", "as they are", other.text(), {}, true});
  }
  if (s.is("mul") && real) {
    statement other = s.with_word("mul", "div");
    if (s.words.size() == 2 || !(s.has("rn") || s.has("rz"))) other.words.insert(other.words.begin() + 1, "rn");
    out.push_back({quotient, "a quotient", "a product", other.text(), {}, true});
  }
  if (s.is("div") && real) {
    statement other = s.with_word("div", "mul").with_word("approx", "rn").with_word("full", "rn");
    out.push_back({quotient, "a product", "a quotient", other.text(), {}, true});
  }
}

void dropped_operations(const statement& s, changes& out) {
  const bool real = is_float_type(s.type()), word = is_word_type(s.type());
  static constexpr std::array<std::string_view, 9> two{"add", "sub", "mul", "div", "or", "xor", "and", "shl", "shr"};
  if (!real && !word) return;
  if (s.operands.size() == 3 && std::find(two.begin(), two.end(), s.words[0]) != two.end() && !s.has("wide") && !s.has("hi"))
    for (const std::size_t k : {1, 2}) out.push_back({dropped, "operand " + std::to_string(k) + " of this '" + s.words[0] + "' alone", "both", s.taking(k), {}, true});
  if ((s.is("neg") || s.is("abs") || s.is("not")) && s.operands.size() == 2) out.push_back({dropped, "without this '" + s.words[0] + "'", "with it", s.taking(1), {}, true});
  if ((s.is("fma") || s.is("mad")) && s.operands.size() == 4 && (real || s.has("lo"))) {
    statement product = s;
    product.operands.pop_back();
    product.words[0] = "mul";
    out.push_back({dropped, "the product alone", "a sum with it", product.text(), {}, true});
    out.push_back({dropped, "the addend alone", "a sum with a product", s.taking(3), {}, true});
  }
}

/// Bits that belong to another field, left in an operand.
void added_masks(const statement& s, changes& out) {
  if (!(s.is("or") || s.is("xor") || s.is("add")) || !is_word_type(s.type()) || s.operands.size() != 3) return;
  for (const std::size_t k : {1, 2}) {
    if (literal_of(s, k)) continue;
    for (const std::uint32_t m : {0xffff0000u, 0xffffu, 0xffu, 0xffffff00u, 0xfu})
      out.push_back({mask_added, "only the bits " + integer_text(m) + " of operand " + std::to_string(k), "all", "  " + s.guard + "and.b32 %edit_b32, " + s.operands[k] + ", " + std::to_string(m) + ";\n" + s.with_operand(k, "%edit_b32").text()});
  }
}

void narrowings(const statement& s, changes& out) {
  if (s.is("cvt") && s.words.size() == 3 && is_word_type(s.words[1]) && s.operands.size() == 2 && (s.type() == "s8" || s.type() == "u8" || s.type() == "s16" || s.type() == "u16") && s.result.ends_with("32") && s.types[1].ends_with("32"))
    out.push_back({not_narrowed, "no narrowing to " + s.type(), "narrowed", s.taking(1)});
  const bool to_integer = s.is("cvt") && (s.has("rzi") || s.has("rni") || s.has("rmi") || s.has("rpi")) && s.words.size() > 2 && s.words[s.words.size() - 2].ends_with("32") && is_integer_type(s.words[s.words.size() - 2]);
  if (to_integer)
    for (const auto& [low, high] : {std::pair{-128, 127}, {-127, 127}, {0, 255}, {-32768, 32767}, {-32767, 32767}, {0, 65535}, {0, 31}, {0, 63}, {0, 15}, {-8, 7}, {0, 1023}})
      out.push_back({clamped, "a clamp to " + std::to_string(low) + " and " + std::to_string(high), "none", s.text() + "\n  " + s.guard + "max.s32 " + s.operands[0] + ", " + s.operands[0] + ", " + std::to_string(low) + ";\n  " + s.guard + "min.s32 " + s.operands[0] + ", " + s.operands[0] + ", " + std::to_string(high) + ";"});
  if ((s.is("add") || s.is("mul") || s.is("fma")) && s.type() == "f32" && !s.has("sat")) {
    statement other = s;
    other.words.insert(other.words.end() - 1, "sat");
    out.push_back({clamped, "a clamp to 0 and 1", "none", other.text()});
    if (!s.is("add")) out.push_back({clamped, "operand 1 clamped to 0 and 1", "as it is", "  " + s.guard + "cvt.sat.f32.f32 %edit_f32, " + s.operands[1] + ";\n" + s.with_operand(1, "%edit_f32").text()});
    out.push_back({clamped + 1, "nothing below 0", "as it is", s.text() + "\n  " + s.guard + "max.f32 " + s.operands[0] + ", " + s.operands[0] + ", 0f00000000;"});
  }
}

/// Any one number in the place of a literal, and other powers of ten where it is compared with.
void constants(const statement& s, changes& out) {
  static constexpr std::array<std::string_view, 8> used{"add", "sub", "mul", "fma", "div", "mov", "selp", "setp"};
  if (std::find(used.begin(), used.end(), s.words[0]) == used.end()) return;
  for (std::size_t k = 1; k < s.operands.size(); ++k) {
    const auto& l = literal_of(s, k);
    if (!l || l->kind == literal_kind::integer || (s.is("mov") && !l->written)) continue;
    const double now = l->number();
    if (!(std::fabs(now) < INFINITY)) continue;
    change c{constant, "", number_text(now), s.with_operand(k, string(1, constant_mark)).text()};
    c.with = "a constant of operand " + std::to_string(k);
    if (s.is("setp")) {
      for (const double factor : {0.1, 0.5, 2.0, 10.0, -1.0, 0.01, 100.0}) {
        if (now == 0) break;
        const double other = l->kind == literal_kind::f32 ? static_cast<float>(now * factor) : now * factor;
        char text[40];
        l->kind == literal_kind::f32 ? std::snprintf(text, sizeof text, "0f%08X", bit_cast<std::uint32_t>(static_cast<float>(other))) : std::snprintf(text, sizeof text, "0d%016llX", static_cast<unsigned long long>(bit_cast<std::uint64_t>(other)));
        out.push_back({moved_threshold, number_text(other), number_text(now), s.with_operand(k, text).text()});
      }
      continue;
    }
    c.open = open_constant{now, l->kind, {}, 0};
    out.push_back(std::move(c));
  }
}

void accesses(const statement& s, changes& out) {
  const bool loads = s.is("ld"), stores = s.is("st");
  if ((!loads && !stores) || s.has("param") || s.operands.size() != 2 || s.type().size() < 2) return;
  const std::size_t k = loads ? 1 : 0;
  const string& now = s.operands[k];
  const string digits = s.type().substr(1);
  if (!now.ends_with("]") || digits.find_first_not_of("0123456789") != string::npos) return;
  std::uint64_t bytes = std::strtoull(digits.c_str(), nullptr, 10) / 8; // unsigned: an offset may be any 64 bits
  for (const std::string_view vector : {"v2", "v4"})
    if (s.has(vector)) bytes *= vector == "v2" ? 2 : 4;
  const std::size_t plus = now.find('+');
  const auto offset = static_cast<std::uint64_t>(plus == string::npos ? 0 : std::strtoll(now.c_str() + plus + 1, nullptr, 10));
  const string base = now.substr(0, plus == string::npos ? now.size() - 1 : plus);
  for (const bool next : {true, false})
    out.push_back({moved_access, next ? "the next element" : "the element before", "this one", s.with_operand(k, base + "+" + std::to_string(static_cast<std::int64_t>(next ? offset + bytes : offset - bytes)) + "]").text(), {}, true});
}

} // namespace

std::vector<change> changes_of(const statement& s) {
  changes out;
  for (const auto kind : {&shuffles, &roundings, &divisions, &extremes, &identities, &signs, &masks, &cuts, &comparisons, &conditions, &choices, &integers, &indices, &shifts, &sums, &dropped_operations, &added_masks, &narrowings, &constants, &accesses}) kind(s, out);
  return out;
}

} // namespace fpcheck::ptx

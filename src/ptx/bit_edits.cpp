#include "bit_edits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <utility>

namespace fpcheck::ptx {

single_definitions::single_definitions(const std::vector<numbered_statement>& all) : all_(all) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto& operands = all[k].what.operands;
    if (operands.empty() || all[k].what.is("st") || all[k].what.is("red")) continue;
    const std::string name = operands[0].substr(0, operands[0].find('|'));
    ++count_[name], last_[name] = k;
  }
}

const numbered_statement* single_definitions::of(const std::string& name) const {
  const auto it = count_.find(name);
  return it != count_.end() && it->second == 1 ? &all_[last_.at(name)] : nullptr;
}

edit unwritten_edit(index function, index at, unsigned rank, std::string with, std::string now) {
  edit e;
  e.instead.function = function, e.instead.declarations = spare_registers;
  e.at = at, e.rank = rank, e.with = std::move(with), e.now = std::move(now);
  return e;
}

namespace {

using std::string;
using statements = std::vector<numbered_statement>;

bool is_integer(const statement& s, std::size_t k) { return k < s.literals.size() && s.literals[k] && s.literals[k]->kind == literal_kind::integer; }
std::optional<std::int64_t> integer_at(const statement& s, std::size_t k) { return is_integer(s, k) ? std::optional(static_cast<std::int64_t>(s.literals[k]->bits)) : std::nullopt; }
bool holds(const statement& s, std::size_t k, std::uint32_t v) { return is_integer(s, k) && static_cast<std::uint32_t>(s.literals[k]->bits) == v; }
int width_of(const statement& s) { return s.type().ends_with("16") ? 16 : s.type().ends_with("32") ? 32 : 64; }
string line(const statement& s, const string& text) { return "  " + s.guard + text + ";\n"; }
/// The last of several lines.
string joined(string text) { return text.ends_with('\n') ? text.substr(0, text.size() - 1) : text; }

/// Changes of instructions of one place, which go together.
class by_place {
public:
  by_place(index function, unsigned rank, string with, string now) : function_(function), rank_(rank), with_(std::move(with)), now_(std::move(now)) {}
  edit& at(const numbered_statement& s, const string& variant = {}) {
    auto [it, fresh] = known_.try_emplace(s.place + variant, all_.size());
    if (fresh) all_.push_back(unwritten_edit(function_, s.at, rank_, with_ + variant, now_));
    return all_[it->second];
  }
  void add(const numbered_statement& s, string text, const string& variant = {}) { at(s, variant).instead.instructions[s.at] = joined(std::move(text)); }
  void move_to(std::vector<edit>& out) {
    for (edit& e : all_) out.push_back(std::move(e));
  }

private:
  index function_;
  unsigned rank_;
  string with_, now_;
  std::vector<edit> all_;
  std::map<string, std::size_t> known_;
};

/// How many low bits a field has that a mask or a shift to the right leaves; 0 where that is none.
int bits_of_field(const statement& s) {
  if (s.operands.size() != 3 || width_of(s) == 64) return 0;
  const auto by = integer_at(s, 2);
  if (!by) return 0;
  if (s.is("and") && *by > 0 && (*by & (*by + 1)) == 0 && *by <= 0xffff) return std::countr_one(static_cast<std::uint32_t>(*by));
  if (s.is("shr") && s.type()[0] == 'u' && *by > width_of(s) / 2 && *by < width_of(s)) return width_of(s) - static_cast<int>(*by);
  return 0;
}

/// Fields taken out of words as numbers without a sign.
void sign_fields(index function, const statements& all, std::vector<edit>& out) {
  by_place edits(function, ranks::signedness, "the highest bit of the field taken for its sign", "no sign");
  for (const numbered_statement& s : all) {
    const int bits = bits_of_field(s.what);
    if (bits < 2 || bits > 16) continue;
    const int width = width_of(s.what), up = width - bits;
    const string type = std::to_string(width), &d = s.what.operands[0];
    const string variant = " (" + std::to_string(bits) + " bits)";
    if (s.what.is("shr")) edits.add(s, line(s.what, "shr.s" + type + ' ' + d + ", " + s.what.operands[1] + ", " + std::to_string(up)), variant);
    else edits.add(s, line(s.what, "shl.b" + type + ' ' + d + ", " + s.what.operands[1] + ", " + std::to_string(up)) + line(s.what, "shr.s" + type + ' ' + d + ", " + d + ", " + std::to_string(up)), variant);
    edit& e = edits.at(s, variant);
    for (const numbered_statement& u : all) // 16 bits are read with their sign then
      if (width == 16 && u.what.is("cvt") && u.what.type() == "u16" && u.what.operands.size() == 2 && u.what.operands[1] == d) {
        statement other = u.what;
        other.words.back() = "s16";
        e.instead.instructions[u.at] = other.text();
      }
  }
  edits.move_to(out);
}

/// The upper part of a byte that was read with its sign.
void unsigned_fields(index function, const statements& all, std::vector<edit>& out) {
  by_place edits(function, ranks::signedness, "the upper bits of a byte without its sign", "with it");
  for (const numbered_statement& s : all) {
    const auto by = integer_at(s.what, 2);
    if (!s.what.is("shr") || s.what.type()[0] != 's' || width_of(s.what) == 64 || !by || *by < 1 || *by > 7) continue;
    edits.add(s, s.what.text() + '\n' + line(s.what, "and.b" + std::to_string(width_of(s.what)) + ' ' + s.what.operands[0] + ", " + s.what.operands[0] + ", " + std::to_string((1 << (8 - *by)) - 1)));
  }
  edits.move_to(out);
}

/// Bits of the neighbouring field, left in what is laid beside it.
void masked_fields(index function, const statements& all, const single_definitions& defined, std::vector<edit>& out) {
  const bool joined_somewhere = std::any_of(all.begin(), all.end(), [](const numbered_statement& s) { return (s.what.is("or") || s.what.is("bfi") || s.what.has("or")) && s.what.type() != "pred"; });
  if (!joined_somewhere) return;
  static constexpr std::array<std::uint32_t, 7> masks{0xffffu, 0xffu, 0xfu, 0xfffu, 0x3ffu, 0x7ffu, 0x1fu};
  for (const std::uint32_t m : masks) {
    by_place edits(function, ranks::signedness, "only the lowest " + std::to_string(std::countr_one(m)) + " bits", "all bits");
    for (const numbered_statement& s : all) {
      const statement& w = s.what;
      const bool joins = (w.is("or") || w.is("shl")) && w.operands.size() == 3 && width_of(w) != 64 && w.type()[0] != 'f';
      const bool widens = w.is("cvt") && w.words.size() == 3 && w.words[1] == "u64" && w.words[2] == "u32" && w.operands.size() == 2;
      const bool inserts = w.is("bfi") && w.type() == "b32" && w.operands.size() == 5;
      const std::size_t last = w.is("shl") || widens ? 1 : 2;
      for (std::size_t k = inserts ? 2 : 1; (joins || widens || inserts) && k <= last; ++k) {
        if (is_integer(w, k) || !w.operands[k].starts_with('%')) continue;
        const numbered_statement* const d = defined.of(w.operands[k]);
        if (d != nullptr && (d->what.is("and") || d->what.is("shl"))) continue;
        const bool word = widens || width_of(w) == 32;
        if (!word && m == 0xffffu) continue;
        const string to = word ? "%edit_b32" : "%edit_b16";
        edits.add(s, line(w, "and.b" + string(word ? "32 " : "16 ") + to + ", " + w.operands[k] + ", " + std::to_string(m)) + w.with_operand(k, to).text(), " of operand " + std::to_string(k));
      }
    }
    edits.move_to(out);
  }
}

/// The halves of a word taken for one another, where they are taken out and where they are put together.
void swap_halves(index function, const statements& all, const single_definitions& defined, std::vector<edit>& out) {
  by_place taken(function, ranks::swapped_index, "the other half of the word", "this half"), put(function, ranks::swapped_index, "the halves of the word the other way round", "as they are");
  std::optional<edit> everywhere;
  std::map<string, unsigned> halves; // of words: 1 the low one is taken, 2 the high one
  const auto takes = [](const statement& w) -> unsigned { return w.operands.size() != 3 || w.type() != "b32" ? 0 : w.is("shl") && holds(w, 2, 16) ? 1 : w.is("and") && holds(w, 2, 0xffff0000u) ? 2 : 0; };
  for (const numbered_statement& s : all)
    if (const unsigned half = takes(s.what)) halves[s.what.operands[1]] |= half;
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    const bool high = takes(w) == 2;
    if (takes(w) != 0 && halves[w.operands[1]] == 3) {
      const string text = joined(line(w, (high ? "shl.b32 " : "and.b32 ") + w.operands[0] + ", " + w.operands[1] + (high ? ", 16" : ", -65536")));
      taken.add(s, text);
      if (!everywhere) everywhere = unwritten_edit(function, s.at, ranks::swapped_index, "the halves of every word the other way round", "as they are");
      everywhere->instead.instructions[s.at] = text;
    }
    if (!w.is("or") || w.type() != "b32" || w.operands.size() != 3) continue;
    for (const std::size_t k : {1, 2}) {
      const numbered_statement *const upper = defined.of(w.operands[k]), *const lower = defined.of(w.operands[3 - k]);
      if (upper == nullptr || lower == nullptr) continue;
      const bool cut = upper->what.is("and") && upper->what.operands.size() == 3 && holds(upper->what, 2, 0xffff0000u) && lower->what.is("shr") && holds(lower->what, 2, 16);
      if (!cut) continue;
      put.add(s, line(w, "and.b32 %edit_b32, " + lower->what.operands[1] + ", -65536") + line(w, "shr.u32 %edit_c32, " + upper->what.operands[1] + ", 16") + line(w, "or.b32 " + w.operands[0] + ", %edit_b32, %edit_c32"));
    }
  }
  put.move_to(out), taken.move_to(out);
  if (everywhere && everywhere->instead.instructions.size() > 1) out.push_back(*std::move(everywhere));
}

/// Other halves of two words.
void select_halves(index function, const statements& all, std::vector<edit>& out) {
  for (const std::uint32_t selector : {0x7632u, 0x5410u, 0x7610u, 0x5432u, 0x3276u, 0x1054u}) {
    by_place edits(function, ranks::swapped_index, "other halves", "these");
    for (const numbered_statement& s : all)
      if (s.what.is("prmt") && s.what.operands.size() == 4 && is_integer(s.what, 3) && s.what.literals[3]->bits != selector)
        edits.add(s, s.what.with_operand(3, std::to_string(selector)).text());
    edits.move_to(out);
  }
}

/// Powers of two that are added to the bits of a number: a zero has no exponent, and what leaves the exponent's field runs into the sign.
void scale_by_exponent(index function, const statements& all, const single_definitions& defined, std::vector<edit>& out) {
  by_place zeros(function, ranks::negative_keys, "0 left as it is", "its exponent is changed"), scaled(function, ranks::negative_keys, "a product with the power of two", "a sum of bits");
  const auto shifted = [&](const string& name) {
    const numbered_statement* const d = defined.of(name);
    return d != nullptr && d->what.is("shl") && d->what.type() == "b32" && d->what.operands.size() == 3 && holds(d->what, 2, 23);
  };
  const auto is_power = [&](const string& name) { // with its bias taken off or not
    const numbered_statement* const d = defined.of(name);
    const auto bias = d != nullptr && d->what.is("add") && d->what.operands.size() == 3 ? integer_at(d->what, 2) : std::nullopt;
    return shifted(name) || (bias && (*bias & 0x7fffff) == 0 && shifted(d->what.operands[1]));
  };
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    if (!(w.is("add") || w.is("sub")) || !w.type().ends_with("32") || w.type()[0] == 'f' || w.operands.size() != 3) continue;
    for (const std::size_t k : {1, 2}) {
      const std::size_t x = 3 - k;
      const auto literal = integer_at(w, k);
      const bool power = literal ? *literal != 0 && (*literal & 0x7fffff) == 0 : is_power(w.operands[k]);
      if (!power || is_integer(w, x) || (w.is("sub") && k == 1)) continue;
      const string test = line(w, "and.b32 %edit_b32, " + w.operands[x] + ", 2147483647") + line(w, "mov.b32 %edit_c32, " + w.operands[x]) + line(w, "setp.eq.s32 %edit_p, %edit_b32, 0");
      zeros.add(s, test + w.text() + '\n' + line(w, "selp.b32 " + w.operands[0] + ", %edit_c32, " + w.operands[0] + ", %edit_p"));
      string text = line(w, "mov.b32 %edit_f32, " + w.operands[x]) + line(w, "shr.s32 %edit_b32, " + w.operands[k] + ", 23");
      if (literal) text = line(w, "mov.b32 %edit_f32, " + w.operands[x]) + line(w, "mov.b32 %edit_b32, " + std::to_string(static_cast<std::int32_t>(*literal) >> 23));
      if (w.is("sub")) text += line(w, "neg.s32 %edit_b32, %edit_b32");
      text += line(w, "cvt.rn.f32.s32 %edit_g32, %edit_b32") + line(w, "ex2.approx.f32 %edit_g32, %edit_g32") + line(w, "mul.rn.f32 %edit_f32, %edit_f32, %edit_g32") + line(w, "mov.b32 " + w.operands[0] + ", %edit_f32");
      scaled.add(s, text);
    }
  }
  zeros.move_to(out), scaled.move_to(out);
}

/// Bits of a number's magnitude, taken with the sign.
void drop_signs(index function, const statements& all, std::vector<edit>& out) {
  by_place edits(function, ranks::signedness, "the bits without the sign", "with it");
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    const bool exponent = w.is("shr") && w.type().ends_with("32") && w.operands.size() == 3 && holds(w, 2, 23);
    const bool extreme = (w.is("atom") || w.is("red") || w.is("redux")) && (w.has("max") || w.has("min")) && w.type().ends_with("32") && w.type()[0] != 'f';
    const std::size_t k = w.is("atom") ? 2 : 1;
    if ((!exponent && !extreme) || k >= w.operands.size() || !w.operands[k].starts_with('%')) continue;
    edits.add(s, line(w, "and.b32 %edit_b32, " + w.operands[k] + ", 2147483647") + w.with_operand(k, "%edit_b32").text());
  }
  edits.move_to(out);
}

/// Bits of a number as a key: -0 is another one than 0.
void one_zero(index function, const statements& all, std::vector<edit>& out) {
  by_place edits(function, ranks::packed_keys, "0 in the place of -0", "its bits");
  for (const numbered_statement& s : all)
    if (s.what.is("mov") && s.what.type() == "b32" && s.what.operands.size() == 2 && s.what.operands[1].starts_with('%') && s.what.types[1] == ".f32" && s.what.types[0] != ".f32")
      edits.add(s, line(s.what, "add.rn.f32 %edit_f32, " + s.what.operands[1] + ", 0f00000000") + s.what.with_operand(1, "%edit_f32").text());
  edits.move_to(out);
}

bool to_integer(const statement& s) { return s.is("cvt") && s.operands.size() == 2 && (s.has("rzi") || s.has("rni") || s.has("rmi") || s.has("rpi")) && s.type()[0] == 'f' && s.words[s.words.size() - 2][0] != 'f'; }

/// Numbers that are cut to whole ones on their way, and need not be.
void keep_fractions(index function, const statements& all, const single_definitions& defined, std::vector<edit>& out) {
  by_place edits(function, ranks::not_narrowed, "no rounding to whole numbers", "rounded");
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    if (!w.is("cvt") || w.operands.size() != 2) continue;
    const bool whole = (w.has("rzi") || w.has("rni") || w.has("rmi") || w.has("rpi")) && w.type()[0] == 'f' && w.words[w.words.size() - 2] == w.type();
    if (whole) edits.add(s, s.what.taking(1));
    const numbered_statement* const from = w.type()[0] != 'f' && w.words[w.words.size() - 2][0] == 'f' ? defined.of(w.operands[1]) : nullptr;
    if (from == nullptr || !to_integer(from->what) || from->what.type() != w.words[w.words.size() - 2]) continue;
    edits.at(*from).instead.instructions[s.at] = joined(line(w, w.result + ' ' + w.operands[0] + ", " + from->what.operands[1]));
  }
  edits.move_to(out);
}

/// A number that is rounded to a whole one before it is multiplied or divided.
void round_last(index function, const statements& all, const single_definitions& defined, std::vector<edit>& out) {
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    if (!(w.is("mul") || w.is("div")) || w.type() != "f32" || w.operands.size() != 3) continue;
    for (const std::size_t k : {1, 2}) {
      const numbered_statement* const whole = defined.of(w.operands[k]);
      if (whole == nullptr || (w.is("div") && k == 2) || !whole->what.is("cvt") || whole->what.type() != "f32" || whole->what.words[whole->what.words.size() - 2] != "f32" || !(whole->what.has("rni") || whole->what.has("rzi") || whole->what.has("rmi"))) continue;
      edit e = unwritten_edit(function, whole->at, ranks::not_narrowed, "rounding to a whole number after it is scaled", "before it");
      e.instead.instructions[s.at] = w.with_operand(k, whole->what.operands[1]).text() + '\n' + whole->what.with_operand(0, w.operands[0]).with_operand(1, w.operands[0]).text();
      out.push_back(std::move(e));
    }
  }
}

/// A quotient of integers where one of numbers is meant.
void divide_numbers(index function, const statements& all, const single_definitions& defined, std::vector<edit>& out) {
  by_place edits(function, ranks::not_narrowed, "a quotient of numbers", "of integers");
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    const bool to_number = w.is("cvt") && w.operands.size() == 2 && w.words[w.words.size() - 2] == "f32" && (w.type() == "s32" || w.type() == "u32");
    const numbered_statement* const d = to_number ? defined.of(w.operands[1]) : nullptr;
    if (d == nullptr || !d->what.is("div") || !d->what.type().ends_with("32") || d->what.operands.size() != 3) continue;
    const string convert = "cvt.rn.f32." + d->what.type() + ' ';
    edits.at(*d).instead.instructions[s.at] = joined(line(w, convert + "%edit_f32, " + d->what.operands[1]) + line(w, convert + "%edit_g32, " + d->what.operands[2]) + line(w, "div.rn.f32 " + w.operands[0] + ", %edit_f32, %edit_g32"));
  }
  edits.move_to(out);
}

/// A number that is cut to an integer before it is multiplied.
void scale_first(index function, const statements& all, const single_definitions& defined, std::vector<edit>& out) {
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    const bool shifts = w.is("shl"), multiplies = w.is("mul") && w.has("lo");
    const auto by = w.operands.size() == 3 ? integer_at(w, 2) : std::nullopt;
    const numbered_statement* const from = w.operands.size() == 3 && (shifts || multiplies) && by ? defined.of(w.operands[1]) : nullptr;
    if (from == nullptr || !to_integer(from->what) || from->what.type() != "f32" || *by < 1 || (shifts && *by > 40)) continue;
    const double factor = shifts ? static_cast<double>(std::int64_t{1} << *by) : static_cast<double>(*by);
    char literal[16];
    std::snprintf(literal, sizeof literal, "0f%08X", std::bit_cast<std::uint32_t>(static_cast<float>(factor)));
    edit e = unwritten_edit(function, from->at, ranks::not_narrowed, "the product made before it is rounded to an integer", "after it");
    e.instead.instructions[s.at] = line(w, "mul.rn.f32 %edit_f32, " + from->what.operands[1] + ", " + literal) + from->what.with_operand(0, w.operands[0]).with_operand(1, "%edit_f32").text();
    out.push_back(std::move(e));
  }
}

/// The same rounding to an integer everywhere.
void round_alike(index function, const statements& all, std::vector<edit>& out) {
  for (const std::string_view now : {"rzi", "rni"})
    for (const std::string_view other : {"rmi", "rni", "rzi"}) {
      std::optional<edit> e;
      for (const numbered_statement& s : all)
        if (to_integer(s.what) && s.what.has(now) && now != other) {
          if (!e) e = unwritten_edit(function, s.at, ranks::rounding + 1, other == "rmi" ? "rounding down here and elsewhere" : other == "rni" ? "rounding to nearest here and elsewhere" : "truncation here and elsewhere", now == "rzi" ? "truncation" : "rounding to nearest");
          e->instead.instructions[s.at] = s.what.with_word(now, other).text();
        }
      if (e && e->instead.instructions.size() > 1) out.push_back(*std::move(e));
    }
}

/// A mask all of whose periods are alike but for a bit.
void even_masks(index function, const statements& all, std::vector<edit>& out) {
  for (const int period : {4, 8, 16, 2}) {
    by_place edits(function, ranks::mask, "a mask that repeats itself every " + std::to_string(period) + " bits", "it does not");
    for (const numbered_statement& s : all) {
      if (!s.what.is("and") || s.what.type() != "b32" || s.what.operands.size() != 3 || !is_integer(s.what, 2)) continue;
      const auto now = static_cast<std::uint32_t>(s.what.literals[2]->bits);
      std::uint32_t even = 0;
      for (int k = 0; k < 32; ++k) {
        int set = 0;
        for (int j = k % period; j < 32; j += period) set += static_cast<int>(now >> j & 1u);
        if (2 * set > 32 / period) even |= 1u << k;
      }
      if (even != now && even != 0 && even != ~0u && std::popcount(even ^ now) <= 2) edits.add(s, s.what.with_operand(2, std::to_string(even)).text());
    }
    edits.move_to(out);
  }
}

/// Bits of numbers compared as integers with a sign: those of negative numbers descend. `ordered` makes one of the other, both ways.
string ordered(const statement& s, const string& d, const string& a) {
  return line(s, "shr.s32 %edit_c32, " + a + ", 31") + line(s, "and.b32 %edit_c32, %edit_c32, 2147483647") + line(s, "xor.b32 " + d + ", " + a + ", %edit_c32");
}

/// Extremes of the bits of numbers, of a warp or of two.
void order_extremes(index function, const statements& all, std::vector<edit>& out) {
  by_place edits(function, ranks::packed_keys, "bits compared as the numbers that they are", "as integers");
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    const bool has_sign = w.type() == "s32" && (w.has("max") || w.has("min"));
    if (w.is("redux") && has_sign && w.operands.size() == 3) {
      statement inner = w.with_operand(1, "%edit_b32");
      inner.operands[0] = "%edit_b32";
      edits.add(s, ordered(w, "%edit_b32", w.operands[1]) + inner.text() + '\n' + ordered(w, w.operands[0], "%edit_b32"));
    }
    if ((w.is("atom") || w.is("red")) && has_sign && !w.has("v2")) {
      const std::size_t address = w.is("atom") ? 1 : 0;
      if (w.operands.size() != address + 2) continue;
      statement swap = w;
      swap.words.erase(std::remove_if(swap.words.begin(), swap.words.end(), [](const string& x) { return x == "min" || x == "max"; }), swap.words.end());
      swap.words[0] = "atom", swap.words.back() = "b32", swap.words.insert(swap.words.end() - 1, "cas");
      swap.operands = {"%edit_c32", w.operands[address], "%edit_b32", "%edit_d32"};
      statement read = swap;
      read.operands = {"%edit_b32", w.operands[address], "0", "0"};
      const string label = "$edit_" + std::to_string(s.at), skip = w.guard.empty() ? string() : "  @" + string(w.guard[1] == '!' ? "" : "!") + w.guard.substr(w.guard[1] == '!' ? 2 : 1) + "bra " + label + "_end;\n";
      const auto bare = [](statement x) { return x.guard.clear(), x.text() + '\n'; };
      string text = skip + bare(read) + label + ":\n  mov.b32 %edit_f32, %edit_b32;\n  mov.b32 %edit_g32, " + w.operands[address + 1] + ";\n  " + (w.has("max") ? "max" : "min") + ".f32 %edit_f32, %edit_f32, %edit_g32;\n  mov.b32 %edit_d32, %edit_f32;\n" + bare(swap) +
                    "  setp.ne.s32 %edit_p, %edit_c32, %edit_b32;\n  mov.b32 %edit_b32, %edit_c32;\n  @%edit_p bra " + label + ";\n" + (skip.empty() ? "" : label + "_end:\n");
      if (w.is("atom") && w.operands[0].starts_with('%')) text += "  mov.b32 " + w.operands[0] + ", %edit_b32;\n";
      edits.add(s, text);
    }
  }
  edits.move_to(out);
}

/// A number of which some bits make room for an index.
void whole_keys(index function, const statements& all, const single_definitions& defined, std::vector<edit>& out) {
  by_place edits(function, ranks::packed_keys, "the number with all of its bits in the place of the key", "the key");
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    if (!(w.is("or") || w.is("add")) || !w.type().ends_with("32") || w.type()[0] == 'f' || w.operands.size() != 3) continue;
    for (const std::size_t k : {1, 2}) {
      const numbered_statement* const d = defined.of(w.operands[k]);
      const auto mask = d != nullptr && d->what.is("and") && d->what.operands.size() == 3 ? integer_at(d->what, 2) : std::nullopt;
      if (!mask) continue;
      const std::uint32_t low = ~static_cast<std::uint32_t>(*mask);
      if (low < 15 || low > 0xffff || (low & (low + 1)) != 0) continue;
      edits.add(s, line(w, "mov.b32 " + w.operands[0] + ", " + d->what.operands[1]));
    }
  }
  edits.move_to(out);
}

} // namespace

std::vector<edit> bit_edits(index function, const statements& all) {
  std::vector<edit> out;
  const single_definitions defined(all);
  sign_fields(function, all, out);
  unsigned_fields(function, all, out);
  masked_fields(function, all, defined, out);
  swap_halves(function, all, defined, out);
  select_halves(function, all, out);
  scale_by_exponent(function, all, defined, out);
  drop_signs(function, all, out);
  one_zero(function, all, out);
  keep_fractions(function, all, defined, out);
  scale_first(function, all, defined, out);
  round_last(function, all, defined, out);
  divide_numbers(function, all, defined, out);
  round_alike(function, all, out);
  even_masks(function, all, out);
  order_extremes(function, all, out);
  whole_keys(function, all, defined, out);
  return out;
}

} // namespace fpcheck::ptx

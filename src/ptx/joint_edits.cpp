#include "joint_edits.hpp"

#include "start_values.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>

namespace fpcheck::ptx {
namespace {

using std::string;
using statements = std::vector<numbered_statement>;

edit empty_edit(index function, index at, unsigned rank, string with, string now) {
  edit e;
  e.instead.function = function, e.instead.declarations = spare_registers;
  e.at = at, e.rank = rank, e.with = std::move(with), e.now = std::move(now);
  return e;
}

string first_half(const string& pair) { return pair.substr(0, pair.find('|')); }

/// The statement that defines a register, if it is one.
class definitions {
public:
  explicit definitions(const statements& all) {
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!all[k].what.operands.empty()) ++count_[first_half(all[k].what.operands[0])], last_[first_half(all[k].what.operands[0])] = k;
  }
  std::optional<std::size_t> only(const string& name) const {
    const auto it = count_.find(name);
    return it != count_.end() && it->second == 1 ? std::optional(last_.at(name)) : std::nullopt;
  }

private:
  std::map<string, unsigned> count_;
  std::map<string, std::size_t> last_;
};

/// The sum, or the like, that takes what the shuffle at `k` gives, and which of its operands that is.
struct shuffle_use {
  const statement* sum = nullptr;
  std::size_t other = 0; ///< the operand that is the lane's own
};
shuffle_use use_of(const statements& all, std::size_t k) {
  string given = first_half(all[k].what.operands[0]);
  static constexpr std::array<std::string_view, 7> sums{"add", "min", "max", "or", "and", "xor", "mul"};
  for (std::size_t j = k + 1; j < std::min(all.size(), k + 8); ++j) {
    const statement& s = all[j].what;
    if (s.is("mov") && s.operands.size() == 2 && s.operands[1] == given) given = s.operands[0];
    else if (std::find(sums.begin(), sums.end(), s.words[0]) != sums.end() && s.operands.size() == 3 && (s.operands[1] == given) != (s.operands[2] == given))
      return {&s, s.operands[1] == given ? std::size_t{2} : std::size_t{1}};
  }
  return {};
}

/// What comes before the shuffle at `k`: the same with twice its distance, and the sum.
string step_before(const statements& all, std::size_t k, std::uint64_t clamp) {
  const statement& s = all[k].what;
  const shuffle_use use = use_of(all, k);
  if (use.sum == nullptr || !s.words.back().ends_with("32")) return {};
  const string& own = use.sum->operands[use.other];
  const bool real = use.sum->type() == "f32";
  if (!own.starts_with('%') || !(real || use.sum->type().ends_with("32")) || !s.operands[1].starts_with('%')) return {};
  statement step = s;
  step.operands[0] = "%edit_c32|%edit_p", step.operands[2] = std::to_string(2 * s.literals[2]->bits), step.operands[3] = std::to_string(clamp);
  statement sum = *use.sum;
  sum.guard = s.guard;
  sum.operands[0] = own, sum.operands[use.other] = own, sum.operands[3 - use.other] = real ? "%edit_f32" : "%edit_c32";
  string out = step.text() + '\n';
  if (real) out += "  " + s.guard + "mov.b32 %edit_f32, %edit_c32;\n";
  out += sum.text() + '\n';
  if (s.operands[1] != own) out += "  " + s.guard + "mov.b32 " + s.operands[1] + ", " + own + ";\n";
  return out + s.text();
}

/// A reduction by shuffles that starts a step too late.
void add_steps(index function, const statements& all, std::vector<edit>& out) {
  std::map<string, std::uint64_t> farthest; // by place
  const auto steps = [](const statement& s) {
    return s.is("shfl") && (s.has("down") || s.has("bfly")) && s.operands.size() == 5 && s.literals[2] && s.literals[3] && s.literals[2]->kind == literal_kind::integer;
  };
  for (const numbered_statement& s : all)
    if (steps(s.what)) farthest[s.place] = std::max(farthest[s.place], s.what.literals[2]->bits);
  for (const auto& [place, distance] : farthest) {
    if (distance == 0 || distance > 8) continue;
    for (const bool whole : {false, true}) {
      std::optional<edit> e;
      for (std::size_t k = 0; k < all.size(); ++k) {
        const statement& s = all[k].what;
        if (all[k].place != place || !steps(s) || s.literals[2]->bits != distance) continue;
        const string text = step_before(all, k, whole ? 31 : s.literals[3]->bits);
        if (text.empty() || (whole && s.literals[3]->bits == 31)) continue;
        if (!e) e = empty_edit(function, all[k].at, ranks::shuffle_step, "one more shuffle before this one, over " + std::to_string(2 * distance) + " lanes" + (whole ? " of the whole warp," : ","), "none");
        e->instead.instructions[all[k].at] = text;
      }
      if (e) out.push_back(*std::move(e));
    }
  }
}

/// All shuffles of one width in another, and with nothing from beyond a segment: what a lane without a partner has of its own counts twice in sums.
void change_widths(index function, const statements& all, std::vector<edit>& out) {
  const auto segments = [](const statement& s) { return s.is("shfl") && s.type() == "b32" && s.operands.size() == 5 && s.literals[3] && s.literals[3]->kind == literal_kind::integer; };
  std::map<std::uint64_t, std::size_t> places; // shuffles by their width, as it is written
  for (const numbered_statement& s : all)
    if (segments(s.what)) ++places[s.what.literals[3]->bits];
  for (const auto& [clamp, count] : places)
    for (const unsigned width : {32u, 16u, 8u, 4u, 2u})
      for (const bool empty : {false, true}) {
        const std::uint64_t other = ((32 - width) << 8) | (clamp & 31);
        if (!empty && (other == clamp || count == 1)) continue;
        std::optional<edit> e;
        for (const numbered_statement& s : all) {
          const statement& w = s.what;
          if (!segments(w) || w.literals[3]->bits != clamp || (empty && (w.has("bfly") || !w.guard.empty()))) continue;
          const string width_now = std::to_string(32 - ((clamp >> 8) & 31));
          if (!e) e = empty_edit(function, s.at, ranks::shuffle_width, "a shuffle width of " + std::to_string(width) + (empty ? ", and 0 from beyond it," : ""), width_now);
          statement to = w.with_operand(3, std::to_string(other));
          const string result = first_half(w.operands[0]);
          if (empty) to.operands[0] = result + "|%edit_p";
          e->instead.instructions[s.at] = empty ? to.text() + "\n  @!%edit_p mov.b32 " + result + ", 0;" : to.text();
        }
        if (e && !e->instead.instructions.empty()) out.push_back(*std::move(e));
      }
}

/// A sum by shuffles that starts a step too early: without its farthest one.
void drop_steps(index function, const statements& all, std::vector<edit>& out) {
  std::map<string, std::pair<std::uint64_t, std::size_t>> farthest; // by place
  for (std::size_t k = 0; k < all.size(); ++k) {
    const statement& s = all[k].what;
    if (!s.is("shfl") || s.operands.size() != 5 || !s.literals[2] || s.literals[2]->kind != literal_kind::integer) continue;
    auto& most = farthest[all[k].place];
    if (s.literals[2]->bits > most.first) most = {s.literals[2]->bits, k};
  }
  for (const auto& [place, most] : farthest) {
    const shuffle_use use = use_of(all, most.second);
    if (use.sum == nullptr || !use.sum->is("add")) continue;
    const statement& s = all[most.second].what;
    edit e = empty_edit(function, all[most.second].at, ranks::shuffle_step, "no shuffle over " + std::to_string(most.first) + " lanes", "one");
    e.instead.instructions[all[most.second].at] = "  " + s.guard + "mov.b32 " + first_half(s.operands[0]) + ", 0;";
    out.push_back(std::move(e));
  }
}

/// A number that goes through a narrower format and back.
void keep_wide(index function, const statements& all, const definitions& defined, std::vector<edit>& out) {
  std::map<string, std::size_t> known;
  for (const numbered_statement& s : all) {
    if (!s.what.is("cvt") || s.what.operands.size() != 2) continue;
    const auto from = defined.only(s.what.operands[1]);
    if (!from || !all[*from].what.is("cvt") || all[*from].what.operands.size() != 2) continue;
    const statement& narrow = all[*from].what;
    const string &outer = s.what.words[s.what.words.size() - 2], &inner = s.what.type(), &source = narrow.type(), &made = narrow.words[narrow.words.size() - 2];
    const auto bits = [](const string& t) { return t.size() > 1 ? t.substr(t.find_first_of("0123456789")) : string(); };
    if (bits(outer) != bits(source) || bits(inner) != bits(made) || bits(inner) == bits(outer) || (outer[0] == 'f') != (source[0] == 'f')) continue;
    if (narrow.has("rzi") || narrow.has("rni") || narrow.has("rmi") || narrow.has("rpi")) continue;
    const auto [group, fresh] = known.try_emplace(all[*from].place + made, out.size());
    if (fresh) out.push_back(empty_edit(function, all[*from].at, ranks::not_narrowed, "no narrowing to " + made, "narrowed"));
    out[group->second].instead.instructions[s.at] = "  " + s.what.guard + s.what.result + ' ' + s.what.operands[0] + ", " + narrow.operands[1] + ";";
  }
}

/// Keys of floats that flip the sign bit alone: of negative numbers all bits have to be.
void order_negatives(index function, const statements& all, std::vector<edit>& out) {
  std::optional<edit> both, alike;
  string first;
  for (const numbered_statement& s : all) {
    const bool flips = (s.what.is("xor") || s.what.is("add")) && s.what.type().ends_with("32") && s.what.operands.size() == 3 && s.what.literals[2] && static_cast<std::uint32_t>(s.what.literals[2]->bits) == 0x80000000u;
    if (!flips) continue;
    const bool leads = first.empty() || first == s.place;
    if (first.empty()) {
      first = s.place;
      both = empty_edit(function, s.at, ranks::negative_keys, "all bits of negative numbers inverted, and back where a key is read,", "the sign alone is");
      alike = empty_edit(function, s.at, ranks::negative_keys, "all bits of negative numbers inverted", "the sign alone is");
    }
    const auto key = [&](bool back) {
      const string before = "  " + s.what.guard;
      return before + "shr.s32 %edit_b32, " + s.what.operands[1] + ", 31;\n" + (back ? before + "not.b32 %edit_b32, %edit_b32;\n" : "") + before + "or.b32 %edit_b32, %edit_b32, -2147483648;\n" + before + "xor.b32 " + s.what.operands[0] + ", " + s.what.operands[1] + ", %edit_b32;";
    };
    both->instead.instructions[s.at] = key(!leads);
    alike->instead.instructions[s.at] = key(false);
  }
  if (both) out.push_back(*std::move(both)), out.push_back(*std::move(alike));
}

/// The bits of a number in %edit_b32 made to ascend with it as an unsigned integer; `back`: made of such a key again.
string ascending_bits(const string& guard, bool back) {
  const string before = "  " + guard, complement = back ? before + "not.b32 %edit_c32, %edit_c32;\n" : string();
  return before + "shr.s32 %edit_c32, %edit_b32, 31;\n" + complement + before + "or.b32 %edit_c32, %edit_c32, -2147483648;\n" + before +
         "xor.b32 %edit_b32, %edit_b32, %edit_c32;\n";
}

bool is_literal(const statement& s, std::size_t k, std::uint64_t value) { return s.literals[k] && s.literals[k]->bits == value; }

/// Keys of 64 bits whose upper half is the bits of a number as they are: with a sign bit they descend, and are above all others.
void order_packed(index function, const statements& all, std::vector<edit>& out) {
  std::optional<edit> alone, read;
  bool reads = false;
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    const bool packs = w.is("bfi") && w.type() == "b64" && w.operands.size() == 5 && is_literal(w, 3, 32) && is_literal(w, 4, 32) && w.operands[1].starts_with('%');
    const bool unpacks = w.is("shr") && w.type() == "u64" && w.operands.size() == 3 && is_literal(w, 2, 32);
    if (packs && !alone) {
      alone = empty_edit(function, s.at, ranks::packed_keys, "all bits of negative numbers inverted, the sign of others set,", "the bits as they are");
      read = empty_edit(function, s.at, ranks::packed_keys, "all bits of negative numbers inverted, the sign of others set, and back where a key is read,", "the bits as they are");
    }
    if (!alone || (!packs && !unpacks)) continue;
    const string before = "  " + w.guard, &taken = packs ? w.operands[1] : w.operands[0];
    const string ordered = before + "cvt.u32.u64 %edit_b32, " + taken + ";\n" + ascending_bits(w.guard, unpacks) + before + "cvt.u64.u32 " + (packs ? string("%edit_b64") : taken) + ", %edit_b32;";
    read->instead.instructions[s.at] = packs ? ordered + '\n' + w.with_operand(1, "%edit_b64").text() : w.text() + '\n' + ordered;
    if (packs) alone->instead.instructions[s.at] = read->instead.instructions[s.at];
    reads = reads || unpacks;
  }
  if (alone) out.push_back(*std::move(alone));
  if (read && reads) out.push_back(*std::move(read));
}

/// Masks of the lowest bits, as many as are left over: of none, where a whole number of words is left, all are meant.
void fill_empty_masks(index function, const statements& all, const definitions& defined, std::vector<edit>& out) {
  const auto shifts = [&](const string& operand, std::uint32_t what) {
    const auto at = defined.only(operand);
    if (!at) return false;
    const statement& d = all[*at].what;
    return d.is("shl") && d.type() == "b32" && d.operands.size() == 3 && d.literals[1] && static_cast<std::uint32_t>(d.literals[1]->bits) == what && !d.literals[2];
  };
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    const bool complement = w.is("not") && w.type() == "b32" && w.operands.size() == 2 && shifts(w.operands[1], ~0u);
    const bool less_one = w.is("add") && w.type().ends_with("32") && w.operands.size() == 3 && w.literals[2] && static_cast<std::uint32_t>(w.literals[2]->bits) == ~0u && shifts(w.operands[1], 1u);
    if (!complement && !less_one) continue;
    edit e = empty_edit(function, s.at, ranks::empty_mask, "all bits set where this mask has none", "none");
    const string before = "  " + w.guard;
    e.instead.instructions[s.at] = w.text() + '\n' + before + "setp.eq.s32 %edit_p, " + w.operands[0] + ", 0;\n" + before + "selp.b32 " + w.operands[0] + ", -1, " + w.operands[0] + ", %edit_p;";
    out.push_back(std::move(e));
  }
}

/// Masks of all bits that a shift leaves, where the bits are meant that it takes away.
void complement_masks(index function, const statements& all, std::vector<edit>& out) {
  for (const numbered_statement& s : all) {
    const statement& w = s.what;
    const bool all_ones = (w.is("shr") || w.is("shl")) && w.type().ends_with("32") && w.operands.size() == 3 && w.literals[1] && static_cast<std::uint32_t>(w.literals[1]->bits) == ~0u && !w.literals[2] && w.type() != "s32";
    if (!all_ones) continue;
    const string before = "  " + w.guard;
    for (const bool low : {true, false}) {
      edit e = empty_edit(function, s.at, ranks::empty_mask, string("a mask of as many ") + (low ? "low" : "high") + " bits as the shift takes away", "of those that it leaves");
      e.instead.instructions[s.at] = before + (low ? "shl.b32 " : "shr.u32 ") + w.operands[0] + ", -1, " + w.operands[2] + ";\n" + before + "not.b32 " + w.operands[0] + ", " + w.operands[0] + ";";
      if (w.operands[0] != w.operands[2]) out.push_back(std::move(e));
    }
  }
}

/// Two indices with a stride each, taken for one another.
void swap_indices(index function, const statements& all, std::vector<edit>& out) {
  const auto scales = [](const statement& s) { return ((s.is("mul") && (s.has("wide") || s.has("lo"))) || s.is("shl")) && s.operands.size() == 3 && s.operands[1].starts_with('%') && s.type()[0] != 'f'; };
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; scales(all[i].what) && j < std::min(all.size(), i + 8); ++j) {
      const statement &a = all[i].what, &b = all[j].what;
      if (all[i].place != all[j].place || !scales(b) || a.operands[1] == b.operands[1] || a.operands[2] == b.operands[2]) continue;
      edit e = empty_edit(function, all[i].at, ranks::swapped_index, "two indices the other way round", "as they are");
      e.instead.instructions[all[i].at] = a.with_operand(1, b.operands[1]).text();
      e.instead.instructions[all[j].at] = b.with_operand(1, a.operands[1]).text();
      out.push_back(std::move(e));
    }
}

/// An element of a matrix that a load reads: of the array that begins where the text says, as many elements on as the number says.
struct read_elements {
  string base;
  std::uint64_t first = 0;
  std::vector<string> into; ///< one after the other
};
std::optional<read_elements> elements_read(const statement& s) {
  if (!s.is("ld") || s.has("param") || s.operands.size() != 2 || !s.operands[1].ends_with("]") || !(s.type() == "f32" || s.type() == "f64" || s.type().ends_with("32"))) return std::nullopt;
  const std::uint64_t bytes = s.type().ends_with("64") ? 8 : 4;
  const std::size_t plus = s.operands[1].find('+');
  const long long offset = plus == string::npos ? 0 : std::strtoll(s.operands[1].c_str() + plus + 1, nullptr, 10);
  if (offset < 0 || static_cast<std::uint64_t>(offset) % bytes != 0) return std::nullopt;
  read_elements out{s.operands[1].substr(0, plus == string::npos ? s.operands[1].size() - 1 : plus), static_cast<std::uint64_t>(offset) / bytes, {}};
  string names = s.operands[0];
  std::erase_if(names, [](char c) { return c == '{' || c == '}' || c == ' '; });
  for (std::size_t at = 0; at <= names.size();) {
    const std::size_t comma = std::min(names.find(',', at), names.size());
    out.into.push_back(names.substr(at, comma - at));
    at = comma + 1;
  }
  return out;
}

/// The loads of a square matrix, whose indices the compiler has worked out, with rows and columns exchanged.
void transpose_matrices(index function, const statements& all, std::vector<edit>& out) {
  std::map<std::pair<string, string>, std::vector<std::size_t>> loads; // by words and base
  for (std::size_t k = 0; k < all.size(); ++k)
    if (const auto r = elements_read(all[k].what)) loads[{all[k].what.words[1] + all[k].what.type(), r->base}].push_back(k);
  for (const auto& [array, at] : loads)
    for (const std::uint64_t side : {2u, 3u, 4u, 6u}) {
      std::optional<edit> e;
      std::uint64_t last = 0, elements = 0;
      for (const std::size_t k : at) {
        const auto r = elements_read(all[k].what);
        last = std::max(last, r->first + r->into.size() - 1), elements += r->into.size();
        statement one = all[k].what;
        std::erase_if(one.words, [](const string& w) { return w == "v2" || w == "v4"; });
        const std::uint64_t bytes = one.type().ends_with("64") ? 8 : 4;
        string text;
        bool changes = false;
        for (std::size_t i = 0; i < r->into.size(); ++i) {
          const std::uint64_t from = r->first + i, to = (from % side) * side + from / side;
          changes = changes || to != from;
          one.operands = {r->into[i], r->base + '+' + std::to_string(to * bytes) + ']'};
          text += (i == 0 ? "" : "\n") + one.text();
        }
        if (!changes) continue;
        if (!e) e = empty_edit(function, all[k].at, ranks::swapped_index, "rows and columns of a matrix of " + std::to_string(side) + " rows the other way round", "as they are");
        e->instead.instructions[all[k].at] = text;
      }
      if (e && last < side * side && last > side * (side - 2) && elements >= side * side - side) out.push_back(*std::move(e));
    }
}

/// What an index is multiplied by to be added to an address: the statement and the factor.
struct scaled_index {
  std::size_t at = 0;
  std::uint64_t factor = 0;
  string index;
};
std::optional<scaled_index> factor_of(const statements& all, std::size_t at) {
  const statement& m = all[at].what;
  const bool product = m.is("mul") && (m.has("wide") || m.has("lo")), shift = m.is("shl");
  if ((!product && !shift) || m.operands.size() != 3 || !m.literals[2] || m.literals[2]->kind != literal_kind::integer) return std::nullopt;
  return scaled_index{at, shift ? std::uint64_t{1} << (m.literals[2]->bits & 31) : m.literals[2]->bits, m.operands[1]};
}
std::optional<scaled_index> scale_of(const statements& all, const definitions& defined, const string& address) {
  const auto sum = defined.only(address);
  if (!sum || !all[*sum].what.is("add") || all[*sum].what.operands.size() != 3) return std::nullopt;
  for (const std::size_t k : {1, 2}) {
    const auto at = defined.only(all[*sum].what.operands[k]);
    if (!at) continue;
    auto out = factor_of(all, *at);
    const auto inner = out ? defined.only(out->index) : std::nullopt;
    if (const auto more = inner ? factor_of(all, *inner) : std::nullopt) out->factor *= more->factor, out->index = more->index;
    if (out) return out;
  }
  return std::nullopt;
}

/// The loads of a row of a square matrix made to be of a column, or the other way: one index stands in the code, the other one is what the thread has.
void exchange_strides(index function, const statements& all, const definitions& defined, std::vector<edit>& out) {
  std::map<std::pair<string, string>, std::map<std::uint64_t, std::size_t>> loads; // by words and base: the first element that each reads
  for (std::size_t k = 0; k < all.size(); ++k)
    if (const auto r = elements_read(all[k].what); r && r->into.size() == 1) loads[{all[k].what.words[1] + all[k].what.type(), r->base}].emplace(r->first, k);
  for (const auto& [array, at] : loads) {
    const std::uint64_t side = at.size(), bytes = array.first.ends_with("64") ? 8 : 4;
    const auto scale = side > 1 && at.begin()->first == 0 ? scale_of(all, defined, array.second.substr(1)) : std::nullopt;
    if (!scale) continue;
    const std::uint64_t step = std::next(at.begin())->first;
    const bool evenly = std::all_of(at.begin(), at.end(), [&, n = std::uint64_t{0}](const auto& x) mutable { return x.first == step * n++; });
    const bool row = step == 1 && scale->factor == side * bytes, column = step == side && scale->factor == bytes;
    if (!evenly || (!row && !column)) continue;
    edit e = empty_edit(function, all[at.begin()->second].at, ranks::swapped_index, "rows and columns of a matrix of " + std::to_string(side) + " rows the other way round", "as they are");
    statement m = all[scale->at].what;
    const std::uint64_t factor = row ? bytes : side * bytes;
    if (m.is("shl")) m.words = {"mul", "lo", m.type() == "b64" ? "s64" : "s32"};
    m.operands[1] = scale->index, m.operands[2] = std::to_string(factor);
    e.instead.instructions[all[scale->at].at] = m.text();
    std::uint64_t n = 0;
    for (const auto& [first, k] : at) e.instead.instructions[all[k].at] = all[k].what.with_operand(1, array.second + '+' + std::to_string(n++ * bytes * (row ? side : 1)) + ']').text();
    out.push_back(std::move(e));
  }
}

} // namespace

std::vector<edit> joint_edits(index function, const statements& all) {
  std::vector<edit> out;
  const definitions defined(all);
  add_steps(function, all, out);
  change_widths(function, all, out);
  drop_steps(function, all, out);
  keep_wide(function, all, defined, out);
  order_negatives(function, all, out);
  order_packed(function, all, out);
  fill_empty_masks(function, all, defined, out);
  complement_masks(function, all, out);
  swap_indices(function, all, out);
  transpose_matrices(function, all, out);
  exchange_strides(function, all, defined, out);
  change_start_values(function, all, out);
  return out;
}

} // namespace fpcheck::ptx

#include "bit_edits.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fpcheck::ptx {
namespace {

using std::string;
using statements = std::vector<numbered_statement>;

/// A narrower format, by the difference of its exponent's bias from binary32's.
enum class narrow_format { half, e4m3 };

/// What a constant takes off an exponent where it is rebased, in any place of a word; nothing where it is none of those.
std::optional<narrow_format> rebased_to(std::uint64_t literal) {
  const auto v = static_cast<std::uint32_t>(literal);
  for (const auto& [difference, format] : {std::pair{112u, narrow_format::half}, {120u, narrow_format::e4m3}})
    for (unsigned k = 0; k < 25; ++k)
      if (v == difference << k || v == 0u - (difference << k)) return format;
  if (v == 0x4000u || v == 0x40000000u || v == 16u || v == 17u) return narrow_format::half; // what is left of it in the code's bits
  if (v == 64u || v == 65u) return narrow_format::e4m3;
  return std::nullopt;
}

/// What is made of one register by integer code.
struct derived {
  string root;                         ///< none where there is none, or there are several
  const numbered_statement* rebase = nullptr;
  narrow_format format{};
  bool high = false;                   ///< in the upper half of a word
  bool several = false;
};

class packed_numbers {
public:
  packed_numbers(index function, const statements& all) : function_(function), all_(all), defined_(all) {}

  std::vector<edit> edits() {
    std::vector<edit> out;
    for (const bool clamps : {false, true}) {
      std::optional<edit> last;
      for (std::size_t k = 0; k < all_.size(); ++k) {
        const numbered_statement& s = all_[k];
        if (!handles_bits(s.what) || s.what.operands.size() < 2) continue;
        const derived d = made_at(s);
        if (d.root.empty() || d.several || d.rebase == nullptr) continue;
        const string text = conversion(s.what, d, clamps);
        if (text.empty()) continue;
        edit one = unwritten_edit(function_, d.rebase->at, ranks::negative_keys, name_of(d, clamps), "packed by hand");
        one.instead.instructions[s.at] = text;
        out.push_back(std::move(one));
        if (!is_last(s)) continue;
        if (!last) last = unwritten_edit(function_, d.rebase->at, ranks::negative_keys, name_of(d, clamps), "packed by hand");
        last->instead.instructions[s.at] = text;
      }
      if (last && last->instead.instructions.size() > 1) out.push_back(*std::move(last));
    }
    return out;
  }

private:
  static bool handles_bits(const statement& s) {
    static constexpr std::string_view opcodes[] = {"shr", "shl", "and", "or", "xor", "add", "sub", "selp", "bfi", "bfe", "min", "max", "mov"};
    if (s.is("cvt")) return s.words.size() == 3 && s.words[1][0] != 'f' && s.type()[0] != 'f';
    return std::find(std::begin(opcodes), std::end(opcodes), s.words[0]) != std::end(opcodes) && (s.type().ends_with("16") || s.type().ends_with("32")) && s.type()[0] != 'f';
  }
  static string name_of(const derived& d, bool clamps) {
    return string("a conversion by the device to ") + (d.format == narrow_format::half ? "binary16" : "e4m3") + (clamps ? ", of what it holds," : "");
  }
  /// A number's bits: moved from one, or loaded.
  bool is_root(const numbered_statement& s) const {
    const statement& w = s.what;
    if (w.operands.size() != 2 || !w.operands[0].starts_with('%')) return false;
    return (w.is("mov") && w.type() == "b32" && w.types[1] == ".f32") || (w.is("ld") && !w.has("param") && w.type().ends_with("32") && w.operands[0][0] != '{');
  }
  derived made_at(const numbered_statement& s) {
    derived out;
    std::set<index> seen;
    follow(s, out, seen, 0);
    return out;
  }
  void follow(const numbered_statement& s, derived& out, std::set<index>& seen, int depth) {
    if (depth > 40 || !seen.insert(s.at).second || out.several) return;
    if (is_root(s)) {
      out.several = !out.root.empty() && out.root != s.what.operands[0];
      out.root = s.what.operands[0];
      return;
    }
    if (!handles_bits(s.what)) return;
    const statement& w = s.what;
    const bool computes = w.is("add") || w.is("sub") || w.is("selp");
    for (std::size_t k = 1; k < w.operands.size(); ++k) {
      if (w.literals[k] && w.literals[k]->kind == literal_kind::integer) {
        if (const auto to = computes ? rebased_to(w.literals[k]->bits) : std::nullopt) out.format = *to, out.rebase = out.rebase == nullptr || s.at < out.rebase->at ? &s : out.rebase;
        if (w.is("and") && (static_cast<std::uint32_t>(w.literals[k]->bits) == 0x80000000u)) out.high = true;
      } else if (const numbered_statement* const d = defined_.of(w.operands[k]); d != nullptr) {
        follow(*d, out, seen, depth + 1);
      }
    }
  }
  /// Whether nothing goes on with it but what has other numbers too.
  bool is_last(const numbered_statement& s) {
    for (const numbered_statement& u : all_) {
      if (u.at == s.at || !handles_bits(u.what)) continue;
      for (std::size_t k = 1; k < u.what.operands.size(); ++k)
        if (u.what.operands[k] == s.what.operands[0] && !made_at(u).several) return false;
    }
    return true;
  }
  static string conversion(const statement& s, const derived& d, bool clamps) {
    const string before = "  " + s.guard, &to = s.operands[0];
    const bool word = s.result.ends_with("32");
    if (!word && !s.result.ends_with("16")) return {};
    string text = before + "mov.b32 %edit_f32, " + d.root + ";\n";
    if (d.format == narrow_format::half) {
      if (clamps) text += before + "min.f32 %edit_f32, %edit_f32, 0f477FE000;\n" + before + "max.f32 %edit_f32, %edit_f32, 0fC77FE000;\n";
      text += before + "cvt.rn.f16.f32 %edit_b16, %edit_f32;\n";
    } else {
      if (clamps) return {}; // as the other does
      text += before + "cvt.rn.satfinite.e4m3x2.f32 %edit_b16, 0f00000000, %edit_f32;\n";
    }
    text += before + (word ? "cvt.u32.u16 " : "mov.b16 ") + to + ", %edit_b16;";
    if (word && d.high) text += "\n" + before + "shl.b32 " + to + ", " + to + ", 16;";
    return text;
  }

  index function_;
  const statements& all_;
  single_definitions defined_;
};

} // namespace

std::vector<edit> hand_conversion_edits(index function, const statements& all) { return packed_numbers(function, all).edits(); }

} // namespace fpcheck::ptx

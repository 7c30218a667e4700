#include "overflowed_integers.hpp"

#include "value_origins.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::modifier;
using ptx::operation;

/// A factor below this makes a part of a turn, or of 1, of all 32 bits: they are meant to wrap.
constexpr double least_unit = 0x1p-22;
/// Odd factors, and addends, from here on are those of hashes and of generators.
constexpr std::int64_t mixing_factor = 1 << 15, mixing_addend = 1 << 20;

bool is_wide_enough(const op& o) { return o.source != nullptr && o.d_bits == 32 && ptx::width(o.source->type(0)) == 32; }
bool multiplies(const op& o) { return (o.form == f::mul_lo || o.form == f::mad_lo) && is_wide_enough(o); }
bool adds(const op& o) { return (o.form == f::add_int || o.form == f::sub_int) && is_wide_enough(o); }
bool converts(const op& o) {
  return o.meaning.operation == operation::from_integer && o.source != nullptr && o.a_bits == 32 && ptx::width(o.source->type(1)) == 32;
}
bool is_float(const op& o) { return o.form == f::cvt_float_to_int; }

class counted_integers {
public:
  counted_integers(const program& p, const function_code& code, std::vector<counted_as>& out) : p_(p), g_(p, code, p.constants), out_(out) {}

  void look_behind(const op& conversion) {
    slice_.clear(), seen_.clear(), mixes_ = false, shifts_unsigned_ = false, shift_ = 0;
    follow(conversion.a);
    const auto any = [&](auto is_one) { return std::any_of(slice_.begin(), slice_.end(), [&](std::uint32_t pc) { return is_one(p_.ops[pc]); }); };
    if (mixes_ || !any([&](const op& o) { return multiplies(o) || comes_back(o.pc).any; })) return;
    const bool of_floats = !any([&](const op& o) { return multiplies(o) && !is_of_floats(o); });
    if (!of_floats && (shifts_unsigned_ || spans_all_bits(conversion) || any([&](const op& o) { return mixes(o); }))) return;
    if (any([&](const op& o) { return is_difference(o); })) return;
    if (!any(multiplies) && spans_all_bits(conversion)) return; // a running sum in units of a turn is a phase
    const counted_as how = conversion.source->type(1) == modifier::s32 ? counted_as::with_sign : counted_as::without_sign;
    for (const std::uint32_t pc : slice_) {
      const bool is_natural = how == counted_as::without_sign && takes_natural(p_.ops[pc]);
      out_[pc] = std::max(out_[pc], is_natural ? counted_as::natural : how);
    }
  }

private:
  std::optional<std::int64_t> literal_of(const ref& r) const {
    const auto v = r ? g_.literal(r) : std::nullopt;
    return v ? std::optional<std::int64_t>(static_cast<std::int32_t>(*v)) : std::nullopt;
  }
  /// Gathers the sums and products that `r` was made by, whatever way they take.
  void follow(const ref& r) {
    if (r.where != pool::frame || mixes_) return;
    for (const std::uint32_t pc : g_.definitions(r)) {
      const op& d = p_.ops[pc];
      if (const ref from = g_.moved(d, r)) {
        if (seen_.insert(pc).second) follow(from);
      } else if (seen_.insert(pc).second) follow_operands(d);
    }
  }
  void follow_operands(const op& d) {
    if (multiplies(d) || adds(d)) {
      if (!counts_up(d)) slice_.push_back(d.pc);
      for (const ref* x : {&d.a, &d.b, &d.c}) follow(*x);
      return;
    }
    switch (d.meaning.operation) {
    case operation::minimum: case operation::maximum: case operation::negation: case operation::magnitude: case operation::selection:
      if (d.d_bits == 32) follow(d.a), follow(d.b);
      return;
    case operation::shift: // what a left one loses may be lost on purpose: a sign is extended so
      if (const auto by = d.form == f::shr ? literal_of(d.b) : std::nullopt) shifts_unsigned_ |= d.source->type(0) != modifier::s32, shift_ += static_cast<int>(*by & 31), follow(d.a);
      return;
    case operation::resizing: mixes_ |= d.a_bits == 64; return;
    case operation::logic: mixes_ |= d.form != f::and_bits && d.form != f::or_bits; return;
    default: mixes_ |= d.form == f::prmt || d.form == f::brev || is_part_of_quotient(d); return;
    }
  }
  /// A step of a counter: whoever lets one overflow waits for it.
  bool counts_up(const op& o) const {
    const auto by = adds(o) ? literal_of(o.b) : std::nullopt;
    return by && !has_mixing_size_of_addend(*by);
  }
  /// Of a number without a sign: what is left of it is the difference of two that need not fit with one.
  static bool is_part_of_quotient(const op& d) {
    return d.form == f::mul_hi || d.form == f::mad_hi || (d.form == f::div_int && d.source != nullptr && d.source->type(0) == modifier::u32);
  }
  /// The difference of two numbers that were computed or loaded is right wherever it fits itself, however far both of them wrapped: clocks and running sums.
  bool is_difference(const op& o) const { return o.form == f::sub_int && !literal_of(o.a) && !literal_of(o.b); }
  /// Whether an operand was one or two bytes without a sign.
  bool takes_natural(const op& o) const {
    const auto is_natural = [&](const ref& r) {
      const ref at = origin(g_, r, o.pc);
      const op* const d = at.where == pool::frame ? g_.seen(at, o.pc) : nullptr;
      if (d == nullptr || d->source == nullptr) return false;
      const auto is_short = [&](std::size_t k) { return d->source->type(k) == modifier::u16 || d->source->type(k) == modifier::u8; };
      const bool loads = d->meaning.access == ptx::access::load && is_short(0);
      return loads || (d->form == f::mul_wide && is_short(0)) || (d->meaning.operation == operation::resizing && is_short(1));
    };
    return is_natural(o.a) || is_natural(o.b);
  }
  /// What a hash or a generator computes.
  bool mixes(const op& o) const {
    if (adds(o)) {
      const auto by = literal_of(o.b);
      return by && has_mixing_size_of_addend(*by) && *by % 2 != 0;
    }
    for (const ref* x : {&o.a, &o.b}) {
      const auto by = literal_of(*x);
      if (!by) continue;
      const ref& other = x == &o.a ? o.b : o.a;
      if ((has_mixing_size(*by) && *by % 2 != 0) || is_product_with_literal(other, o.pc)) return true;
    }
    const turn back = comes_back(o.pc);
    return back.any && (o.form == f::mad_lo || back.with_sums || literal_of(o.a) || literal_of(o.b));
  }
  bool is_product_with_literal(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    const op* d = at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    if (d != nullptr && adds(*d)) d = g_.seen(origin(g_, d->a, d->pc), d->pc);
    return d != nullptr && multiplies(*d) && (literal_of(d->a) || literal_of(d->b));
  }
  /// Whether an operand, of a product a factor, depends on what the instruction gave before.
  struct turn {
    bool any = false, with_sums = false;
  };
  turn comes_back(std::uint32_t pc) const {
    const op& o = p_.ops[pc];
    turn out;
    std::unordered_set<std::uint32_t> seen;
    std::vector<ref> open{o.a, o.b};
    while (!open.empty()) {
      const ref r = open.back();
      open.pop_back();
      if (r.where != pool::frame) continue;
      for (const std::uint32_t k : g_.definitions(r)) {
        const op& d = p_.ops[k];
        if (k == pc) out.any = true;
        if (!seen.insert(k).second) continue;
        if (const ref from = g_.moved(d, r)) open.push_back(from);
        else if (multiplies(d) || adds(d)) open.insert(open.end(), {d.a, d.b, d.c});
      }
    }
    out.with_sums = out.any && std::any_of(seen.begin(), seen.end(), [&](std::uint32_t k) {
      return k != pc && (adds(p_.ops[k]) || p_.ops[k].form == f::mad_lo) && leads_to(k, pc);
    });
    return out;
  }
  /// Whether what `from` gives goes into the factors of `to`, and comes from there.
  bool leads_to(std::uint32_t from, std::uint32_t to) const {
    std::unordered_set<std::uint32_t> seen;
    std::vector<ref> open{p_.ops[from].a, p_.ops[from].b, p_.ops[from].c};
    while (!open.empty()) {
      const ref r = open.back();
      open.pop_back();
      if (r.where != pool::frame) continue;
      for (const std::uint32_t k : g_.definitions(r)) {
        if (k == to) return true;
        if (!seen.insert(k).second) continue;
        if (const ref before = g_.moved(p_.ops[k], r)) open.push_back(before);
        else if (multiplies(p_.ops[k]) || adds(p_.ops[k])) open.insert(open.end(), {p_.ops[k].a, p_.ops[k].b, p_.ops[k].c});
      }
    }
    return false;
  }
  /// A product of two numbers in fixed point that were floating-point ones: no hash takes those.
  bool is_of_floats(const op& o) const {
    const auto is_rounded = [&](const ref& r) {
      const ref at = origin(g_, r, o.pc);
      const op* const d = at.where == pool::frame ? g_.seen(at, o.pc) : nullptr;
      return d != nullptr && is_float(*d);
    };
    return is_rounded(o.a) && is_rounded(o.b);
  }
  /// Whether what the conversion gives is taken for a part of a turn: its lowest bit, before bits were shifted out, counts less than `least_unit`, or as much as
  /// an argument of the kernel says.
  bool spans_all_bits(const op& conversion) const {
    const auto& all = g_.uses(conversion.d);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      const bool divides = u.meaning.operation == operation::quotient && same(u.a, conversion.d);
      if (!divides && u.meaning.operation != operation::product && u.meaning.operation != operation::fused) return false;
      const ref& other = same(u.a, conversion.d) ? u.b : u.a;
      if (is_argument(other, pc)) return true;
      const double by = std::fabs(literal(g_, other, u.format == number::f64));
      return by > 0 && std::ldexp(divides ? 1 / by : by, -shift_) < least_unit;
    });
  }
  bool is_argument(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    return d != nullptr && d->meaning.access == ptx::access::load && d->space == space::param;
  }

  const program& p_;
  def_use g_;
  std::vector<counted_as>& out_;
  std::vector<std::uint32_t> slice_;
  std::unordered_set<std::uint32_t> seen_;
  bool mixes_ = false, shifts_unsigned_ = false;
  int shift_ = 0; ///< bits that are shifted out to the right before the conversion
};

} // namespace

bool has_mixing_size(std::int64_t factor) { return std::abs(factor) >= mixing_factor; }
bool has_mixing_size_of_addend(std::int64_t addend) { return std::abs(addend) >= mixing_addend; }

std::vector<counted_as> find_counted_integers(const program& p) {
  std::vector<counted_as> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (code.count == 0 || std::none_of(first, end, converts)) continue;
    counted_integers g(p, code, out);
    for (auto o = first; o != end; ++o)
      if (converts(*o)) g.look_behind(*o);
  }
  return out;
}

} // namespace fpcheck::exec

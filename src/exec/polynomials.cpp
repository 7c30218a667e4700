#include "polynomials.hpp"

#include "intended.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <cmath>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::content;
using ptx::operation;
using monomial = polynomials::monomial;
using polynomial = polynomials::polynomial;

constexpr std::size_t most_terms = 24, most_in_factor = 4;
constexpr int deepest_address = 16, deepest_form = 400;

bool is_scalar(const op& o) { return (o.format == number::f32 || o.format == number::f64) && o.meaning.parts == 1 && o.meaning.takes == content::real; }
bool is_sum(const op& o) {
  if (o.roles.has(role::magic_add)) return false; // x - ((x + C) - C) is a fraction, not an error: the rounding was decided
  return ptx::is_real_sum(o.meaning) && o.meaning.access == ptx::access::none && o.meaning.parts == 1 && o.meaning.source == o.meaning.result;
}
bool is_fused(const op& o) { return o.meaning.operation == operation::fused; }
bool subtracts(const op& o) { return o.meaning.operation == operation::difference; }
bool is_wide(const op& o) { return o.format == number::f64; }
bool is_rescaled(const op& o) { return (o.meaning.operation == operation::widening || o.meaning.operation == operation::narrowing) && o.meaning.parts == 1; }
bool is_read(const op& o) { return ptx::loads(o.meaning) && ptx::accesses_by_lane(o.meaning) && o.vector == 1; }
/// Integers and addresses that the same operands always give.
bool is_computed_integer(const op& o) {
  const bool converts = o.form == f::cvta || o.form == f::cvta_to;
  return ptx::is_pure(o.meaning) && (ptx::reads_integers(o.meaning) || converts);
}

std::uint64_t leaf(const ref& r) { return (static_cast<std::uint64_t>(r.where) << 32 | r.offset) + 1; }
monomial of_leaf(std::uint64_t id) { return {id}; }

/// Sorted, zeros last.
void put_in_order(monomial& m) {
  for (std::size_t k = 1; k < m.size(); ++k)
    for (std::size_t j = k; j > 0 && m[j] != 0 && (m[j - 1] == 0 || m[j - 1] > m[j]); --j) std::swap(m[j - 1], m[j]);
}

void add(polynomial& to, const polynomial& x, double k) {
  for (const auto& [key, c] : x) {
    double& t = to[key];
    t += k * c;
    if (t == 0) to.erase(key);
  }
}

/// The product of two monomials, a value and its inverse making one; false where it has too many factors.
bool multiply(const monomial& a, const monomial& b, monomial& out) {
  std::array<std::uint64_t, 2 * polynomials::most_factors> all{};
  std::size_t n = 0;
  for (const monomial* m : {&a, &b})
    for (const std::uint64_t id : *m) {
      if (id == 0) break;
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(n);
      if (const auto inverse = std::find(all.begin(), end, ~id); inverse != end) std::rotate(inverse, inverse + 1, end), all[--n] = 0;
      else all[n++] = id;
    }
  if (n > polynomials::most_factors) return false;
  std::copy_n(all.begin(), out.size(), out.begin()); // zeros behind the last one
  put_in_order(out);
  return true;
}

/// x * y where both are short; false otherwise.
bool multiply(const polynomial& x, const polynomial& y, polynomial& out) {
  if (x.size() > most_in_factor || y.size() > most_in_factor) return false;
  for (const auto& [a, c] : x)
    for (const auto& [b, d] : y) {
      monomial m{};
      if (!multiply(a, b, m) || !std::isfinite(c * d)) return false;
      add(out, {{m, c * d}}, 1);
    }
  return true;
}

} // namespace

/// The identity of a value: its register, or, for a load, its address: the same place read twice is one value, as long as nothing may have written it.
std::uint64_t polynomials::identity(const ref& r, std::uint32_t pc) {
  const auto [at, where] = root(r, pc);
  const op* d = g_.seen(at, where);
  if (d == nullptr || d->pc == where) return leaf(at);
  if (!is_read(*d)) return leaf(at) ^ (static_cast<std::uint64_t>(d->pc) + 1) << 40;
  return 0x4000000000000000u | number_of(at, where, deepest_address) >> 2;
}

/// A number for what an address or index is: the same for the same expression over the same values.
std::uint64_t polynomials::number_of(const ref& r, std::uint32_t pc, int depth) {
  const auto [at, where] = root(r, pc);
  const op* d = g_.seen(at, where);
  if (d == nullptr || d->pc == where) return leaf(at);
  const bool reads = is_read(*d), computes = is_computed_integer(*d) && !d->guard;
  if (depth <= 0 || (!reads && !computes)) return leaf(at) ^ (static_cast<std::uint64_t>(d->pc) + 1) << 40;
  const auto [it, fresh] = numbers_.try_emplace(d->pc, 0);
  if (!fresh) return it->second;
  std::uint64_t h = static_cast<std::uint64_t>(d->form) + 1;
  const auto mix = [&](std::uint64_t x) { h = (h ^ x) * 0x9e3779b97f4a7c15u, h ^= h >> 29; };
  mix(static_cast<std::uint64_t>(d->displacement)), mix(d->choice.bits()), mix(static_cast<std::uint64_t>(d->meaning.result)), mix(d->width | d->d_bits << 8 | static_cast<unsigned>(d->space) << 16);
  if (reads) mix(places_.content_at(*d));
  for (const ref* operand : {&d->a, &d->b, &d->c})
    if (*operand) mix(number_of(*operand, d->pc, depth - 1));
  return numbers_[d->pc] = h;
}

/// The register behind moves and conversions, and where it is looked at.
std::pair<ref, std::uint32_t> polynomials::root(ref r, std::uint32_t pc) {
  for (int n = 0; n < most_moves; ++n) {
    const op* d = g_.seen(r, pc);
    const ref from = d != nullptr ? behind(*d, r) : ref{};
    if (!from) break;
    r = from, pc = d->pc;
  }
  return {r, pc};
}

/// What `o` moved or converted into `r`; nothing if it made something else of it.
ref polynomials::behind(const op& o, const ref& r) const { return is_rescaled(o) ? o.a : g_.moved(o, r); }

/// An operand of `o`.
polynomial polynomials::of(const ref& r, const op& o) {
  const double c = o.format == number::f32 || o.format == number::f64 ? literal(g_, r, is_wide(o)) : NAN;
  if (std::isfinite(c)) return c == 0 ? polynomial{} : polynomial{{monomial{}, c}};
  return of_value(r, o.pc);
}

/// The polynomial of a register as the instruction at `pc` sees it, the same wherever that value is used: worked out once, and
/// the value itself where it would have too many terms, or depends on itself.
polynomial polynomials::of_value(const ref& r, std::uint32_t pc) {
  const op* d = g_.seen(r, pc);
  const polynomial itself{{of_leaf(identity(r, pc)), 1.0}};
  if (d == nullptr) return itself;
  const auto [it, fresh] = known_.try_emplace(static_cast<std::uint64_t>(d->pc) << 32 | r.offset, itself);
  if (!fresh) return it->second;
  if (depth_ == deepest_form) return itself;
  ++depth_;
  polynomial x = expand(*d, r, itself);
  --depth_;
  if (x.size() > most_terms) return itself;
  return known_[static_cast<std::uint64_t>(d->pc) << 32 | r.offset] = std::move(x);
}

polynomial polynomials::expand(const op& d, const ref& r, const polynomial& itself) {
  if (d.roles.has(roles::split_part)) return itself;
  if (const ref from = behind(d, r)) return of_value(from, d.pc);
  if (d.form == f::shl && d.a) { // bfloat16 widened by a shift
    const op* n = g_.seen(d.a, d.pc);
    if (n != nullptr && (n->meaning.operation == operation::narrowing || n->meaning.operation == operation::resizing)) return of_value(n->a, n->pc);
  }
  if (d.meaning.operation == operation::negation && d.meaning.takes == content::real && d.meaning.parts == 1) {
    polynomial x;
    add(x, of_value(d.a, d.pc), -1);
    return x;
  }
  if (d.meaning.operation == operation::product && is_scalar(d)) return of_product(d);
  if ((d.meaning.operation == operation::quotient || d.meaning.operation == operation::reciprocal) && is_scalar(d)) {
    polynomial x = of_quotient(d);
    return x.empty() ? itself : x;
  }
  if (is_sum(d)) return of_sum(d);
  return itself;
}

polynomial polynomials::of_product(const op& o) {
  polynomial x;
  if (multiply(of(o.a, o), of(o.b, o), x)) return x;
  monomial m{};
  multiply(of_leaf(identity(o.a, o.pc)), of_leaf(identity(o.b, o.pc)), m);
  return {{m, 1.0}};
}

/// Nothing where the divisor is not one term.
polynomial polynomials::of_quotient(const op& o) {
  const bool inverts = o.meaning.operation == operation::reciprocal;
  const polynomial y = of(inverts ? o.a : o.b, o);
  if (y.size() != 1) return {};
  monomial inverse = y.begin()->first;
  for (std::uint64_t& id : inverse)
    if (id != 0) id = ~id;
  put_in_order(inverse);
  const polynomial over{{inverse, 1 / y.begin()->second}};
  if (inverts) return over;
  polynomial x;
  return multiply(of(o.a, o), over, x) ? x : polynomial{};
}

polynomial polynomials::of_sum(const op& o) {
  polynomial x;
  const bool fused = is_fused(o);
  add(x, fused ? of_product(o) : of(o.a, o), 1);
  add(x, of(fused ? o.c : o.b, o), subtracts(o) ? -1 : 1);
  return x;
}

bool polynomials::vanishes(const op& o) { return is_sum(o) && o.a.where != pool::none && of_sum(o).empty(); }

bool polynomials::splits(const op& o) {
  if (!is_scalar(o) || !is_sum(o) || !subtracts(o)) return false;
  const polynomial whole = of_sum(o), large = of(o.a, o), rest = of(o.b, o);
  if (whole.size() != 1 || whole.begin()->second != 1.0 || large.size() != 1 || rest.size() != 1) return false;
  if (large.begin()->first != whole.begin()->first || rest.begin()->first != whole.begin()->first) return false;
  const op* const first = g_.seen(o.a, o.pc);
  if (first == nullptr || is_sum(*first)) return false; // a product, so that it is rounded before it is taken off again
  const double s = std::log2(large.begin()->second - 1);
  return is_wide(o) ? s >= 26 && s <= 28 && s == std::floor(s) : s >= 11 && s <= 13 && s == std::floor(s);
}

} // namespace fpcheck::exec

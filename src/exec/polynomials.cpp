#include "polynomials.hpp"

#include "intended.hpp"
#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::content;
using ptx::operation;
using monomial = polynomials::monomial;
using polynomial = polynomials::polynomial;

constexpr std::size_t most_terms = 24, most_in_factor = 4, most_in_term = 4;
/// Of fractions: terms of two factors together, and those that multiplying divisors out may leave on the way.
constexpr std::size_t most_in_product = 16, most_cleared = 96;
constexpr int most_clearings = 12;
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
bool multiply(const monomial& a, const monomial& b, monomial& out, std::size_t most = most_in_term) {
  std::array<std::uint64_t, 2 * polynomials::most_factors> all{};
  std::size_t n = 0;
  for (const monomial* m : {&a, &b})
    for (const std::uint64_t id : *m) {
      if (id == 0) break;
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(n);
      if (const auto inverse = std::find(all.begin(), end, ~id); inverse != end) std::rotate(inverse, inverse + 1, end), all[--n] = 0;
      else all[n++] = id;
    }
  if (n > most) return false;
  std::copy_n(all.begin(), out.size(), out.begin()); // zeros behind the last one
  put_in_order(out);
  return true;
}

/// What is left of `m` where `id` is taken out `times`; false where it is not there so often.
bool take_out(const monomial& m, std::uint64_t id, int times, monomial& rest) {
  rest = {};
  std::size_t n = 0;
  for (const std::uint64_t k : m)
    if (k != 0 && (k != id || times-- <= 0)) rest[n++] = k;
  return times <= 0;
}
bool holds(const polynomial& x, std::uint64_t id, int times) {
  monomial rest;
  return std::any_of(x.begin(), x.end(), [&](const auto& term) { return take_out(term.first, id, times, rest); });
}
/// x + c y m, as far as the terms go.
bool add_product(polynomial& to, const polynomial& y, const monomial& m, double c) {
  for (const auto& [b, d] : y) {
    monomial p{};
    if (!multiply(m, b, p, polynomials::most_factors) || !std::isfinite(c * d)) return false;
    add(to, {{p, c * d}}, 1);
  }
  return true;
}

} // namespace

/// x * y where both are short; false otherwise.
bool polynomials::multiply(const polynomial& x, const polynomial& y, polynomial& out) const {
  const bool fractions = how_ == reach::fractions;
  if (fractions ? x.size() * y.size() > most_in_product : x.size() > most_in_factor || y.size() > most_in_factor) return false;
  for (const auto& [a, c] : x)
    for (const auto& [b, d] : y) {
      monomial m{};
      if (!exec::multiply(a, b, m, fractions ? most_factors : most_in_term) || !std::isfinite(c * d)) return false;
      add(out, {{m, c * d}}, 1);
    }
  return true;
}

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
  if (how_ == reach::fractions && d.meaning.operation == operation::root && is_scalar(d)) return of_root(d, itself);
  return how_ == reach::fractions && d.meaning.operation == operation::selection ? of_choice(d, itself) : itself;
}

/// A root is a value whose square is known.
polynomial polynomials::of_root(const op& d, const polynomial& itself) {
  squares_[itself.begin()->first[0]] = of(d.a, d);
  return itself;
}
/// So is a number whose sign is chosen.
polynomial polynomials::of_choice(const op& d, const polynomial& itself) {
  const polynomial a = of_value(d.a, d.pc);
  polynomial both = of_value(d.b, d.pc), square;
  add(both, a, 1);
  if (a.size() == 1 && both.empty() && multiply(a, a, square)) squares_[itself.begin()->first[0]] = std::move(square);
  return itself;
}

polynomial polynomials::of_product(const op& o) {
  polynomial x;
  if (multiply(of(o.a, o), of(o.b, o), x)) return x;
  monomial m{};
  exec::multiply(of_leaf(identity(o.a, o.pc)), of_leaf(identity(o.b, o.pc)), m);
  return {{m, 1.0}};
}

/// The inverse of a sum is a value of its own.
polynomial polynomials::inverse_of(const polynomial& y) {
  std::uint64_t h = y.size();
  const auto mix = [&](std::uint64_t x) { h = (h ^ x) * 0x9e3779b97f4a7c15u, h ^= h >> 29; };
  for (const auto& [m, c] : y) {
    for (const std::uint64_t id : m) mix(id);
    mix(bits_of(c));
  }
  const std::uint64_t id = 0x2000000000000000u | h >> 3;
  divisors_[id] = y;
  return {{of_leaf(~id), 1.0}};
}

/// Nothing where the divisor is not one term, but for fractions.
polynomial polynomials::of_quotient(const op& o) {
  const bool inverts = o.meaning.operation == operation::reciprocal;
  const polynomial y = of(inverts ? o.a : o.b, o);
  if (how_ == reach::fractions && y.size() > 1) {
    const polynomial over = inverse_of(y);
    polynomial x;
    if (inverts) return over;
    return multiply(of(o.a, o), over, x) ? x : polynomial{};
  }
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

/// Whether nothing is left of `x` once squares of roots are what they are and divisors are multiplied out.
bool polynomials::clears(polynomial x) const {
  for (int n = 0; n < most_clearings && !x.empty() && x.size() <= most_cleared; ++n) {
    const auto root = std::find_if(squares_.begin(), squares_.end(), [&](const auto& s) { return holds(x, s.first, 2); });
    const auto divisor = std::find_if(divisors_.begin(), divisors_.end(), [&](const auto& s) { return holds(x, ~s.first, 1); });
    if (root == squares_.end() && divisor == divisors_.end()) return false;
    const bool squares = root != squares_.end();
    const std::uint64_t id = squares ? root->first : ~divisor->first;
    const polynomial& by = squares ? root->second : divisor->second;
    polynomial y;
    for (const auto& [m, c] : x) {
      monomial rest;
      const bool is_there = take_out(m, id, squares ? 2 : 1, rest);
      if (is_there == squares ? !add_product(y, by, is_there ? rest : m, c) : !add_product(y, {{monomial{}, 1.0}}, is_there ? rest : m, c)) return false;
    }
    x = std::move(y);
  }
  return x.empty();
}

bool polynomials::vanishes(const op& o) {
  if (!is_sum(o) || o.a.where == pool::none) return false;
  const polynomial x = of_sum(o);
  return x.empty() || (how_ == reach::fractions && clears(x));
}

bool polynomials::keeps_terms(const op& o) {
  const polynomial a = is_fused(o) ? of_product(o) : of(o.a, o), b = of(is_fused(o) ? o.c : o.b, o);
  return of_sum(o).size() == a.size() + b.size();
}

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

#include "sample_arithmetic.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using ptx::operation;
using k = sample_kind;

constexpr int deepest = 32;
/// Shifts that leave no more than a byte take that or a sign, as a number without one.
constexpr std::uint32_t top_byte = 24;

bool is_sample(k x) { return x >= k::plain; }

/// Sums and differences: a sample as it is, less or plus what its neighbours let expect, is one that can be taken off again.
k added(k a, k b) {
  if (a == k::other || b == k::other) return k::other;
  const k less = std::min(a, b), more = std::max(a, b);
  if (is_sample(more) && less == k::constant) return k::scaled;
  if (less == k::plain && more == k::averaged) return k::plain;
  return more;
}
/// What takes a number out of the samples' own units.
k scaled(k a, k b) {
  if (a == k::other || b == k::other) return k::other;
  return is_sample(a) || is_sample(b) ? k::scaled : std::max(a, b);
}
k averaged(k a, k b) {
  if (a == k::other || b == k::other) return k::other;
  return is_sample(a) || is_sample(b) ? std::max(k::averaged, std::max(a, b)) : std::max(a, b);
}
k chosen(k a, k b) { return a == k::other || b == k::other ? k::other : std::max(a, b); }

} // namespace

sample_value sample_arithmetic::value(const ref& r, std::uint32_t pc) {
  open_.clear();
  bits_ = 32;
  const k kind = of_register(r, pc, deepest);
  return {kind, bits_};
}

/// A shift by a literal. The compiler shifts in zeros where only low bits are stored.
sample_kind sample_arithmetic::of_shift(const op& d, int depth) {
  const auto literal = g_.literal(d.b);
  if (!literal) return k::other;
  const auto by = static_cast<std::uint32_t>(*literal);
  const k a = of_register(d.a, d.pc, depth - 1);
  if (d.form == ptx::form::shl) return scaled(a, k::constant);
  const ptx::modifier type = d.source->type(0);
  const bool keeps_sign = type == ptx::modifier::s16 || type == ptx::modifier::s32 || type == ptx::modifier::s64;
  if (!keeps_sign && by < top_byte) bits_ = std::min(bits_, static_cast<int>(ptx::width(type) - by));
  return averaged(a, k::constant);
}

sample_kind sample_arithmetic::of_register(const ref& r, std::uint32_t pc, int depth) {
  if (r.where == pool::constant) return k::constant;
  if (r.where != pool::frame || depth <= 0) return k::other;
  if (const op* d = g_.seen(r, pc)) return of_definition(*d, r, depth);
  const auto& all = g_.definitions(r);
  if (all.empty()) return k::other;
  k out = k::constant;
  for (const std::uint32_t at : all) out = chosen(out, of_definition(p_.ops[at], r, depth));
  return out;
}

sample_kind sample_arithmetic::of_definition(const op& d, const ref& r, int depth) {
  if (!open_.insert(d.pc).second) return k::turn;
  k out = k::other;
  if (const ref from = g_.moved(d, r)) out = of_register(from, d.pc, depth - 1);
  else out = of_operation(d, depth);
  open_.erase(d.pc);
  return out;
}

sample_kind sample_arithmetic::of_operation(const op& d, int depth) {
  const auto operand = [&](const ref& x) { return of_register(x, d.pc, depth - 1); };
  if (d.meaning.access == ptx::access::load) {
    if (d.space == space::param || d.space == space::constant) return k::constant;
    return d.width <= 2 ? k::plain : d.width == 4 ? k::constant : k::other;
  }
  if (d.meaning.access != ptx::access::none || d.meaning.takes == ptx::content::real) return k::other;
  if (d.d_bits == 16) bits_ = std::min(bits_, 16);
  switch (d.meaning.operation) {
  case operation::sum: case operation::difference: return added(operand(d.a), operand(d.b));
  case operation::fused: return added(scaled(operand(d.a), operand(d.b)), operand(d.c));
  case operation::dot: return added(k::scaled, operand(d.c));
  case operation::product: return d.form == ptx::form::mul_hi ? averaged(operand(d.a), operand(d.b)) : scaled(operand(d.a), operand(d.b));
  case operation::quotient: case operation::average: return averaged(operand(d.a), operand(d.b));
  case operation::shift: return of_shift(d, depth);
  case operation::magnitude: return averaged(operand(d.a), k::constant);
  case operation::distance: return averaged(operand(d.a), operand(d.b));
  case operation::minimum: case operation::maximum: case operation::selection: return chosen(operand(d.a), operand(d.b));
  case operation::negation: case operation::resizing: return operand(d.a);
  case operation::logic: { // debug code masks what it loaded
    const auto mask = g_.literal(d.b);
    const bool whole = d.form == ptx::form::and_bits && mask && (static_cast<std::uint32_t>(*mask) == 0xffu || static_cast<std::uint32_t>(*mask) == 0xffffu);
    return whole && operand(d.a) == k::plain ? k::plain : k::other;
  }
  default: return k::other;
  }
}

} // namespace fpcheck::exec

#include "decimal_literals.hpp"

#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "overrides.hpp"
#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/short_decimal.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

/// The shortest decimal that is rounded to `x`; empty where it has many digits, as a constant that was computed.
std::string short_decimal(float x, const judgement& j) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific).ptr;
  const std::string out(text, end);
  const std::size_t exponent = out.find('e');
  int digits = 0;
  for (std::size_t k = 0; k < exponent; ++k) digits += out[k] >= '0' && out[k] <= '9';
  return static_cast<std::uint64_t>(digits) <= j.decimal_digits ? out : std::string();
}

/// Writes the number of the decimal behind `x` as the double-double domain has it. False where it is `x` itself.
bool write_decimal(float x, const number_words& to, const judgement& j) {
  if (!is_short_decimal(x, j)) return false;
  const long double d = std::strtold(short_decimal(x, j).c_str(), nullptr);
  const auto high = static_cast<double>(d);
  to[0] = bits_of(high), to[1] = bits_of(j.decimal_rest * std::fabs(high)), to[2] = bits_of(static_cast<double>(d - high));
  return true;
}

/// An operand: a register's number, or a literal's.
exact_number operand(warp& w, const ref& r, number n, int lane) {
  exact_number x = number_in(w, r, n, lane);
  if (r.where != pool::constant || n != number::f32) return x;
  const auto* words = w.constant_numbers + std::size_t{r.offset} / 4 * 3 + lane;
  x.high = bit_cast<double>(words[0]), x.error = bit_cast<double>(words[warp_size]), x.low = bit_cast<double>(words[2 * warp_size]);
  return x;
}

/// The literals' own rounding is 2^-25 of them, what two words lose of a decimal 2^-64: what is closer than this meets.
bool meet(const warp& w, double difference, double size) { return std::fabs(difference) <= wrapped(w).judged.decimal_distance * size; }

void note(warp& w, const op& o, int lane, double computed_a, double computed_b, double exact_a, double exact_b) {
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  flip_record& r = m.by_decimals[o.pc];
  if (r.count++ != 0) return;
  r.pc = o.pc;
  r.computed[0] = computed_a, r.computed[1] = computed_b, r.exact[0] = exact_a, r.exact[1] = exact_b;
  std::copy_n(w.block->position, 3, r.cta);
  for (std::size_t k = 0; k < 3; ++k) r.thread[k] = w.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(lane)];
}

void compare(warp& w, const op& o) {
  std::uint32_t toggled = 0;
  for_each_lane(w.exec, [&](int i) {
    const exact_number a = operand(w, o.a, o.source_format, i), b = operand(w, o.b, o.source_format, i);
    if (!a.known() || !b.known() || a.computed == b.computed || !meet(w, (a.high - b.high) + (a.low - b.low), std::fabs(a.high))) return;
    if (holds(outcomes_of(o), exact_order::equal) == holds(outcomes_of(o), machine_order(a.computed, b.computed))) return;
    note(w, o, i, a.computed, b.computed, a.high, b.high);
    toggled |= 1u << i;
  });
  toggled = changed_predicates(w, o, toggled);
  run_inner(w, o);
  for (const predicate_ref& p : {o.pd, o.pd2})
    if (toggled != 0 && p) w.top->predicates[p.index] ^= toggled;
}

void round(warp& w, const op& o) {
  double whole[warp_size];
  std::uint32_t known = 0;
  for_each_lane(w.exec, [&](int i) {
    const exact_number x = operand(w, o.a, o.source_format, i);
    whole[i] = std::nearbyint(x.high);
    const double of_machine = exact_integral({x.computed, x.computed}, o.rounding);
    if (!x.shadowed || !x.known() || x.high == 0 || of_machine == whole[i] || !meet(w, (x.high - whole[i]) + x.low, std::fabs(x.high))) return;
    note(w, o, i, x.computed, of_machine, x.high, whole[i]);
    known |= 1u << i;
  });
  run_inner(w, o);
  for_each_lane(known, [&](int i) { put_integral(w, o, i, whole[i]); });
}

/// A literal on its way to a register.
void move(warp& w, const op& o) {
  run_inner(w, o);
  set_tag(w, o.d, shadow_tag::f32, w.exec);
  w.shadow(o.d).live |= w.exec;
  for_each_lane(w.exec, [&](int i) { write_decimal(w.lanes<float>(o.d)[i], number_at(w, o.d, i, 0), wrapped(w).judged); });
}

bool moves_decimal(const wrapped_machine& m, const op& o) {
  if (o.form != f::mov || !o.list.empty() || !o.d || o.d_bits != 32 || o.a.where != pool::constant || o.source == nullptr) return false;
  float v = 0;
  std::memcpy(&v, m.code->constants.data() + o.a.offset, sizeof v);
  return std::any_of(o.source->operands.begin(), o.source->operands.end(), [](const ptx::operand& x) { return x.literal == ptx::literal_kind::f32; }) && is_short_decimal(v, m.judged);
}

} // namespace

bool is_short_decimal(float x, const judgement& j) {
  if (!(std::fabs(x) < INFINITY) || x == 0) return false;
  const std::string text = short_decimal(x, j);
  return !text.empty() && std::strtold(text.c_str(), nullptr) != static_cast<long double>(x);
}

void decide_by_decimals(wrapped_machine& m) {
  if (m.constant_numbers == nullptr || m.domain.layout != number_layout::wide) return;
  auto* const numbers = const_cast<std::uint64_t*>(m.constant_numbers);
  const auto* literals = reinterpret_cast<const float*>(m.code->constants.data());
  for (std::size_t c = 0; c < m.code->constants.size() / slot_bytes; ++c)
    for (int i = 0; i < warp_size; ++i) write_decimal(literals[c * warp_size + static_cast<std::size_t>(i)], {numbers + c * warp_size * 3 + i}, m.judged);
  m.anchored = find_anchored(*m.code);
  for (op& o : m.ops) {
    if (o.bits == nullptr || o.source == nullptr || m.anchored[o.pc] || o.roles.has(role::pole)) continue;
    if (compares_numbers(o)) wrap(m, o, &compare);
    else if (rounds_to_integer(o)) wrap(m, o, &round);
    else if (moves_decimal(m, o)) wrap(m, o, &move);
  }
}

} // namespace fpcheck::exec

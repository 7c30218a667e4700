#include "decimal_literals.hpp"

#include "engine/lanes.hpp"
#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/run.hpp>
#include <fpcheck/exec/short_decimal.hpp>

#include <algorithm>
#include <cmath>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

/// Writes the number of the decimal behind `x` as the double-double domain has it. False where it is `x` itself.
bool write_decimal(float x, const number_words& to, const judgement& j) {
  const auto d = short_decimal(x, j);
  if (!d) return false;
  const auto high = static_cast<double>(*d);
  to[0] = bits_of(high), to[1] = bits_of(j.decimal_rest * std::fabs(high)), to[2] = bits_of(static_cast<double>(*d - high));
  return true;
}

/// A literal on its way to a register.
void move(warp& w, const op& o) {
  run_inner(w, o);
  set_tag(w, o.d, shadow_tag::f32, w.exec);
  w.shadow(o.d).live |= w.exec;
  for_each_lane(w.exec, [&](int i) { write_decimal(w.lanes<float>(o.d)[i], number_at(w, o.d, i, 0), wrapped(w).judged); });
}

/// A number in (-1, 1) that is the same for the same literal in every place.
double motion_of(float x, std::uint32_t copy) {
  std::uint64_t h = (bits_of(x) + 1) * std::uint64_t{0x9e3779b97f4a7c15} + (copy + 1) * std::uint64_t{0xd1342543de82ef95};
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9u;
  h ^= h >> 32;
  return static_cast<double>(static_cast<std::int64_t>(h)) * 0x1p-63;
}

/// Writes `x` as the perturbed domains have a datum: midpoint, depth, the copies' deviations, and in double-double the low word.
bool write_moved(float x, const number_words& to, int planes, const judgement& j) {
  if (!is_short_decimal(x, j)) return false;
  to[0] = bits_of(static_cast<double>(x)), to[1] = 0;
  for (std::uint32_t k = 0; k < perturbed_copies; ++k) to[2 + static_cast<int>(k)] = bits_of(1.5 * 0x1p-24 * static_cast<double>(x) * motion_of(x, k));
  if (planes > 2 + static_cast<int>(perturbed_copies)) to[2 + static_cast<int>(perturbed_copies)] = 0;
  return true;
}

void move_as_datum(warp& w, const op& o) {
  run_inner(w, o);
  set_tag(w, o.d, shadow_tag::f32, w.exec);
  w.shadow(o.d).live |= w.exec;
  for_each_lane(w.exec, [&](int i) { write_moved(w.lanes<float>(o.d)[i], number_at(w, o.d, i, 0), w.planes, wrapped(w).judged); });
}

bool moves_decimal(const wrapped_machine& m, const op& o) {
  if (o.form != f::mov || !o.list.empty() || !o.d || o.d_bits != 32 || o.a.where != pool::constant || o.source == nullptr) return false;
  float v = 0;
  std::memcpy(&v, m.code->constants.data() + o.a.offset, sizeof v);
  return std::any_of(o.source->operands.begin(), o.source->operands.end(), [](const ptx::operand& x) { return x.literal == ptx::literal_kind::f32; }) && is_short_decimal(v, m.judged);
}

} // namespace

std::optional<long double> short_decimal(float x, const judgement& j) {
  if (!(std::fabs(x) < INFINITY) || x == 0) return std::nullopt;
  char text[64];
  *std::to_chars(text, text + sizeof text - 1, x, std::chars_format::scientific).ptr = 0;
  const std::string_view all = text;
  const auto digits = std::count_if(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.find('e')), [](char c) { return c >= '0' && c <= '9'; });
  const long double d = std::strtold(text, nullptr);
  return static_cast<std::uint64_t>(digits) <= j.decimal_digits && d != static_cast<long double>(x) ? std::optional(d) : std::nullopt;
}

void place_decimals(wrapped_machine& m) {
  auto* const numbers = const_cast<std::uint64_t*>(m.constant_numbers);
  const auto* literals = reinterpret_cast<const float*>(m.code->constants.data());
  for (std::size_t c = 0; c < m.code->constants.size() / slot_bytes; ++c)
    for (int i = 0; i < warp_size; ++i) write_decimal(literals[c * warp_size + static_cast<std::size_t>(i)], {numbers + c * warp_size * 3 + i}, m.judged);
  for (op& o : m.ops)
    if (o.bits != nullptr && moves_decimal(m, o)) wrap(m, o, &move);
}

void move_decimals(wrapped_machine& m) {
  if (m.constant_numbers == nullptr || (m.domain.layout != number_layout::deviations && m.domain.layout != number_layout::wide_deviations)) return;
  auto* const numbers = const_cast<std::uint64_t*>(m.constant_numbers);
  const auto* literals = reinterpret_cast<const float*>(m.code->constants.data());
  const auto planes = static_cast<std::size_t>(m.domain.planes);
  for (std::size_t c = 0; c < m.code->constants.size() / slot_bytes; ++c)
    for (std::size_t i = 0; i < warp_size; ++i) write_moved(literals[c * warp_size + i], {numbers + c * planes * warp_size + i}, m.domain.planes, m.judged);
  for (op& o : m.ops)
    if (o.bits != nullptr && moves_decimal(m, o)) wrap(m, o, &move_as_datum);
}

} // namespace fpcheck::exec

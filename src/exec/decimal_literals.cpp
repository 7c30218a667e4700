#include "decimal_literals.hpp"

#include "engine/lanes.hpp"
#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/short_decimal.hpp>

#include <algorithm>
#include <cmath>
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

void place_decimals(wrapped_machine& m) {
  auto* const numbers = const_cast<std::uint64_t*>(m.constant_numbers);
  const auto* literals = reinterpret_cast<const float*>(m.code->constants.data());
  for (std::size_t c = 0; c < m.code->constants.size() / slot_bytes; ++c)
    for (int i = 0; i < warp_size; ++i) write_decimal(literals[c * warp_size + static_cast<std::size_t>(i)], {numbers + c * warp_size * 3 + i}, m.judged);
  for (op& o : m.ops)
    if (o.bits != nullptr && moves_decimal(m, o)) wrap(m, o, &move);
}

} // namespace fpcheck::exec

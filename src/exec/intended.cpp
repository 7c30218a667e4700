#include "intended.hpp"

#include "chosen_extremes.hpp"
#include "domains/multiprecision.hpp"
#include "exact_numbers.hpp"
#include "handlers.hpp"
#include "kept_narrow.hpp"
#include "random_cuts.hpp"
#include "random_factor.hpp"
#include "shadow_move.hpp"
#include "wrapped_machine.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/half_ulp.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

namespace fpcheck::exec {
namespace {

/// A conversion of codes of 8 bits.
bool takes_bytes(const op& o) {
  return o.meaning.operation == ptx::operation::widening && o.d && (o.source_format == number::e4m3 || o.source_format == number::e5m2);
}

void run_meant(warp& w, const op& o) { wrapped(w).meant[o.pc](w, o); }

std::uint32_t live_result(warp& w, const op& o) { return o.d.where == pool::frame ? w.shadow(o.d).live & w.exec : 0u; }

/// From here on the bits of the lanes mean exactly themselves; what else is known of them stays.
void restart(warp& w, const op& o, std::uint32_t lanes) {
  w.shadow(o.d).live &= ~lanes;
  if (o.format == number::f64) w.shadow(following(o.d, 1)).live &= ~lanes;
}

/// The widest part of a number that a split takes for its low bits, in ulps: 13 of 24 or 28 of 53.
double split_unit(number n) { return n == number::f64 ? judgement::wide_split_unit : judgement::split_unit; }

/// R4: the leading bits of a number are what the machine makes of them, as long as exact arithmetic would round to their neighbours.
void settle_split(warp& w, const op& o) {
  run_meant(w, o);
  std::uint32_t meant = 0;
  for_each_lane(live_result(w, o), [&](int i) {
    const exact_number x = number_in(w, o.d, o.format, i);
    if (!x.known() || !(std::fabs(x.computed) < INFINITY)) return;
    meant |= 1u << i;
    const double half = half_ulp(x.high, o.format), beyond = std::fabs((x.computed - x.high) - x.low) - split_unit(o.format) * half;
    const double limit = wrapped(w).judged.excess_limit;
    if (beyond > limit * half) record_flip(w, o, i, x.computed, 0, x.high, 0, beyond / (limit * half));
    else if (beyond > 0) ++w.near_ties;
  });
  restart(w, o, meant);
}

double machine_number(warp& w, const ref& r, number n, int lane) {
  return n == number::f64 ? w.lanes<double>(r)[lane] : static_cast<double>(w.lanes<float>(r)[lane]);
}

/// Runs a sum of two numbers, or their difference. The lanes in which it rounded: exactly a + b = s + e with this e (Knuth's two-sum).
std::uint32_t run_and_compare(warp& w, const op& o) {
  double a[warp_size], b[warp_size];
  const double sign = o.meaning.operation == ptx::operation::difference ? -1 : 1;
  for (int i = 0; i < warp_size; ++i) a[i] = machine_number(w, o.a, o.format, i), b[i] = sign * machine_number(w, o.b, o.format, i);
  run_meant(w, o);
  std::uint32_t out = 0;
  for_each_lane(w.exec, [&](int i) {
    const double s = a[i] + b[i], c = s - a[i], e = (a[i] - (s - c)) + (b[i] - c);
    if (std::fabs(s) < INFINITY && (e != 0 || s != machine_number(w, o.d, o.format, i))) out |= 1u << i;
  });
  return out;
}

void watch_difference(warp& w, const op& o) {
  const std::uint32_t lanes = run_and_compare(w, o);
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  m.inexact[{&w, o.pc}] = lanes;
}

/// R4: an error term is what the machine makes of it.
void settle_error_term(warp& w, const op& o) {
  wrapped_machine& m = wrapped(w);
  const std::uint32_t difference = m.rests.difference[o.pc];
  const std::uint32_t own = difference != rest_parts::none ? run_and_compare(w, o) : (run_meant(w, o), 0u);
  {
    const std::scoped_lock guard(m.lock);
    wrapped_machine::term_count& t = m.error_terms[o.pc];
    for_each_lane(w.exec, [&](int i) { ++t.made, t.other += machine_number(w, o.d, o.format, i) != 0 ? 1 : 0; });
    if (difference != rest_parts::none) {
      const std::uint32_t missed = m.inexact[{&w, o.pc}] = (own | m.inexact[{&w, difference}]) & w.exec;
      if (!m.rests.is_choice[o.pc]) t.missed += static_cast<std::uint64_t>(std::popcount(missed));
    }
  }
  restart(w, o, live_result(w, o));
}

/// Of two ways to work out an error term the one that is taken counts.
void watch_choice(warp& w, const op& o) {
  wrapped_machine& m = wrapped(w);
  const auto [first, second] = *m.rests.chosen[o.pc];
  const std::uint32_t taken = w.predicate(o.pa);
  run_meant(w, o);
  const std::scoped_lock guard(m.lock);
  m.error_terms[first].missed += static_cast<std::uint64_t>(std::popcount(m.inexact[{&w, first}] & taken & w.exec));
  m.error_terms[second].missed += static_cast<std::uint64_t>(std::popcount(m.inexact[{&w, second}] & ~taken & w.exec));
}

/// The period is taken off a number which rounding took to it: on the circle that is zero, as the machine has it, if the number was as
/// near to the period as the limit lets it be.
void settle_wrap(warp& w, const op& o) {
  double period[warp_size];
  for (int i = 0; i < warp_size; ++i) period[i] = std::max(std::fabs(machine_number(w, o.a, o.format, i)), std::fabs(machine_number(w, o.b, o.format, i)));
  run_meant(w, o);
  std::uint32_t meant = 0;
  for_each_lane(live_result(w, o), [&](int i) {
    const exact_number x = number_in(w, o.d, o.format, i);
    if (x.computed == 0 && x.high != 0 && std::fabs(x.high) <= wrapped(w).judged.excess_limit * half_ulp(period[i], o.format)) meant |= 1u << i;
  });
  restart(w, o, meant);
}

/// The largest term of the sum that `o` goes on with, for each lane; kept for whoever goes on with its result.
std::array<double, warp_size> largest_terms(warp& w, const op& o) {
  wrapped_machine& m = wrapped(w);
  const bool fused = o.meaning.operation == ptx::operation::fused;
  std::array<double, warp_size> most{};
  for (int i = 0; i < warp_size; ++i) {
    const double a = machine_number(w, o.a, o.format, i), b = machine_number(w, o.b, o.format, i);
    most[i] = fused ? std::max(std::fabs(a * b), std::fabs(machine_number(w, o.c, o.format, i))) : std::max(std::fabs(a), std::fabs(b));
  }
  const std::scoped_lock guard(m.lock);
  for (const ref& r : {o.a, o.b, o.c}) {
    const auto before = r.where == pool::frame ? m.largest_terms.find({&w, r.slot()}) : m.largest_terms.end();
    for (int i = 0; before != m.largest_terms.end() && i < warp_size; ++i) most[i] = std::max(most[i], before->second[i]);
  }
  return m.largest_terms[{&w, o.d.slot()}] = most;
}

/// Where exact arithmetic leaves no more of a residual than rounding may leave of its terms, the machine's is what there is: that of
/// the numbers as they are stored.
void settle_vanished(warp& w, const op& o) {
  const auto largest = largest_terms(w, o);
  run_meant(w, o);
  std::uint32_t meant = 0;
  for_each_lane(live_result(w, o), [&](int i) {
    const exact_number x = number_in(w, o.d, o.format, i);
    const double most = wrapped(w).judged.excess_limit * half_ulp(largest[i], o.format);
    const bool vanished = std::fabs(x.computed) <= most && std::fabs(x.high) + x.error <= most;
    if (x.known() && vanished) meant |= 1u << i;
  });
  restart(w, o, meant);
}

/// A load of one code leaves zeros above it: the other code of a pair, which is exact.
void fill_pair(warp& w, const ref& r) {
  if (r.where != pool::frame || w.shadow(r).tag != shadow_tag::byte) return;
  std::uint32_t filled = w.shadow(r).live;
  for_each_lane(filled, [&](int i) { filled &= (w.lanes<std::uint32_t>(r)[i] >> 8 & 255u) == 0 ? ~0u : ~(1u << i); });
  if (filled != w.shadow(r).live) return;
  set_tag(w, r, shadow_tag::bytes2, filled);
  for_each_lane(filled, [&](int i) { number_at(w, r, i, 1)[0] = exact_marker; });
}

/// A number that is kept in a narrow format is what was kept, as long as exact arithmetic would have kept that or a neighbour.
template <int HalfUlps>
void settle_kept(warp& w, const op& o) {
  if (takes_bytes(o)) fill_pair(w, o.a);
  run_meant(w, o);
  const double limit = wrapped(w).judged.excess_limit;
  std::uint32_t meant = 0;
  for_each_lane(HalfUlps != 0 ? live_result(w, o) : 0u, [&](int i) {
    for (int part = 0; part < std::max(1, parts(w.shadow(o.d).tag)); ++part) {
      const exact_number x = number_in(w, o.d, o.format, i, part);
      const double allowed = HalfUlps * half_ulp(x.high, o.source_format) + limit * half_ulp(x.high, number::f32);
      if (!x.known() || (x.computed == 0 && x.high != 0) || !(x.distance() <= allowed)) return;
    }
    meant |= 1u << i;
  });
  restart(w, o, meant);
}

/// A logarithm that was stored is known to half an ulp of its own: so much the copies move, but for those that move by nothing but inputs.
void move_logarithm(warp& w, const op& o) {
  constexpr int copies = 6, first_plane = 2;
  double by[warp_size];
  for (int i = 0; i < warp_size; ++i) by[i] = judgement::logarithm_step * half_ulp(machine_number(w, o.a, number::f32, i), number::f32);
  run_meant(w, o);
  if (live_result(w, o) == 0 || w.shadow(o.d).tag != shadow_tag::f32) return;
  for_each_lane(live_result(w, o), [&](int i) {
    const number_words words = number_at(w, o.d, i, 0);
    const double middle = bit_cast<double>(words[0]);
    if (!(std::fabs(by[i]) < INFINITY) || !(std::fabs(middle) < INFINITY)) return;
    for (int k = 0; k < copies; ++k)
      words[first_plane + k] = bits_of(bit_cast<double>(words[first_plane + k]) + by[i] * random_factor(by[i] + middle, static_cast<std::uint32_t>(k) + w.host->domain.parameter + 48));
  });
}

/// The polynomials of sine and cosine are not those functions: what they err is known as that of an angle off by so much of itself.
constexpr double reduced_error = 0x1p-26;
void widen_reduced(warp& w, const op& o) {
  run_meant(w, o);
  const bool has_exact_values = !wrapped(w).consumed_narrow.empty() && !wrapped(w).exact.tries_other;
  if (has_exact_values || live_result(w, o) == 0 || w.shadow(o.d).tag != shadow_tag::f32) return; // exact values stay as they are
  for_each_lane(live_result(w, o), [&](int i) {
    const number_words words = number_at(w, o.d, i, 0);
    const double size = std::fabs(bit_cast<double>(words[0]));
    if (size < INFINITY) words[1] = bits_of(bit_cast<double>(words[1]) + reduced_error * size);
  });
}

void settle_extreme(warp& w, const op& o) { choose_extreme(w, o, wrapped(w).meant[o.pc]); }

/// What a role makes of the result of `o` in a domain of this layout; nullptr for nothing.
handler meaning_of(const op& o, const domain_table& domain) {
  if (o.form == ptx::form::min_f32 || o.form == ptx::form::max_f32) return chooses_exactly(domain) ? &settle_extreme : nullptr;
  if (o.roles.empty()) return nullptr;
  const number_layout layout = domain.layout;
  const bool sums = o.d && (o.format == number::f32 || o.format == number::f64);
  if (!sums) return nullptr;
  if (o.roles.has(roles::split_part)) return &settle_split;
  if (o.roles.has(roles::wrap)) return &settle_wrap;
  const bool is_ball = std::string_view(domain.name) == "ball" || layout == number_layout::wide;
  const bool is_estimate = std::string_view(domain.name) == "mpfr" && (domain.parameter & estimating_bits) != 0; // midpoints are compared there
  if (o.roles.has(role::range_reduction)) return is_ball && !is_estimate ? &widen_reduced : nullptr;
  const bool deviates = layout == number_layout::deviations || layout == number_layout::wide_deviations;
  return o.roles.has(roles::kept_logarithm) && deviates ? &move_logarithm : nullptr;
}

} // namespace

void mean_roles(wrapped_machine& m) {
  const std::vector<bool> random = find_random_cuts(*m.code, m.judged);
  const bool derives = std::string_view(m.domain.name) == "dual"; // a kept number's derivative goes on
  const std::vector<std::uint8_t> kept = derives ? std::vector<std::uint8_t>() : find_kept_narrow(*m.code);
  if (m.keeps_error_terms) m.rests = find_rest_parts(*m.code);
  const auto handler_of = [&](const op& o) -> handler {
    if (o.fn == nullptr) return nullptr;
    if (!m.residuals.empty() && m.residuals[o.pc] != residual_kind::none) return &settle_vanished;
    if (!random.empty() && random[o.pc]) return &settle_random_cut;
    if (!kept.empty() && kept[o.pc] != 0) return kept[o.pc] == 1 ? &settle_kept<1> : &settle_kept<2>;
    if (m.keeps_error_terms && o.roles.has(role::eft_residual) && o.d) return &settle_error_term;
    if (m.keeps_error_terms && m.rests.chosen[o.pc]) return &watch_choice;
    if (m.keeps_error_terms && o.roles.empty() && m.rests.is_difference[o.pc]) return &watch_difference;
    return takes_bytes(o) ? &settle_kept<0> : meaning_of(o, m.domain);
  };
  for (op& o : m.ops) {
    const handler h = handler_of(o);
    if (h == nullptr) continue;
    m.meant.resize(m.ops.size());
    m.meant[o.pc] = o.fn;
    o.fn = h;
  }
}

} // namespace fpcheck::exec

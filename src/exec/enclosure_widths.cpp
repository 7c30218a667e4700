#include "enclosure_widths.hpp"

#include "exact_numbers.hpp"
#include "handlers.hpp"

#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>

namespace fpcheck::exec {
namespace {

/// An enclosure that reaches so much of its number away from it, or further, says no more than a bit or two of what it is.
constexpr double widest_that_tells = 0.125;

bool tells(const exact_number& x) {
  if (!x.shadowed) return true;
  return std::fabs(x.high) < INFINITY && x.error <= widest_that_tells * std::fabs(x.high);
}

bool multiplies(const op& o) {
  const auto what = o.meaning.operation;
  return !ptx::is_real_sum(o.meaning) || what == ptx::operation::fused;
}

void note(warp& w, const op& o, int lane, bool underflowed) {
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  if (m.opens) return;
  opened_enclosure& e = m.opens.emplace();
  e.pc = o.pc, e.of_underflow = underflowed;
  std::copy_n(w.block->position, 3, e.cta);
  for (std::size_t k = 0; k < 3; ++k) e.thread[k] = w.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(lane)];
}

void look_at_width(warp& w, const op& o) {
  bool told[warp_size] = {}, underflowed[warp_size] = {};
  const number n = o.source_format != number::none ? o.source_format : o.format;
  for_each_lane(w.exec, [&](int i) {
    told[i] = true;
    for (const ref* r : {&o.a, &o.b, &o.c}) {
      if (!*r) continue;
      const exact_number x = number_in(w, *r, n, i);
      told[i] = told[i] && tells(x);
      underflowed[i] = underflowed[i] || (multiplies(o) && x.computed == 0 && x.high != 0);
    }
  });
  run_inner(w, o);
  for_each_lane(w.exec, [&](int i) {
    if (told[i] && !tells(number_in(w, o.d, o.format, i))) note(w, o, i, underflowed[i]);
  });
}

} // namespace

void watch_enclosure_widths(wrapped_machine& m) {
  if (!encloses(m.domain.layout)) return;
  for (op& o : m.ops) {
    const bool computes = o.bits != nullptr && o.source != nullptr && o.d && o.format != number::none && o.meaning.takes == ptx::content::real && o.meaning.access == ptx::access::none;
    if (computes && o.meaning.operation != ptx::operation::matrix_product && o.meaning.parts == 1) wrap(m, o, &look_at_width);
  }
}

} // namespace fpcheck::exec

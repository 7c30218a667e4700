#pragma once
// What one execution of an instruction adds to the record of the lineages that end there.
#include "exact_numbers.hpp"
#include "wrapped_machine.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace fpcheck::exec {

inline std::uint32_t live_lanes(warp& w, const ref& r) { return r.where == pool::frame ? w.shadow(r).live & w.exec : 0u; }

inline bool is_born(warp& w, const ref& r, int lane) { return r.where == pool::frame && ((w.shadow(r).born >> lane) & 1u) != 0; }

/// What one execution of an instruction adds to its record.
class ends_here {
public:
  ends_here(warp& w, const op& o, end_kind kind) : w_(w), o_(o) { r_.pc = o.pc, r_.kind = kind; }
  ~ends_here() {
    if (r_.count == 0) return;
    wrapped_machine& m = wrapped(w_);
    const std::scoped_lock guard(m.lock);
    end_record& to = m.ends[o_.pc];
    const std::uint64_t count = to.count + r_.count, decided = to.decided + r_.decided, anchored = to.anchored + r_.anchored;
    const std::uint64_t otherwise = to.otherwise + r_.otherwise, nonfinite = to.nonfinite + r_.nonfinite, unordered = to.unordered + r_.unordered;
    if (to.count == 0 || r_.distance > to.distance) to = r_;
    to.count = count, to.decided = decided, to.anchored = anchored, to.otherwise = otherwise, to.nonfinite = nonfinite, to.unordered = unordered;
  }
  ends_here(const ends_here&) = delete;
  ends_here& operator=(const ends_here&) = delete;

  bool is_anchored() const { return wrapped(w_).anchored[o_.pc]; }
  void decided() { ++r_.count, ++r_.decided; }
  void anchored() { ++r_.count, ++r_.anchored; }
  /// An outcome that is not known to be the exact one; `certain`: known not to be.
  void open(int lane, const exact_number& a, const exact_number& b, bool certain, double distance) {
    ++r_.count;
    const bool nonfinite = (!(std::fabs(a.computed) < INFINITY) && a.known()) || (!(std::fabs(b.computed) < INFINITY) && b.known());
    r_.otherwise += certain, r_.nonfinite += nonfinite;
    if (!(distance == distance)) distance = INFINITY;
    if (distance <= r_.distance) return;
    r_.distance = distance;
    r_.computed[0] = a.computed, r_.computed[1] = b.computed, r_.exact[0] = a.high, r_.exact[1] = b.high;
    std::copy_n(w_.block->position, 3, r_.cta);
    for (std::size_t k = 0; k < 3; ++k) r_.thread[k] = w_.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(lane)];
  }

  /// A NaN of the kernel's own making decides, and exact arithmetic has no number in its place either.
  void unordered(int lane, const exact_number& a, const exact_number& b) {
    open(lane, a, b, false, INFINITY);
    ++r_.unordered;
  }

private:
  warp& w_;
  const op& o_;
  end_record r_;
};

} // namespace fpcheck::exec

#include "free_differences.hpp"

#include "common.hpp"
#include "halves.hpp"

#include <algorithm>
#include <cstring>

namespace fpcheck::analysis {
namespace {

using exec::number;

/// The exact value that the element stands for along its run's path; its own where its bits mean themselves. Infinite or NaN where
/// nothing is known.
double exact_of(const exec::run_record& run, std::uint32_t buffer, tensor::dtype t, std::uint64_t offset, bool trusts_bits) {
  const exec::region& r = *run.buffers[buffer];
  const double computed = element_value(r, t, offset);
  const exec::element_shadow s(run, r, offset, static_cast<unsigned>(tensor::size_of(t)));
  if (!s.known()) return !trusts_bits && (s.taints() & exec::taint_cut) != 0 ? NAN : computed;
  const double factor = s.factor();
  if (factor != factor) return trusts_bits ? computed : NAN;
  return (s.exact() + s.low()) * factor;
}

bool is_undefined(const exec::run_record& run, std::uint32_t buffer, std::uint64_t offset, std::uint64_t bytes) {
  return run.buffers[buffer]->is_undefined(offset, static_cast<unsigned>(bytes));
}

} // namespace

free_differences::free_differences(const exec::run_request& request, const exec::run_record& first, const exec::run_record& exactly, const std::vector<judged_output>& outputs,
                                   const terms& by)
    : request_(request), first_(first), by_(by) {
  for (const judged_output& o : outputs) compare(o, exactly, by);
}

void free_differences::compare(const judged_output& o, const exec::run_record& exactly, const terms& by) {
  const tensor::dtype t = request_.buffers[o.buffer].type;
  const std::uint64_t bytes = tensor::size_of(t);
  std::set<std::uint64_t> lost;
  for (const judged_element& e : o.remarkable)
    if (e.state == element_state::lost) lost.insert(e.index);
  const std::size_t from = all_.size();
  for (std::uint64_t i = 0; i < o.summary.elements; ++i) {
    const bool mine = is_undefined(first_, o.buffer, i * bytes, bytes), other = is_undefined(exactly, o.buffer, i * bytes, bytes);
    if (mine && other) continue;
    if (mine != other) {
      free_difference d;
      d.buffer = o.buffer, d.index = i, d.unwritten = true, d.jump = INFINITY;
      d.low = d.high = d.exact = other ? 0.0 : 1.0, d.computed = 1.0 - d.exact;
      all_.push_back(std::move(d));
    } else if (number_of(t) == number::none) {
      compare_integer(o, exactly, i);
    } else {
      compare_real(o, exactly, i, by, lost.contains(i));
    }
  }
  if (all_.size() != from && number_of(t) == number::none) {
    double squares = 0;
    for (std::uint64_t i = 0; i < o.summary.elements; ++i) squares += std::pow(element_value(*exactly.buffers[o.buffer], t, i * bytes), 2);
    for (std::size_t k = from; k < all_.size(); ++k) all_[k].scale = std::sqrt(squares / static_cast<double>(o.summary.elements));
  }
  forget_slots(o, exactly, from);
}

void free_differences::compare_real(const judged_output& o, const exec::run_record& exactly, std::uint64_t i, const terms& by, bool lost) {
  const tensor::dtype t = request_.buffers[o.buffer].type;
  const std::uint64_t offset = i * tensor::size_of(t);
  const number n = number_of(t);
  const double computed = element_value(*first_.buffers[o.buffer], t, offset);
  const double exact = exact_of(exactly, o.buffer, t, offset, true);
  double path = lost ? computed : exact_of(first_, o.buffer, t, offset, false);
  if (!(std::fabs(path) < INFINITY)) path = computed;
  if (!(std::fabs(computed) < INFINITY) || !(std::fabs(exact) < INFINITY) || std::fabs(exact) > exec::largest_of(n)) return; // told of elsewhere, or nothing to compare with
  if (lost) cleared_.emplace(o.buffer, i);
  const double jump = std::fabs(path - exact);
  const judgement& j = by_.judged;
  double allowed = j.excess_limit * half_ulp_at(exact, accumulator_of(n)) + (by.flushes && n != number::f64 ? judgement::least_normal : 0.0);
  if (n != accumulator_of(n)) allowed += j.narrowing_slack * half_ulp_at(exact, n);
  if (!(jump > std::max(allowed, j.free_change * std::max(std::fabs(exact), std::fabs(computed))))) {
    return;
  }
  free_difference d;
  d.buffer = o.buffer, d.index = i, d.computed = computed, d.exact = exact, d.jump = jump, d.low = d.high = exact;
  all_.push_back(std::move(d));
}

void free_differences::compare_integer(const judged_output& o, const exec::run_record& exactly, std::uint64_t i) {
  const tensor::dtype t = request_.buffers[o.buffer].type;
  const std::uint64_t bytes = tensor::size_of(t);
  const exec::region& x = *first_.buffers[o.buffer];
  const exec::region& y = *exactly.buffers[o.buffer];
  if (std::memcmp(x.data.data() + i * bytes, y.data.data() + i * bytes, bytes) == 0) return;
  if (lineage_of(x, t, i * bytes) != number::none) return; // bits of a number: judged as one
  if (is_same_half(o.buffer, i, exactly)) return;
  if (o.buffer < by_.handed_on.size() && by_.handed_on[o.buffer]) return; // keys, indices: judged by what is made of them
  free_difference d;
  d.buffer = o.buffer, d.index = i, d.is_integer = true;
  d.computed = element_value(x, t, i * bytes), d.exact = element_value(y, t, i * bytes);
  d.jump = std::fabs(d.computed - d.exact), d.low = d.high = d.exact;
  if (by_.sums_singles && d.jump <= by_.judged.excess_limit * half_ulp_at(d.exact, number::f32)) return;
  all_.push_back(std::move(d));
}

/// Whether the element is the lower half of a number that is the same, to rounding, in both runs.
bool free_differences::is_same_half(std::uint32_t buffer, std::uint64_t i, const exec::run_record& exactly) const {
  if (!whole_of(request_, first_, buffer, i) || !whole_of(request_, exactly, buffer, i)) return false;
  const exec::element_shadow mine(first_, *first_.buffers[buffer], 2 * i, 2), other(exactly, *exactly.buffers[buffer], 2 * i, 2);
  const double allowed = std::max(by_.judged.excess_limit * half_ulp_at(other.exact(), number::f32), by_.judged.free_change * std::fabs(other.exact()));
  return mine.is_lower_half() && std::fabs((mine.exact() - other.exact()) + (mine.low() - other.low())) <= allowed;
}

/// Slots that threads take by atomics are compared as what they hold, whoever came first. Numbers that the machine leaves as they were, with exact
/// outcomes in the place of its own, hang on none of them: what is left is between two shadows.
void free_differences::forget_slots(const judged_output& o, const exec::run_record& exactly, std::size_t from) {
  const tensor::dtype t = request_.buffers[o.buffer].type;
  const number n = number_of(t);
  if ((!by_.takes_places && n == number::none) || all_.size() == from || o.summary.elements > (std::uint64_t{1} << 24)) return;
  const std::uint64_t bytes = tensor::size_of(t);
  std::vector<double> mine, other;
  for (std::size_t k = from; k < all_.size(); ++k) {
    if (all_[k].unwritten) return;
    mine.push_back(all_[k].computed), other.push_back(element_value(*exactly.buffers[o.buffer], t, all_[k].index * bytes));
  }
  if (by_.takes_places) std::sort(mine.begin(), mine.end()), std::sort(other.begin(), other.end());
  for (std::size_t k = 0; k < mine.size(); ++k)
    if (!(std::fabs(mine[k] - other[k]) <= (n == number::none ? 0.0 : by_.judged.excess_limit * half_ulp_at(other[k], n)))) return;
  for (std::size_t k = from; k < all_.size(); ++k) all_[k].excused = true;
}

void free_differences::excuse(const exec::run_record& moved) {
  for (free_difference& d : all_) {
    if (d.excused) continue;
    const tensor::dtype t = request_.buffers[d.buffer].type;
    const std::uint64_t bytes = tensor::size_of(t), offset = d.index * bytes;
    const bool undefined = is_undefined(moved, d.buffer, offset, bytes);
    double v = undefined != d.unwritten ? NAN : d.is_integer ? element_value(*moved.buffers[d.buffer], t, offset) : exact_of(moved, d.buffer, t, offset, true);
    if (d.unwritten) v = undefined ? 0.0 : 1.0;
    d.seen.push_back(v);
    if (!(v == v)) continue;
    d.low = std::min(d.low, v), d.high = std::max(d.high, v);
    const bool within = d.jump <= by_.judged.moved_slack * std::max(d.exact - d.low, d.high - d.exact); // rounding moves a number either way
    if (!d.is_integer) d.excused = within;
    else d.excused = v == d.computed || (d.low <= d.computed && d.computed <= d.high && d.high - d.low <= by_.judged.free_counts) || (within && is_fixed_point(d));
  }
}

/// Whether an integer is a number in fixed point: moved inputs move it a little, each its own way.
bool free_differences::is_fixed_point(const free_difference& d) const {
  return d.high - d.low <= by_.judged.fixed_point_part * d.scale && 2 * std::count(d.seen.begin(), d.seen.end(), d.exact) <= static_cast<std::ptrdiff_t>(d.seen.size());
}

std::uint64_t free_differences::count() const {
  return static_cast<std::uint64_t>(std::count_if(all_.begin(), all_.end(), [](const free_difference& d) { return !d.excused; }));
}
std::uint64_t free_differences::excused() const { return all_.size() - count(); }

const free_difference& free_differences::worst() const {
  const free_difference* worst = nullptr;
  for (const free_difference& d : all_)
    if (!d.excused && (worst == nullptr || d.jump > worst->jump)) worst = &d;
  return *worst;
}

bool free_differences::is_certain() const {
  const free_difference& d = worst();
  if (!d.is_integer || d.seen.empty()) return true;
  return 2 * std::count(d.seen.begin(), d.seen.end(), d.exact) >= static_cast<std::ptrdiff_t>(d.seen.size());
}

bool free_differences::changed_by(const exec::run_record& other) const {
  return std::any_of(all_.begin(), all_.end(), [&](const free_difference& d) {
    if (d.excused) return false;
    const tensor::dtype t = request_.buffers[d.buffer].type;
    const std::uint64_t bytes = tensor::size_of(t), offset = d.index * bytes;
    if (is_undefined(other, d.buffer, offset, bytes)) return d.unwritten && d.exact == 0;
    if (d.unwritten) return d.exact == 1;
    const double v = element_value(*other.buffers[d.buffer], t, offset);
    return std::fabs(v - d.computed) > by_.judged.jump_part * d.jump || std::fabs(v - d.exact) < by_.judged.jump_part * d.jump;
  });
}

} // namespace fpcheck::analysis

#include "judge.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <limits>

namespace fpcheck::analysis {
namespace {

using exec::number;

bool narrower_than_accumulator(number n) { return n != number::f32 && n != number::f64 && n != number::none; }
number accumulator_of(number n) { return narrower_than_accumulator(n) ? number::f32 : n; }

double word(const std::uint64_t* w, int k) { return bit_cast<double>(w[k]); }

/// What rounding to the output's own format, and flushing, may do to any value.
double final_rounding(double exact, number n, const terms& by) {
  double a = by.flushes && n != number::f64 ? judgement::least_normal : 0;
  if (narrower_than_accumulator(n)) a += half_ulp(exact, n) * by.judged.narrowing_slack;
  return a;
}

struct reading {
  double computed = 0, exact = 0, radius = 0, low = 0; ///< the midpoint is exact + low
  double rounded = 0;                                  ///< what integer code may have rounded away
  double error() const { return std::fabs((computed - exact) - low); }
  bool shadowed = false, lost = false;
};

/// Where the midpoint's low word is; 0 where there is none.
int low_word(const exec::run_record& run) {
  switch (run.layout) {
  case exec::number_layout::wide: return 2;
  case exec::number_layout::wide_deviations: return run.planes - 1;
  case exec::number_layout::ball:
  case exec::number_layout::deviations: break;
  }
  return 0;
}

reading read(const exec::region& r, tensor::dtype t, std::uint64_t offset, const exec::run_record& run, const judgement& j) {
  reading x;
  x.computed = element_value(r, t, offset);
  x.exact = x.computed;
  const std::uint64_t* w = element_words(r, offset, static_cast<unsigned>(tensor::size_of(t)));
  if (w == nullptr) return x;
  x.exact = word(w, 0), x.shadowed = true;
  if (exec::encloses(run.layout)) x.radius = word(w, 1);
  if (const int k = low_word(run); k != 0) x.low = word(w, k);
  const double factor = element_factor(r, offset);
  x.rounded = integer_rounding(r, offset, x.exact);
  if (factor == 1.0) return x;
  if (factor == factor) {
    x.exact *= factor, x.low *= factor, x.radius *= std::fabs(factor);
    return x;
  }
  // The bits are a new number. What the old one's error was decides whether that can be left at that.
  std::uint32_t then = r.shadow.find(offset / 4)->source;
  const double before = bit_cast<float>(then);
  x.lost = std::fabs(before - x.exact) + x.radius > j.excess_limit * half_ulp(before, number::f32);
  x.exact = x.computed, x.radius = x.low = 0, x.shadowed = false;
  return x;
}

element_state classify(const reading& x, std::uint8_t taints, number n, const terms& by, literal_nonfinites& literals, judged_element& e) {
  const judgement& j = by.judged;
  const bool computed_finite = std::fabs(x.computed) < INFINITY, exact_finite = std::fabs(x.exact) < INFINITY;
  e.error = x.error();
  e.bound = e.error + x.radius;
  if (!computed_finite) {
    e.bound = 0;
    return (taints & exec::taint_born) != 0 || !literals.meant(x.computed) ? element_state::nonfinite : element_state::fine;
  }
  e.cut = (taints & exec::taint_cut) != 0 || x.lost;
  if (e.cut && (!x.shadowed || !exact_finite || !(x.radius < INFINITY))) return element_state::lost;
  if (!exact_finite || !(x.radius < INFINITY)) {
    e.bound = INFINITY;
    return element_state::undecided;
  }
  const double allowed = x.rounded + final_rounding(x.exact, n, by) + j.excess_limit * half_ulp(x.exact, accumulator_of(n));
  const double error = e.error;
  e.ratio = error / allowed;
  if (e.cut && error <= allowed) return element_state::lost; // what is known of it is wrong already, or not enough
  // What is no number is not small.
  if (!(error <= allowed)) return error == error ? element_state::suspicious : element_state::undecided;
  return !(e.bound <= j.undecided_width * allowed) ? element_state::undecided : element_state::fine;
}

} // namespace

judged_output judge(const exec::run_request& request, const exec::run_record& run, std::uint32_t k, const terms& by, literal_nonfinites& literals) {
  const judgement& j = by.judged;
  const exec::buffer& b = request.buffers[k];
  const exec::region& r = *run.buffers[k];
  judged_output out;
  out.buffer = k;
  out.summary.name = b.name;
  out.summary.dtype = std::string(tensor::name(b.type));
  out.summary.shape = b.shape;
  const std::uint64_t bytes = tensor::size_of(b.type);
  const number n = number_of(b.type);
  out.summary.elements = bytes == 0 ? 0 : r.data.size() / bytes;
  double squares = 0, sum_ulps = 0;
  const bool profiled = run.planes != 0 && n != number::none;
  error_profiler errors(b.shape, profiled ? out.summary.elements : 0);
  for (std::uint64_t i = 0; i < out.summary.elements; ++i) {
    const std::uint64_t offset = i * bytes;
    judged_element e;
    e.index = i;
    const bool written = r.is_written(offset, static_cast<unsigned>(bytes));
    if (r.is_undefined(offset, static_cast<unsigned>(bytes))) {
      e.state = written ? element_state::undefined : element_state::unwritten;
      if (written) ++out.summary.written;
      if (profiled) errors.mark(i, written ? cell_undecided : cell_unwritten);
      out.remarkable.push_back(e);
      continue;
    }
    if (written || b.role == exec::buffer_role::inout) ++out.summary.written;
    if (run.planes == 0) continue; // without shadows nothing is certified
    if (n == number::none) {
      if ((element_taints(r, offset) & exec::taint_born) != 0 && out.from_nan++ == 0) out.first_from_nan = i;
      e.format = lineage_of(r, b.type, offset);
      if (e.format != number::none) {
        const reading x = read(r, dtype_of(e.format), offset, run, j);
        e.computed = x.computed, e.exact = x.exact;
        e.state = classify(x, element_taints(r, offset), e.format, by, literals, e);
      }
      if (e.state == element_state::fine || e.state == element_state::suspicious) ++out.summary.certified;
      else ++out.summary.undecided;
      if (e.state != element_state::fine) out.remarkable.push_back(e);
      continue;
    }
    const reading x = read(r, b.type, offset, run, j);
    e.computed = x.computed, e.exact = x.exact;
    e.state = classify(x, element_taints(r, offset), n, by, literals, e);
    if (x.shadowed && std::fabs(x.exact) < INFINITY) {
      squares += x.exact * x.exact;
      if (x.exact != 0) ++out.nonzero;
      if (x.exact != 0 && e.error - x.rounded - final_rounding(x.exact, n, by) > std::fabs(x.exact) * j.gross_loss) ++out.ruined;
      // What .ftz takes away in binary32; what a narrower format has no code for. Smaller values round to zero rightly.
      const bool narrow = narrower_than_accumulator(n);
      const double most = narrow ? std::ldexp(1.0, exec::limits_of(n).min_exponent - exec::limits_of(n).precision + 1) : judgement::least_normal;
      const double least = narrow ? judgement::least_normal : judgement::least_rounded;
      if (x.computed == 0 && std::fabs(x.exact) < most && std::fabs(x.exact) >= least && n != number::f64 && out.flushed++ == 0) out.first_flushed = i;
    }
    if (e.state == element_state::nonfinite) {
      errors.mark(i, cell_nonfinite);
    } else if (e.bound < INFINITY && exec::encloses(run.layout) && e.state != element_state::undecided && e.state != element_state::lost) {
      ++out.summary.certified;
      const double ulps = e.bound == 0 ? 0.0 : e.bound / std::max(2 * half_ulp(x.exact != 0 ? x.exact : x.computed, n), std::numeric_limits<double>::denorm_min());
      sum_ulps += ulps;
      errors.add(i, ulps);
      if (e.state == element_state::fine) out.summary.largest_share = std::max(out.summary.largest_share, e.ratio);
      if (ulps > out.summary.max_error_ulps || out.summary.certified == 1) {
        out.summary.max_error_ulps = ulps, out.summary.worst_element = i;
        out.summary.worst_computed = x.computed, out.summary.worst_exact = x.exact, out.summary.worst_bound = e.bound;
      }
    }
    if (e.state == element_state::undecided || e.state == element_state::lost) {
      ++out.summary.undecided;
      errors.mark(i, cell_undecided);
    }
    if (e.state != element_state::fine) out.remarkable.push_back(e);
  }
  out.summary.errors = errors.take();
  if (out.summary.certified != 0) out.summary.mean_error_ulps = sum_ulps / static_cast<double>(out.summary.certified);
  if (out.summary.elements != 0) out.rms = std::sqrt(squares / static_cast<double>(out.summary.elements));
  return out;
}

sensitivity measure(const exec::run_request& request, std::span<const exec::run_record* const> perturbed, const judged_output& o, const judged_element& e, const terms& by) {
  const judgement& j = by.judged;
  const exec::buffer& b = request.buffers[o.buffer];
  const exec::region& r = *perturbed[0]->buffers[o.buffer];
  const std::uint64_t bytes = tensor::size_of(b.type), offset = e.index * bytes;
  const number n = e.format != number::none ? e.format : number_of(b.type);
  constexpr int narrowed = 4, approximated = 6; // copies that move at narrowings, and at approximate instructions
  double all = 0, unnarrowed = 0, inputs = 0, depth = 0;
  for (const exec::run_record* run : perturbed) {
    const exec::region& copies = *run->buffers[o.buffer];
    const std::uint64_t* w = element_words(copies, offset, static_cast<unsigned>(bytes));
    if (w == nullptr) continue;
    for (int k = 0; k < static_cast<int>(exec::perturbed_copies); ++k) {
      const double d = std::fabs(word(w, 2 + k) * element_factor(copies, offset));
      if (!(d < INFINITY)) continue;
      all = std::max(all, d);
      if (k >= narrowed) unnarrowed = std::max(unnarrowed, d);
      if (k >= approximated) inputs = std::max(inputs, d);
    }
    depth = word(w, 1);
  }
  sensitivity s;
  const number acc = accumulator_of(n);
  const double half = half_ulp(e.exact, acc);
  const double error = std::max(0.0, e.error - final_rounding(e.exact, n, by) - integer_rounding(r, offset, e.exact));
  const double total_loss = std::fabs(e.exact) / half;
  s.limit = std::max(j.excess_limit, j.depth_factor * std::sqrt(depth));
  if (total_loss > 0) s.limit = std::min(s.limit, std::max(1.0, total_loss * j.total_loss_part));
  s.excess = error / (all + half);
  s.moved = all;
  s.exceeded = s.excess > s.limit;
  // Of numbers about zero a few come close to it, and mean little by themselves. Where one in four is lost they are no such few.
  const double scale = o.is_ruined(j) ? std::fabs(e.exact) : std::max(std::fabs(e.exact), o.rms);
  // Where every element is zero in exact arithmetic they are error terms: what a conversion left is what was asked for.
  const bool is_gross = !s.exceeded && scale > 0 && error > scale * j.gross_loss;
  s.narrowed = !s.exceeded && error / (unnarrowed + half) > s.limit;
  s.by_narrowing = is_gross && s.narrowed;
  s.by_approximation = is_gross && error / (inputs + half) > j.approximation_slack * s.limit; // two copies say less than four
  return s;
}

} // namespace fpcheck::analysis

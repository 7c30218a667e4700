#include "judge.hpp"

#include "common.hpp"
#include "halves.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <limits>

namespace fpcheck::analysis {
namespace {

using exec::number;

bool narrower_than_accumulator(number n) { return n != number::f32 && n != number::f64 && n != number::none; }

/// What rounding to the output's own format, and flushing, may do to any value.
double final_rounding(double exact, number n, const terms& by) {
  double a = by.flushes && n != number::f64 ? judgement::least_normal : 0;
  if (narrower_than_accumulator(n)) a += half_ulp_at(exact, n) * by.judged.narrowing_slack;
  return a;
}

struct reading {
  double computed = 0, exact = 0, radius = 0, low = 0; ///< the midpoint is exact + low
  double rounded = 0;                                  ///< what integer code may have rounded away
  double error() const { return std::fabs((computed - exact) - low); }
  bool shadowed = false, lost = false;
  std::uint8_t taints = exec::taint_none;
};

reading read(const exec::region& r, tensor::dtype t, std::uint64_t offset, const exec::run_record& run, const judgement& j) {
  reading x;
  x.computed = element_value(r, t, offset);
  x.exact = x.computed;
  const exec::element_shadow s(run, r, offset, static_cast<unsigned>(tensor::size_of(t)));
  x.taints = s.taints();
  if (!s.known()) return x;
  x.exact = s.exact(), x.low = s.low(), x.shadowed = true;
  if (exec::encloses(run.layout)) x.radius = s.radius();
  const double factor = s.factor();
  x.rounded = integer_rounding(s, x.exact);
  if (factor == 1.0) return x;
  if (factor == factor) {
    x.exact *= factor, x.low *= factor, x.radius *= std::fabs(factor);
    return x;
  }
  // The bits are a new number. What the old one's error was decides whether that can be left at that.
  const double before = bit_cast<float>(s.original());
  x.lost = std::fabs(before - x.exact) + x.radius > j.excess_limit * half_ulp_at(before, number::f32);
  x.exact = x.computed, x.radius = x.low = 0, x.shadowed = false;
  return x;
}

element_state classify(const reading& x, number n, const terms& by, literal_nonfinites& literals, judged_element& e) {
  const judgement& j = by.judged;
  const bool computed_finite = std::fabs(x.computed) < INFINITY, exact_finite = std::fabs(x.exact) < INFINITY;
  e.error = x.error();
  e.bound = e.error + x.radius;
  if (!computed_finite) {
    e.bound = 0;
    return (x.taints & exec::taint_born) != 0 || !literals.meant(x.computed) ? element_state::nonfinite : element_state::fine;
  }
  e.cut = (x.taints & exec::taint_cut) != 0 || x.lost;
  if (e.cut && (!x.shadowed || !exact_finite || !(x.radius < INFINITY))) return element_state::lost;
  if (!exact_finite || !(x.radius < INFINITY)) {
    e.bound = INFINITY;
    return element_state::undecided;
  }
  const double allowed = x.rounded + final_rounding(x.exact, n, by) + j.excess_limit * half_ulp_at(x.exact, accumulator_of(n));
  const double error = e.error;
  e.ratio = error / allowed;
  if (e.cut && error <= allowed) return element_state::lost; // what is known of it is wrong already, or not enough
  // What is no number is not small.
  if (!(error <= allowed)) return error == error ? element_state::suspicious : element_state::undecided;
  return !(e.bound <= j.undecided_width * allowed) ? element_state::undecided : element_state::fine;
}

/// One output, element by element.
class output_judge {
public:
  output_judge(const exec::run_request& request, const exec::run_record& run, std::uint32_t k, const terms& by, literal_nonfinites& literals)
      : request_(request), run_(run), by_(by), literals_(literals), buffer_(request.buffers[k]), region_(*run.buffers[k]), bytes_(tensor::size_of(buffer_.type)), format_(number_of(buffer_.type)) {
    out_.buffer = k;
    out_.summary.name = buffer_.name;
    out_.summary.dtype = std::string(tensor::name(buffer_.type));
    out_.summary.shape = buffer_.shape;
    out_.summary.elements = bytes_ == 0 ? 0 : region_.data.size() / bytes_;
    profiled_ = run.planes != 0 && format_ != number::none;
    errors_ = error_profiler(buffer_.shape, profiled_ ? out_.summary.elements : 0);
  }
  judged_output judge() {
    for (std::uint64_t i = 0; i < out_.summary.elements; ++i) look_at(i);
    out_.summary.errors = errors_.take();
    if (out_.summary.certified != 0) out_.summary.mean_error_ulps = sum_ulps_ / static_cast<double>(out_.summary.certified);
    if (out_.summary.elements != 0) out_.rms = std::sqrt(squares_ / static_cast<double>(out_.summary.elements));
    forgive_zeros();
    return std::move(out_);
  }

private:
  void look_at(std::uint64_t i) {
    const std::uint64_t offset = i * bytes_;
    judged_element e;
    e.index = i;
    const bool written = region_.is_written(offset, static_cast<unsigned>(bytes_));
    if (region_.is_undefined(offset, static_cast<unsigned>(bytes_))) {
      e.state = written ? element_state::undefined : element_state::unwritten;
      if (written) ++out_.summary.written;
      if (profiled_) errors_.mark(i, written ? cell_undecided : cell_unwritten);
      out_.remarkable.push_back(e);
      return;
    }
    if (written || buffer_.role == exec::buffer_role::inout) ++out_.summary.written;
    if (run_.planes == 0) return; // without shadows nothing is certified
    if (format_ == number::none) look_at_integer(e, offset);
    else look_at_number(e, offset);
    if (e.state != element_state::fine) out_.remarkable.push_back(e);
  }

  /// Elements that are zero in exact arithmetic among others that are not, as what an elimination or a rotation takes off a matrix: the
  /// others are the scale of what roundings leave there. Where the machine has a zero, and integer code had no part in it, narrower enclosures may tell that exact
  /// arithmetic has something: it stays undecided.
  void forgive_zeros() {
    if (format_ == number::none || 4 * out_.nonzero < out_.summary.elements || !(out_.rms > 0)) return;
    const double most = by_.judged.excess_limit * half_ulp_at(out_.rms, accumulator_of(format_));
    const auto is_small = [&](const judged_element& e) {
      const double radius = e.bound - e.error;
      return (e.state == element_state::suspicious || e.state == element_state::undecided) && std::fabs(e.exact) <= radius && radius <= 0x1p-16 * most && std::fabs(e.computed) <= most;
    };
    std::erase_if(out_.remarkable, [&](const judged_element& e) { return e.state == element_state::suspicious && (e.computed != 0 || e.cut) && is_small(e); });
    for (judged_element& e : out_.remarkable) {
      if (!is_small(e)) continue;
      e.small = true;
      if (e.state != element_state::suspicious) continue;
      e.state = element_state::undecided;
      ++out_.summary.undecided, --(e.bound - e.error > e.error && out_.summary.estimated != 0 ? out_.summary.estimated : out_.summary.certified);
    }
  }

  void look_at_integer(judged_element& e, std::uint64_t offset) {
    const auto bytes = static_cast<unsigned>(tensor::size_of(buffer_.type));
    if ((exec::element_shadow(region_, offset, bytes).taints() & exec::taint_born) != 0 && out_.from_nan++ == 0) out_.first_from_nan = e.index;
    e.format = lineage_of(region_, buffer_.type, offset);
    if (!look_at_half(e) && e.format != number::none) {
      const reading x = read(region_, dtype_of(e.format), offset, run_, by_.judged);
      e.computed = x.computed, e.exact = x.exact;
      e.state = classify(x, e.format, by_, literals_, e);
    }
    if (e.state == element_state::fine || e.state == element_state::suspicious) ++out_.summary.certified;
    else ++out_.summary.undecided;
  }

  void look_at_number(judged_element& e, std::uint64_t offset) {
    reading x = read(region_, buffer_.type, offset, run_, by_.judged);
    if (out_.buffer < by_.circles.size()) x.rounded += by_.judged.excess_limit * half_ulp_at(by_.circles[out_.buffer], number::f32) * (by_.circles[out_.buffer] > 0);
    e.computed = x.computed, e.exact = x.exact;
    if (format_ != number::bf16 || !look_at_half(e)) e.state = classify(x, format_, by_, literals_, e);
    if (x.shadowed && std::fabs(x.exact) < INFINITY) count_losses(x, e);
    if (e.state == element_state::nonfinite) errors_.mark(e.index, cell_nonfinite);
    else if (e.bound < INFINITY && exec::encloses(run_.layout) && e.state != element_state::undecided && e.state != element_state::lost) certify(x, e);
    if (e.state != element_state::undecided && e.state != element_state::lost) return;
    ++out_.summary.undecided;
    errors_.mark(e.index, cell_undecided);
  }

  void count_losses(const reading& x, const judged_element& e) {
    squares_ += x.exact * x.exact;
    if (x.exact != 0) ++out_.nonzero;
    if (x.exact != 0 && e.error - x.rounded - final_rounding(x.exact, format_, by_) > std::fabs(x.exact) * by_.judged.gross_loss) ++out_.ruined;
    // What .ftz takes away in binary32; what a narrower format has no code for. Smaller values round to zero rightly.
    const bool narrow = narrower_than_accumulator(format_);
    const double most = narrow ? std::ldexp(1.0, exec::limits_of(format_).min_exponent - exec::limits_of(format_).precision + 1) : judgement::least_normal;
    const double least = narrow ? judgement::least_normal : judgement::least_rounded;
    if (x.computed == 0 && std::fabs(x.exact) < most && std::fabs(x.exact) >= least && format_ != number::f64 && out_.flushed++ == 0) out_.first_flushed = e.index;
  }

  void certify(const reading& x, const judged_element& e) {
    // What is off may be judged by the midpoint; an enclosure that reaches further than the error itself certifies nothing.
    if (e.state == element_state::suspicious && x.radius > e.error) {
      ++out_.summary.estimated;
      return errors_.mark(e.index, cell_undecided);
    }
    ++out_.summary.certified;
    const double ulps = e.bound == 0 ? 0.0 : e.bound / std::max(2 * half_ulp_at(x.exact != 0 ? x.exact : x.computed, format_), std::numeric_limits<double>::denorm_min());
    sum_ulps_ += ulps;
    errors_.add(e.index, ulps);
    if (e.state == element_state::fine) out_.summary.largest_share = std::max(out_.summary.largest_share, e.ratio);
    if (!(ulps > out_.summary.max_error_ulps) && out_.summary.certified != 1) return;
    out_.summary.max_error_ulps = ulps, out_.summary.worst_element = e.index;
    out_.summary.worst_computed = x.computed, out_.summary.worst_exact = x.exact, out_.summary.worst_bound = e.bound;
  }

  /// Judges the number of which the element is a half; false where it is none.
  bool look_at_half(judged_element& e) {
    const auto whole = whole_of(request_, run_, out_.buffer, e.index);
    if (!whole) return false;
    reading x = read(region_, tensor::dtype::bf16, e.index * bytes_, run_, by_.judged);
    e.computed = x.computed = *whole, e.exact = x.exact, e.format = number::bf16; // what those take who read one half
    e.state = classify(x, number::bf16, by_, literals_, e);
    return true;
  }

  const exec::run_request& request_;
  const exec::run_record& run_;
  const terms& by_;
  literal_nonfinites& literals_;
  const exec::buffer& buffer_;
  const exec::region& region_;
  std::uint64_t bytes_;
  number format_;
  bool profiled_ = false;
  judged_output out_;
  error_profiler errors_{{}, 0};
  double squares_ = 0, sum_ulps_ = 0;
};

} // namespace

judged_output judge(const exec::run_request& request, const exec::run_record& run, std::uint32_t k, const terms& by, literal_nonfinites& literals) {
  return output_judge(request, run, k, by, literals).judge();
}

sensitivity measure(const exec::run_request& request, std::span<const exec::run_record* const> perturbed, const judged_output& o, const judged_element& e, const terms& by) {
  const judgement& j = by.judged;
  const exec::buffer& b = request.buffers[o.buffer];
  const exec::region& r = *perturbed[0]->buffers[o.buffer];
  const std::uint64_t bytes = tensor::size_of(b.type), offset = e.index * bytes;
  const number n = e.format != number::none ? e.format : number_of(b.type);
  constexpr std::uint32_t narrowed = 4, approximated = 6; // copies that move at narrowings, and at approximate instructions
  double all = 0, unnarrowed = 0, inputs = 0, depth = 0;
  for (const exec::run_record* run : perturbed) {
    const exec::region& copies = *run->buffers[o.buffer];
    const exec::element_shadow s(*run, copies, offset, static_cast<unsigned>(bytes));
    if (!s.known()) continue;
    for (std::uint32_t k = 0; k < exec::perturbed_copies; ++k) {
      const double d = std::fabs(s.deviation(k) * s.factor());
      if (!(d < INFINITY)) continue;
      all = std::max(all, d);
      if (k >= narrowed) unnarrowed = std::max(unnarrowed, d);
      if (k >= approximated || by.only_inputs_move) inputs = std::max(inputs, d);
    }
    depth = s.depth();
  }
  sensitivity s;
  const number acc = accumulator_of(n);
  const double half = half_ulp_at(e.exact, acc);
  const double error = std::max(0.0, e.error - final_rounding(e.exact, n, by) - integer_rounding(exec::element_shadow(r, offset, static_cast<unsigned>(bytes)), e.exact));
  const double total_loss = std::fabs(e.exact) / half;
  s.limit = std::max(j.excess_limit, j.depth_factor * std::sqrt(depth));
  if (total_loss > 0) s.limit = std::min(s.limit, std::max(1.0, total_loss * j.total_loss_part));
  s.excess = error / (all + half);
  s.moved = all, s.unnarrowed = unnarrowed;
  s.exceeded = s.excess > s.limit;
  // Of numbers about zero a few come close to it, and mean little by themselves. Where one in four is lost they are no such few.
  const double scale = o.is_ruined(j) ? std::fabs(e.exact) : std::max(std::fabs(e.exact), o.rms);
  // Where every element is zero in exact arithmetic they are error terms: what a conversion left is what was asked for.
  const bool is_gross = !s.exceeded && scale > 0 && error > scale * j.gross_loss;
  s.narrowed = !s.exceeded && error / (unnarrowed + half) > s.limit;
  s.by_narrowing = is_gross && s.narrowed;
  const bool beyond_inputs = error / (inputs + half) > j.approximation_slack * s.limit; // two copies say less than four
  s.approximated = !s.exceeded && !s.narrowed && beyond_inputs;
  s.by_approximation = is_gross && beyond_inputs;
  s.part = scale > 0 ? error / scale : 0;
  return s;
}

} // namespace fpcheck::analysis

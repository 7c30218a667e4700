#include "judging.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace fpcheck::tolerance {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

result<expr::number_format> output_format_of(tensor::dtype type) {
  if (tensor::is_real(type)) return expr::find_number_format(tensor::name(type));
  // Integers: the spacing is 1 everywhere, which nothing below needs beyond one unit.
  return expr::number_format{std::string(tensor::name(type)), 0x1p-53, 1, 1, 0x1p63};
}

bool is_integer(const expr::number_format& output) { return output.smallest == 1; }

double percentile(std::vector<double>& v, double share) {
  if (v.empty()) return 0;
  const auto at = std::min(v.size() - 1, static_cast<std::size_t>(share * static_cast<double>(v.size())));
  std::nth_element(v.begin(), v.begin() + static_cast<long>(at), v.end());
  return v[at];
}

std::size_t histogram_bin(double share) {
  if (share == 0) return 0;
  if (!(share <= 1)) return 11;
  return static_cast<std::size_t>(std::clamp(std::ilogb(share) + 11, 1, 10));
}

bool is_failure(element_outcome o) { return o == element_outcome::wrong || o == element_outcome::nan || o == element_outcome::infinite; }

int rank(element_outcome o) { return is_failure(o) ? 2 : o == element_outcome::passed ? 0 : 1; }

std::vector<std::int64_t> position_of(std::uint64_t index, const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> out(sizes.size());
  for (std::size_t k = sizes.size(); k-- > 0;) {
    const auto s = static_cast<std::uint64_t>(std::max<std::int64_t>(1, sizes[k]));
    out[k] = static_cast<std::int64_t>(index % s);
    index /= s;
  }
  return out;
}

} // namespace

double allowance(const reference& r, std::size_t i, const tolerance& t, const expr::number_format& output, expr::error_tier tier) {
  const double y = r.value[i], size = std::max(std::fabs(y), t.kind == tolerance_kind::derived ? std::fabs(r.centre_of(i)) : 0);
  switch (t.kind) {
  case tolerance_kind::derived: {
    const double e = tier == expr::error_tier::worst ? r.worst[i] : r.probable[i];
    const double c = r.centre_of(i);
    if (!r.discrete && is_integer(output)) return std::max(std::nearbyint(c + e) - c, c - std::nearbyint(c - e)); // as they are judged
    return r.discrete ? e : (e + output.unit * (size + e) + output.smallest / 2) * (1 + 0x1p-40);
  }
  case tolerance_kind::ulps: return t.ulps * metric::ulp(metric::grid{-std::ilogb(output.unit), std::ilogb(output.normal)}, y);
  case tolerance_kind::relative: return t.absolute + t.relative * size;
  case tolerance_kind::bitwise: return 0;
  }
  return 0;
}

element_outcome comparison::judge_special(double actual, double y, std::size_t i) const {
  if (std::isnan(actual) || std::isnan(y)) {
    const bool undefined = allowed_.kind == tolerance_kind::derived && std::isnan(y) && std::isinf(expected_.worst[i]);
    if (std::isnan(actual) && std::isnan(y)) return element_outcome::passed;
    return undefined ? element_outcome::undecided : element_outcome::nan;
  }
  if (actual == y) return element_outcome::passed;
  // A finite expectation beyond the format overflows to whatever the format has there.
  if (std::isfinite(y) && actual == rounded(i)) return element_outcome::passed;
  if (std::isfinite(y) && std::isinf(actual) && allowed_.kind == tolerance_kind::derived) {
    const double e = expected_.worst[i];
    if (std::isinf(e)) return element_outcome::undecided;
    if (tensor::decode(type_, tensor::encode(type_, y + std::copysign(e, actual))) == actual) return element_outcome::passed;
  }
  return element_outcome::infinite;
}

element_outcome comparison::judge_discrete(double actual, double y, std::size_t i) const {
  // The image of [y - e, y + e] under a rounding to integers; a value that is no integer is not in it.
  // Integers of one rounding each may miss it by one near a tie: where rounding before it moves them further, the accumulator is too
  // narrow for the integers themselves.
  const double e = expected_.rounded_once && !tensor::is_real(type_) ? std::min(expected_.probable[i], 1.0) : expected_.probable[i];
  if (std::isinf(expected_.probable[i])) return element_outcome::undecided;
  if (actual != std::nearbyint(actual)) return element_outcome::wrong;
  const bool integers = expected_.discrete;
  const double lo = integers ? y - e : std::nearbyint(y - e), hi = integers ? y + e : std::nearbyint(y + e);
  return actual >= lo && actual <= hi ? element_outcome::passed : element_outcome::wrong;
}

element_outcome comparison::judge(std::size_t i, double actual) const {
  const double y = expected_.value[i];
  if (!std::isfinite(actual) || !std::isfinite(y)) return judge_special(actual, y, i);
  if (allowed_.kind == tolerance_kind::bitwise)
    return tensor::encode(type_, actual) == tensor::encode(type_, y) ? element_outcome::passed : element_outcome::wrong;
  const bool derived = allowed_.kind == tolerance_kind::derived;
  if (derived && (expected_.discrete || !tensor::is_real(type_))) return judge_discrete(actual, expected_.centre_of(i), i);
  const double e = deviation(i, actual), narrow = allowance_of(i, expr::error_tier::probable);
  if (derived && std::isinf(narrow)) return element_outcome::undecided;
  // Positive conditions only: an error that is NaN must not pass.
  if (e <= narrow) return element_outcome::passed;
  if (derived && actual == rounded(i)) return element_outcome::passed;
  if (derived && e <= allowance_of(i, expr::error_tier::worst)) return element_outcome::suspect;
  return element_outcome::wrong;
}

std::uint64_t verdict::failures() const { return count(element_outcome::wrong) + count(element_outcome::nan) + count(element_outcome::infinite); }

bool verdict::vacuous() const {
  return std::any_of(canaries.begin(), canaries.end(), [](const canary& c) { return c.rejected == 0 && c.differs; });
}

std::size_t down_to_half(const std::vector<double>& sizes) {
  std::map<int, std::pair<double, std::size_t>, std::greater<>> binades; // the sum of each, and its first element
  double all = 0, so_far = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > 0) binades.try_emplace(std::ilogb(sizes[i]), 0, i).first->second.first += sizes[i], all += sizes[i];
  for (const auto& [exponent, binade] : binades)
    if (!((so_far += binade.first) < all / 2)) return binade.second;
  return 0;
}

namespace {

/// Gathers what the report needs, one element at a time.
class tally {
public:
  tally(const comparison& c, const judge_options& o, verdict& v) : c_(c), options_(o), v_(v) {}

  void add(std::size_t i, double actual) {
    const reference& r = c_.expected();
    const double y = r.value[i];
    const element_outcome o = c_.judge(i, actual);
    ++v_.counts[static_cast<std::size_t>(o)];
    ++v_.elements;
    v_.bit_equal += actual == c_.rounded(i) || (std::isnan(actual) && std::isnan(y)) ? 1 : 0;
    const bool numbers = std::isfinite(actual) && std::isfinite(y);
    const double e = numbers ? c_.error(i, actual) : unknown, allowed = c_.allowance_of(i, expr::error_tier::probable);
    const double deviation = numbers ? c_.deviation(i, actual) : unknown;
    const double share = e == 0 ? 0 : deviation / allowed, in_ulps = numbers ? c_.in_ulps(e, i) : unknown;
    if (numbers) {
      ulps_.push_back(in_ulps);
      signed_ += c_.in_ulps(actual - y, i), magnitude_ += in_ulps;
      ++v_.histogram[histogram_bin(share)];
      if (o == element_outcome::passed && std::isfinite(share)) v_.largest_share = std::max(v_.largest_share, share);
      // Of integers beside an integer a part of one lets nothing more through than none.
      const double width = is_integer(c_.format()) && y == std::nearbyint(y) ? std::floor(allowed) : allowed;
      // What rounds to zero in the output format is a zero output.
      if (c_.rounded(i) != 0) resolution_.push_back(width / std::fabs(y)), sizes_.push_back(std::fabs(y)), widths_.push_back(width);
      if (o == element_outcome::wrong && std::fabs(actual - c_.rounded(i)) <= c_.ulp(i)) ++v_.one_code_misses;
    }
    keep(element_report{i, {}, actual, y, e, allowed, in_ulps, o}, share);
  }

  void finish() {
    const std::array shares{0.5, 0.9, 0.99, 0.999, 1.0};
    for (std::size_t k = 0; k < shares.size(); ++k) v_.ulp_percentiles[k] = percentile(ulps_, shares[k]);
    v_.bias = magnitude_ > 0 ? signed_ / magnitude_ : 0;
    // Elements far below a typical one (tails of an activation, cancelled entries) do not make the check useless. The
    // median, unlike a mean, is not carried off by a few large elements: at least half of the outputs are above it.
    nonzero_ = resolution_.size();
    coarse_ = nonzero_ != 0 && resolution_[down_to_half(sizes_)] > 0.1; // before percentile changes the order
    const double scale = percentile(sizes_, 0.5);
    for (std::size_t i = 0; i < resolution_.size(); ++i) useless_ += !(resolution_[i] <= 0.5) && !(widths_[i] <= 1e-3 * scale) ? 1 : 0;
    v_.resolution_median = percentile(resolution_, 0.5);
    v_.resolution_worst = percentile(resolution_, 1.0);
    for (auto& [score, report] : worst_) {
      if (report.outcome == element_outcome::passed && report.error == 0) continue;
      report.position = position_of(report.index, c_.expected().sizes);
      v_.worst.push_back(std::move(report));
    }
  }

  /// Whether more than 1 % of the non-zero outputs may be off by half of themselves.
  /// One element of a small tensor is not yet a share.
  bool too_wide() const { return useless_ * 100 > nonzero_ && (useless_ > 1 || nonzero_ < 50); }

  /// Whether a tenth of an element would pass, among the largest elements. What a tolerance that the user states leaves to small
  /// ones (probabilities far below the largest) is the user's word; the report says what it comes to.
  bool too_coarse() const { return coarse_; }

private:
  void keep(element_report r, double share) {
    const std::pair<int, double> score{rank(r.outcome), std::isnan(share) ? unknown : share};
    if (worst_.size() == options_.worst_elements && (worst_.empty() || score <= worst_.back().first)) return;
    const auto at = std::upper_bound(worst_.begin(), worst_.end(), score, [](const auto& s, const auto& w) { return s > w.first; });
    worst_.insert(at, {score, std::move(r)});
    if (worst_.size() > options_.worst_elements) worst_.pop_back();
  }

  const comparison& c_;
  const judge_options& options_;
  verdict& v_;
  std::vector<double> ulps_, resolution_, sizes_, widths_;
  std::vector<std::pair<std::pair<int, double>, element_report>> worst_;
  double signed_ = 0, magnitude_ = 0;
  std::uint64_t useless_ = 0, nonzero_ = 0;
  bool coarse_ = false;
};

/// " an all-zero output, two outputs swapped".
std::string list_of(const std::vector<std::string_view>& names) {
  std::string out;
  for (const std::string_view n : names) out += (out.empty() ? " " : ", ") + std::string(n);
  return out;
}

/// The canaries that pass: those that show a tolerance which rejects nothing, and those that these inputs cannot tell.
struct passing_canaries {
  std::vector<std::string_view> vacuous, untold;
};

passing_canaries passing(const verdict& v, const judge_options& o) {
  passing_canaries out;
  for (const canary& c : v.canaries) {
    if (c.rejected != 0) continue;
    // That elements are nearer to each other than a tolerance is wide is the inputs' doing where other canaries show that it is narrow.
    const bool is_alike = !c.differs || (c.of_elements && o.alike == alike_outputs::remarked);
    (is_alike ? out.untold : out.vacuous).push_back(c.name);
  }
  return out;
}

void conclude(verdict& v, const tolerance& t, const judge_options& o, bool too_wide, bool too_coarse) {
  const bool derived = t.kind == tolerance_kind::derived;
  const std::uint64_t special = v.count(element_outcome::nan) + v.count(element_outcome::infinite), wrong = v.count(element_outcome::wrong);
  const bool forgiven = special == 0 && wrong <= o.mismatch_budget && v.one_code_misses == wrong;
  const auto some = [](std::uint64_t n, std::string what) { return std::to_string(n) + (n == 1 ? " element" : " elements") + std::move(what); };
  passing_canaries accepted = passing(v, o);
  if (v.failures() != 0 && !forgiven) {
    v.code = exit_code::findings;
    v.reason = some(v.failures(), " of " + std::to_string(v.elements) + " outside the tolerance") + (special != 0 ? ", " + std::to_string(special) + " of them NaN or infinite" : "");
  } else if (v.elements == 0) {
    v.code = exit_code::incomplete;
    v.reason = "the output has no elements: nothing was compared";
  } else if (derived && v.count(element_outcome::undecided) != 0) {
    v.code = exit_code::incomplete;
    v.reason = "no bound for " + some(v.count(element_outcome::undecided), "") + (v.unbounded.empty() ? "" : " (lost in " + v.unbounded[0] + ")");
  } else if (derived && too_wide) {
    v.code = exit_code::incomplete;
    v.reason = "no useful bound: more than 1 % of the outputs may be wrong by half of their value";
  } else if (!accepted.vacuous.empty()) {
    v.code = exit_code::findings;
    v.reason = "vacuous-tolerance: it would also pass" + list_of(accepted.vacuous);
  } else if (!derived && too_coarse) {
    v.code = exit_code::findings;
    v.reason = "vacuous-tolerance: an error of a tenth would pass in the largest elements";
  } else if (v.count(element_outcome::suspect) != 0) {
    v.code = exit_code::incomplete;
    v.reason = some(v.count(element_outcome::suspect), " beyond the probable bound, within the worst case");
  } else if (!accepted.untold.empty() && o.alike == alike_outputs::incomplete) {
    v.code = exit_code::incomplete;
    v.reason = "these inputs cannot tell a right output from" + list_of(accepted.untold);
  } else {
    v.reason = forgiven && wrong != 0 ? some(wrong, " one code away near a tie, within the mismatch budget") : "all elements within the tolerance";
    v.untold = std::move(accepted.untold);
    if (!v.untold.empty()) v.reason += "; these inputs cannot tell them from" + list_of(v.untold);
  }
}

} // namespace

result<verdict> judge(const tensor::array& actual, const reference& expected, const tolerance& allowed, const judge_options& options) {
  if (actual.size() != expected.size())
    return fail("the output has " + std::to_string(actual.size()) + " elements, the reference " + std::to_string(expected.size()), {},
                "every element must be compared with one of its own");
  auto format = output_format_of(actual.type);
  if (!format) return tl::unexpected<diagnostic>(std::move(format.error()));
  verdict v;
  v.output_format = format->name;
  v.tolerance_words = allowed.words;
  v.hulls = expected.hulls;
  v.unbounded = expected.unbounded;
  const comparison c(expected, allowed, actual.type, *format);
  tally t(c, options, v);
  for (std::size_t i = 0; i < expected.size(); ++i) t.add(i, actual.value(i));
  t.finish();
  for (std::size_t i = 0; i < expected.size(); ++i) v.by_worst_case += expected.worst[i] <= expected.probable[i] ? 1 : 0;
  if (options.canaries && allowed.kind != tolerance_kind::bitwise && !expected.value.empty()) v.canaries = run_canaries(c);
  conclude(v, allowed, options, t.too_wide(), t.too_coarse());
  return v;
}

result<verdict> judge_expression(const expr::graph& g, expr::node_id root, const expr::bindings& inputs, declaration d, const tensor::array& actual,
                                 const tolerance& allowed, const judge_options& options, const expr::progress& report) {
  if (d.output.empty() && tensor::is_real(actual.type)) d.output = tensor::name(actual.type);
  for (const tiers t : {tiers::first, tiers::both}) {
    d.wanted = t;
    const auto r = make_reference(g, root, inputs, d, report);
    if (!r) return tl::unexpected<diagnostic>(r.error());
    auto v = judge(actual, *r, allowed, options);
    if (!v || t == tiers::both || v->count(element_outcome::wrong) == 0 || !d.unbiased) return v;
  }
  return fail("internal: no tier was judged");
}

} // namespace fpcheck::tolerance

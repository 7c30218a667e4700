#include <fpcheck/tensor/difference.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::tensor {
namespace {

constexpr std::size_t most_worst = 10;

/// PyTorch's assert_close defaults.
metric::allowance torch_defaults(dtype type) {
  switch (type) {
  case dtype::f64:
    return {1e-7, 1e-7, 0};
  case dtype::f32:
    return {1e-5, 1.3e-6, 0};
  case dtype::f16:
    return {1e-5, 1e-3, 0};
  case dtype::bf16:
    return {1e-5, 1.6e-2, 0};
  default:
    return {};
  }
}

bool read_number(const std::string& text, double& out) {
  const auto code = parse_code(dtype::f64, text);
  if (!code) return false;
  out = decode(dtype::f64, *code);
  return out >= 0 && std::isfinite(out);
}

/// "rtol=1e-3,atol=1e-5" in either order.
bool read_rtol_atol(const std::string& text, metric::allowance& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string part = text.substr(at, end - at);
    const bool relative = part.starts_with("rtol=");
    if (!relative && !part.starts_with("atol=")) return false;
    if (!read_number(part.substr(5), relative ? out.relative : out.absolute)) return false;
    at = end + 1;
  }
  return !text.empty();
}

/// How badly a pair fails, for ordering the worst: what is not finite comes before every distance.
double badness(const element_difference& d) {
  return d.agreement > metric::agreement::apart ? INFINITY : d.ulps;
}

/// Gathers the differences of all elements.
class gatherer {
public:
  gatherer(const array& actual, const array& expected, const tolerance& allowed)
      : actual_(actual), expected_(expected), allowed_(allowed), grid_(grid_of(actual.type)) {}

  difference run() {
    out_.elements = actual_.size();
    out_.type = actual_.type;
    std::vector<double> distances;
    distances.reserve(out_.elements);
    for (std::uint64_t i = 0; i < out_.elements; ++i) take(i, distances);
    out_.mean_signed_ulps = distances.empty() ? 0 : signed_sum_ / static_cast<double>(distances.size());
    percentiles(distances);
    std::sort(out_.worst.begin(), out_.worst.end(), worse);
    return std::move(out_);
  }

private:
  static bool worse(const element_difference& a, const element_difference& b) {
    return badness(a) != badness(b) ? badness(a) > badness(b) : a.index < b.index;
  }
  double distance(double actual, double expected) const {
    if (is_real(actual_.type)) return metric::error_in_ulps(grid_, actual, expected);
    return std::fabs(actual - expected);
  }
  metric::agreement judge(std::uint64_t i, double actual, double expected) const {
    using metric::agreement;
    if (!is_real(actual_.type)) return judge_integer(i, actual, expected);
    const agreement a = metric::compare(grid_, actual, expected, allowed_.allowed);
    if (!allowed_.bitwise || a == agreement::both_nan) return a;
    if (actual_.type == expected_.type)
      return actual_.code(i) == expected_.code(i) ? agreement::identical : std::max(a, agreement::apart);
    return a == agreement::identical ? a : std::max(a, agreement::apart);
  }
  /// Integers of 64 bits do not fit a double: equality is that of the codes.
  metric::agreement judge_integer(std::uint64_t i, double actual, double expected) const {
    using metric::agreement;
    const bool same = is_real(expected_.type) ? actual == expected : actual_.integer(i) == expected_.integer(i);
    if (same) return agreement::identical;
    if (std::isnan(expected)) return agreement::number_for_nan;
    const double limit = allowed_.allowed.absolute + allowed_.allowed.relative * std::fabs(expected);
    // Unlike integers may be one double: nothing but a positive limit lets them pass.
    return !allowed_.bitwise && limit > 0 && std::fabs(actual - expected) <= limit ? agreement::within
                                                                                   : agreement::apart;
  }
  void take(std::uint64_t i, std::vector<double>& distances) {
    element_difference d{i, actual_.value(i), expected_.value(i), 0, {}};
    d.agreement = judge(i, d.actual, d.expected);
    if (std::isfinite(d.actual) && std::isfinite(d.expected)) {
      d.ulps = distance(d.actual, d.expected);
      distances.push_back(d.ulps);
      signed_sum_ += d.actual >= d.expected ? d.ulps : -d.ulps;
      const double absolute = std::fabs(d.actual - d.expected);
      out_.max_absolute = std::max(out_.max_absolute, absolute);
      if (d.expected != 0) out_.max_relative = std::max(out_.max_relative, absolute / std::fabs(d.expected));
      out_.max_ulps = std::max(out_.max_ulps, d.ulps);
      const std::size_t bin = ulp_bin(d.ulps);
      if (out_.histogram.size() <= bin) out_.histogram.resize(bin + 1);
      ++out_.histogram[bin];
    }
    count(d);
  }
  void count(const element_difference& d) {
    using metric::agreement;
    if (d.agreement == agreement::identical || d.agreement == agreement::both_nan) ++out_.identical;
    if (!metric::agrees(d.agreement)) ++out_.failed;
    if (d.agreement == agreement::nan_for_number) ++out_.nan_for_number;
    if (d.agreement == agreement::number_for_nan) ++out_.number_for_nan;
    if (d.agreement == agreement::sign_of_infinity || d.agreement == agreement::infinite_for_finite) ++out_.infinities;
    if (d.agreement == agreement::identical || d.agreement == agreement::both_nan) return;
    if (out_.worst.size() == most_worst && !worse(d, out_.worst.back())) return;
    out_.worst.insert(std::upper_bound(out_.worst.begin(), out_.worst.end(), d, worse), d);
    if (out_.worst.size() > most_worst) out_.worst.pop_back();
  }
  void percentiles(std::vector<double>& distances) {
    if (distances.empty()) return;
    constexpr double levels[] = {0.5, 0.9, 0.99, 0.999};
    for (std::size_t k = 0; k < 4; ++k) {
      const auto rank = static_cast<std::size_t>(std::ceil(levels[k] * static_cast<double>(distances.size()))) - 1;
      std::nth_element(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(rank), distances.end());
      out_.ulp_percentiles[k] = distances[rank];
    }
  }

  const array& actual_;
  const array& expected_;
  const tolerance& allowed_;
  metric::grid grid_;
  difference out_;
  double signed_sum_ = 0;
};

} // namespace

result<tolerance> parse_tolerance(const std::string& text, dtype type) {
  tolerance out;
  out.text = text;
  if (text == "bitwise") {
    out.bitwise = true;
    return out;
  }
  if (text == "torch") {
    out.allowed = torch_defaults(type);
    return out;
  }
  const std::size_t unit = text.ends_with("ulps") ? 4 : text.ends_with("ulp") ? 3 : 0;
  if (unit != 0 && read_number(text.substr(0, text.size() - unit), out.allowed.ulps)) return out;
  if (read_rtol_atol(text, out.allowed)) return out;
  return fail("no tolerance is written " + quoted(text), {}, "write 2ulp, rtol=1e-3,atol=1e-5, torch or bitwise");
}

result<difference> compare(const array& actual, const array& expected, const tolerance& allowed) {
  if (actual.shape != expected.shape)
    return fail("the shapes differ: " + tensor::text(actual.shape) + " and " + tensor::text(expected.shape));
  return gatherer(actual, expected, allowed).run();
}

std::size_t ulp_bin(double ulps) {
  if (ulps == 0) return 0;
  if (ulps <= 0.5) return 1;
  if (std::isinf(ulps)) return 66;
  const int exponent = std::ilogb(ulps);
  const bool power = std::ldexp(1.0, exponent) == ulps;
  return static_cast<std::size_t>(std::min(exponent + (power ? 2 : 3), 66));
}

std::vector<std::uint64_t> indices_of(std::uint64_t linear, const shape& extents) {
  std::vector<std::uint64_t> out(extents.size());
  for (std::size_t d = extents.size(); d-- > 0;) {
    out[d] = linear % extents[d];
    linear /= extents[d];
  }
  return out;
}

std::string index_text(std::uint64_t linear, const shape& extents) {
  std::string out;
  for (const std::uint64_t i : indices_of(linear, extents)) out += (out.empty() ? "" : ", ") + std::to_string(i);
  return '[' + out + ']';
}

} // namespace fpcheck::tensor

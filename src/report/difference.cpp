#include <fpcheck/report/difference.hpp>
#include <fpcheck/report/document.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace fpcheck::report {
namespace {

std::string bin_name(std::size_t k) {
  if (k == 0) return "0";
  return "<= " + number(std::ldexp(1.0, static_cast<int>(k) - 2));
}

} // namespace

std::string histogram_text(const std::vector<std::uint64_t>& bins) {
  std::ostringstream out;
  std::uint64_t most = 1;
  for (const std::uint64_t n : bins) most = std::max(most, n);
  for (std::size_t k = 0; k < bins.size(); ++k) {
    if (bins[k] == 0) continue;
    const auto bar =
        static_cast<std::size_t>(std::ceil(40.0 * static_cast<double>(bins[k]) / static_cast<double>(most)));
    const std::string name = bin_name(k), count = grouped(bins[k]);
    out << "  " << std::string(14 - std::min<std::size_t>(name.size(), 14), ' ') << name << "  "
        << std::string(14 - std::min<std::size_t>(count.size(), 14), ' ') << count << "  " << std::string(bar, '#')
        << '\n';
  }
  return out.str();
}

std::string write_text(const tensor::difference& d, const tensor::shape& extents, const std::string& allowed) {
  std::ostringstream out;
  const bool real = tensor::is_real(d.type);
  const std::string unit = real ? std::string(tensor::name(d.type)) + " ulp" : "unit";
  out << tensor::text(extents) << ", " << grouped(d.elements) << " elements: " << grouped(d.identical)
      << " identical, " << grouped(d.failed) << " beyond " << allowed << '\n';
  if (d.nan_for_number + d.number_for_nan + d.infinities > 0)
    out << "  " << grouped(d.nan_for_number) << " NaN for a number, " << grouped(d.number_for_nan)
        << " number for NaN, " << grouped(d.infinities) << " infinities wrong\n";
  out << "  farthest: " << number(d.max_ulps) << ' ' << unit << ", absolute " << number(d.max_absolute) << ", relative "
      << number(d.max_relative) << '\n';
  out << "  50 % within " << number(d.ulp_percentiles[0]) << ", 90 % " << number(d.ulp_percentiles[1]) << ", 99 % "
      << number(d.ulp_percentiles[2]) << ", 99.9 % " << number(d.ulp_percentiles[3]) << "; bias "
      << (d.mean_signed_ulps > 0 ? "+" : "") << number(d.mean_signed_ulps) << ' ' << unit << '\n';
  if (d.identical < d.elements) {
    out << "  distance in " << unit << ":\n";
    out << histogram_text(d.histogram);
    out << "  worst:\n";
  }
  for (const tensor::element_difference& w : d.worst) {
    char pair[96];
    std::snprintf(pair, sizeof pair, "%.9g instead of %.9g", w.actual, w.expected);
    out << "    " << tensor::index_text(w.index, extents) << ": " << pair;
    if (w.agreement <= metric::agreement::apart) out << ", " << number(w.ulps) << ' ' << unit;
    out << '\n';
  }
  if (d.elements == 0)
    out << "nothing was compared: the tensors have no elements\n";
  else
    out << (d.passed() ? "agrees within " : "differs by more than ") << allowed << '\n';
  return out.str();
}

} // namespace fpcheck::report

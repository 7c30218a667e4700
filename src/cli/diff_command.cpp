#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/difference.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace fpcheck::cli {
namespace {

using report::grouped;
using report::number;

result<tensor::array> load(const std::string& path, const std::string& type) {
  auto a = tensor::load(path);
  if (!a || type.empty()) return a;
  const auto wanted = tensor::parse_dtype(type);
  if (!wanted) return tl::unexpected(wanted.error());
  auto out = tensor::reinterpret(*std::move(a), *wanted);
  if (!out) out.error().where.file = path;
  return out;
}

std::string bin_name(std::size_t k) {
  if (k == 0) return "0";
  return "<= " + number(std::ldexp(1.0, static_cast<int>(k) - 2));
}

std::string index_text(std::uint64_t linear, const tensor::shape& extents) {
  std::string out;
  for (std::size_t d = extents.size(); d-- > 0;) {
    out = std::to_string(linear % extents[d]) + (out.empty() ? "" : ", ") + out;
    linear /= extents[d];
  }
  return '[' + out + ']';
}

void write_histogram(const tensor::difference& d, std::ostream& out) {
  std::uint64_t most = 1;
  for (const std::uint64_t n : d.histogram) most = std::max(most, n);
  for (std::size_t k = 0; k < d.histogram.size(); ++k) {
    if (d.histogram[k] == 0) continue;
    const auto bar =
        static_cast<std::size_t>(std::ceil(40.0 * static_cast<double>(d.histogram[k]) / static_cast<double>(most)));
    const std::string name = bin_name(k), count = grouped(d.histogram[k]);
    out << "  " << std::string(14 - std::min<std::size_t>(name.size(), 14), ' ') << name << "  "
        << std::string(14 - std::min<std::size_t>(count.size(), 14), ' ') << count << "  " << std::string(bar, '#')
        << '\n';
  }
}

void write_text(const tensor::difference& d, const tensor::array& actual, const std::string& tolerance,
                std::ostream& out) {
  const bool real = tensor::is_real(d.type);
  const std::string unit = real ? std::string(tensor::name(d.type)) + " ulp" : "unit";
  out << tensor::text(actual.shape) << ", " << grouped(d.elements) << " elements: " << grouped(d.identical)
      << " identical, " << grouped(d.failed) << " beyond " << tolerance << '\n';
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
    write_histogram(d, out);
    out << "  worst:\n";
  }
  for (const tensor::element_difference& w : d.worst) {
    char pair[96];
    std::snprintf(pair, sizeof pair, "%.9g instead of %.9g", w.actual, w.expected);
    out << "    " << index_text(w.index, actual.shape) << ": " << pair;
    if (w.agreement <= metric::agreement::apart) out << ", " << number(w.ulps) << ' ' << unit;
    out << '\n';
  }
  if (d.elements == 0)
    out << "nothing was compared: the tensors have no elements\n";
  else
    out << (d.passed() ? "agrees within " : "differs by more than ") << tolerance << '\n';
}

nlohmann::ordered_json real(double x) {
  return std::isfinite(x) ? nlohmann::ordered_json(x) : nlohmann::ordered_json(number(x));
}

void write_json(const tensor::difference& d, const tensor::array& actual, const std::string& tolerance,
                std::ostream& out) {
  nlohmann::ordered_json worst = nlohmann::ordered_json::array();
  for (const tensor::element_difference& w : d.worst)
    worst.push_back(
        {{"element", w.index}, {"actual", real(w.actual)}, {"expected", real(w.expected)}, {"ulps", real(w.ulps)}});
  const nlohmann::ordered_json j{{"schema", "fpcheck/diff-1"},
                                 {"dtype", tensor::name(d.type)},
                                 {"shape", actual.shape},
                                 {"tolerance", tolerance},
                                 {"elements", d.elements},
                                 {"identical", d.identical},
                                 {"failed", d.failed},
                                 {"nan_for_number", d.nan_for_number},
                                 {"number_for_nan", d.number_for_nan},
                                 {"infinities", d.infinities},
                                 {"max_ulps", real(d.max_ulps)},
                                 {"max_absolute", real(d.max_absolute)},
                                 {"max_relative", real(d.max_relative)},
                                 {"mean_signed_ulps", real(d.mean_signed_ulps)},
                                 {"ulp_percentiles", d.ulp_percentiles},
                                 {"histogram", d.histogram},
                                 {"worst", worst},
                                 {"passed", d.elements != 0 && d.passed()}};
  out << j.dump(2) << '\n';
}

} // namespace

exit_code diff(const diff_command& c, const streams& s) {
  if (c.format != "text" && c.format != "json")
    return complain({"diff writes text or json, not " + tensor::quoted(c.format), {"command line"}}, s);
  const auto actual = load(c.actual, c.type);
  if (!actual) return complain(actual.error(), s);
  auto expected = load(c.reference, "");
  if (!expected) return complain(expected.error(), s);
  // The reference may be wider than the tensor, or hold codes of the same type.
  if (!c.type.empty() && tensor::class_of(expected->type) == tensor::dtype_class::unsigned_integer)
    if (auto codes = tensor::reinterpret(*expected, actual->type)) expected = std::move(codes);
  const auto tolerance = tensor::parse_tolerance(c.tolerance, actual->type);
  if (!tolerance) return complain({tolerance.error().message, {"command line"}, {}, tolerance.error().hint}, s);
  const auto d = tensor::compare(*actual, *expected, *tolerance);
  if (!d) return complain({d.error().message, {c.actual}}, s);
  if (c.format == "json")
    write_json(*d, *actual, c.tolerance, s.out);
  else
    write_text(*d, *actual, c.tolerance, s.out);
  if (d->elements == 0) return exit_code::incomplete;
  return d->passed() ? exit_code::passed : exit_code::findings;
}

} // namespace fpcheck::cli

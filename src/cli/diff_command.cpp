#include <fpcheck/report/difference.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/difference.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"
#include "json_number.hpp"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fpcheck::cli {
namespace {

result<tensor::array> load(const std::string& path, const std::string& type) {
  auto a = tensor::load(path);
  if (!a || type.empty()) return a;
  const auto wanted = tensor::parse_dtype(type);
  if (!wanted) return tl::unexpected(wanted.error());
  auto out = tensor::reinterpret(*std::move(a), *wanted);
  if (!out) out.error().where.file = path;
  return out;
}

void write_json(const tensor::difference& d, const tensor::array& actual, const std::string& tolerance,
                std::ostream& out) {
  nlohmann::ordered_json worst = nlohmann::ordered_json::array();
  for (const tensor::element_difference& w : d.worst)
    worst.push_back(
        {{"element", w.index}, {"actual", json_number(w.actual)}, {"expected", json_number(w.expected)}, {"ulps", json_number(w.ulps)}});
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
                                 {"max_ulps", json_number(d.max_ulps)},
                                 {"max_absolute", json_number(d.max_absolute)},
                                 {"max_relative", json_number(d.max_relative)},
                                 {"mean_signed_ulps", json_number(d.mean_signed_ulps)},
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
  const session::progress bar("comparing " + c.actual + " with " + c.reference);
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
    s.out << report::write_text(*d, actual->shape, c.tolerance);
  if (d->elements == 0) return exit_code::incomplete;
  return d->passed() ? exit_code::passed : exit_code::findings;
}

} // namespace fpcheck::cli

#include <fpcheck/expr/arithmetic.hpp>
#include <fpcheck/formats/tags.hpp>
#include <fpcheck/tensor/array.hpp>

#include "elementary.hpp"

#include <cmath>
#include <limits>

namespace fpcheck::expr {
namespace {

/// Operations of two arguments whose error is stated; those of one are rows of elementary.cpp.
struct error_row {
  operation op;
  function_error accurate, fast;
};

// Source: as in elementary.cpp.
constexpr error_row error_rows[] = {
    {operation::pow, {4, 0, 0}, {16, 0, 0}},
    {operation::div, {0.5, 0, 0}, {2, 0, 0}},
    {operation::atan2, {3, 0, 0}, {3, 0, 0}},
    {operation::hypot, {3, 0, 0}, {3, 0, 0}},
    // No library of kernels has it: recurrence and series, some sixteen roundings of magnitudes that of_function knows.
    {operation::polygamma, {16, 0, 0}, {16, 0, 0}},
};

number_format describe(std::string_view name, const format_row& row) {
  number_format f;
  f.name = std::string(name);
  f.unit = std::ldexp(1.0, -row.precision);
  f.normal = std::ldexp(1.0, min_exponent(row));
  f.smallest = has_zero(row) ? std::ldexp(1.0, min_exponent(row) - mantissa_bits(row)) : f.normal;
  const std::uint32_t top = max_magnitude(row);
  const int shift = mantissa_bits(row);
  const std::uint32_t field = top >> shift, fraction = top & ((1u << shift) - 1);
  f.largest = std::ldexp(1.0 + std::ldexp(static_cast<double>(fraction), -shift), static_cast<int>(field) - row.bias);
  return f;
}

bool names_format(std::string_view aliases, std::string_view name) {
  while (!aliases.empty()) {
    const std::size_t blank = std::min(aliases.find(' '), aliases.size());
    if (aliases.substr(0, blank) == name) return true;
    aliases.remove_prefix(std::min(blank + 1, aliases.size()));
  }
  return false;
}

} // namespace

result<number_format> find_number_format(std::string_view name) {
  using limits = std::numeric_limits<double>;
  if (names_format("f64 float64 double fp64 binary64 .f64 F64", name))
    return number_format{"f64", 0x1p-53, limits::denorm_min(), limits::min(), limits::max()};
  std::vector<std::string> names{"f64"};
#define FPCHECK_FORMAT(word, bits, exponent_bits, precision, bias, sign, specials, box_shift, aliases)                 \
  if (name == #word || names_format(aliases, name)) return describe(#word, word##_format::row);                        \
  names.emplace_back(#word);
#include <fpcheck/formats/formats.def>
  const std::string near = nearest_name(std::string(name), names);
  return fail("unknown format '" + std::string(name) + "'", {}, near.empty() ? "" : "did you mean '" + near + "'?");
}

result<double> round_to_format(std::string_view name, double x) {
  const auto f = find_number_format(name);
  if (!f) return tl::unexpected<diagnostic>(f.error());
  const auto type = tensor::find_dtype(f->name);
  if (!type) return fail("tensors cannot hold '" + f->name + "'");
  return tensor::decode(*type, tensor::encode(*type, x));
}

arithmetic exact_arithmetic() {
  arithmetic a;
  a.accumulator = {"real", 0, 0, 0, std::numeric_limits<double>::infinity()};
  return a;
}

function_error error_of(operation o, function_set set) {
  const bool accurate = set == function_set::accurate;
  if (const elementary_row* e = find_elementary(o)) return accurate ? e->accurate : e->fast;
  for (const error_row& r : error_rows)
    if (r.op == o) return accurate ? r.accurate : r.fast;
  return {std::numeric_limits<double>::infinity(), 0, 0}; // nothing is stated
}

double gamma(const arithmetic& a, std::int64_t n, double own_unit) {
  if (n <= 0) return 0;
  const auto count = static_cast<double>(n);
  const double own = count * own_unit / (1 - count * own_unit), u = a.accumulator.unit;
  if (u == 0) return own;
  const auto chain = static_cast<double>(a.depth > 0 && a.depth < n ? a.depth : n);
  const double worst = chain * u < 1 ? chain * u / (1 - chain * u) : std::numeric_limits<double>::infinity();
  if (a.tier == error_tier::worst || std::isinf(worst)) return own + worst;
  const double probable = std::expm1(a.lambda * std::sqrt(chain) * u + chain * u * u / (1 - u));
  return own + std::min(worst, probable);
}

} // namespace fpcheck::expr

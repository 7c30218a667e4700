#include <fpcheck/exec/single_constants.hpp>

#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/number.hpp>
#include <fpcheck/exec/short_decimal.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace fpcheck::exec {
namespace {

/// Up to a power of two, and with their reciprocals.
constexpr std::pair<const char*, double> known[] = {
    {"pi", 0x1.921fb54442d18p+1},         {"pi / 180", 0x1.1df46a2529d39p-6},    {"e", 0x1.5bf0a8b145769p+1},         {"ln 2", 0x1.62e42fefa39efp-1},
    {"ln 10", 0x1.26bb1bbb55516p+1},      {"log2 10", 0x1.a934f0979a371p+1},     {"sqrt 2", 0x1.6a09e667f3bcdp+0},    {"sqrt 3", 0x1.bb67ae8584caap+0},
    {"sqrt pi", 0x1.c5bf891b4ef6bp+0},    {"sqrt(2 pi)", 0x1.40d931ff62706p+1},  {"the golden ratio", 0x1.9e3779b97f4a8p+0}};

/// Half an ulp of binary32 and a rounding more: of a literal that was worked out in binary32.
constexpr double rounded_twice = 0x1p-23;
/// Of a fraction that somebody writes, p / q.
constexpr int largest_divisor = 16;

struct better_constant {
  std::string name; ///< empty: there is none
  double value = 0;
};
/// The few digits, or the fraction of small whole numbers, that binary32 rounded to `v`.
better_constant written(double v, const judgement& by) {
  if (const auto d = short_decimal(static_cast<float>(v), by)) return {fpcheck::number(static_cast<double>(*d), static_cast<int>(by.decimal_digits)), static_cast<double>(*d)};
  for (int q = 3; q <= largest_divisor; ++q) {
    const double p = std::nearbyint(v * q);
    if (std::fabs(p) >= 1 && std::fabs(p) <= largest_divisor && p / q != v && static_cast<float>(p / q) == v)
      return {std::to_string(static_cast<int>(p)) + " / " + std::to_string(q), p / q};
  }
  return {};
}
/// What `v` would be in binary64, where it is a number in binary32 that is one of the constants rounded, of either sign, times a power of two; with
/// `by`, also one that people write with few digits, or as a fraction.
better_constant better(double v, const judgement* by) {
  if (!(std::fabs(v) < INFINITY) || v == 0 || static_cast<double>(static_cast<float>(v)) != v) return {};
  int exponent = 0;
  const double size = std::frexp(std::fabs(v), &exponent);
  for (const auto& [name, x] : known)
    for (const double c : {x, 1 / x}) {
      int own = 0;
      const double exact = std::frexp(c, &own);
      if (exact != size && std::fabs(exact - size) <= rounded_twice * exact) return {std::string(name) + ", or a part or multiple of it,", std::copysign(std::ldexp(exact, exponent), v)};
    }
  return by != nullptr ? written(v, *by) : better_constant{};
}

double value_at(const program& p, const ref& r) {
  double v = 0;
  std::memcpy(&v, p.constants.data() + r.offset, sizeof v);
  return v;
}

/// Whether the rest of a constant that was spelled in two parts is a literal too.
bool has_rest(const program& p, const function_code& f, double rest) {
  const auto first = p.ops.begin() + f.first;
  return std::any_of(first, first + f.count, [&](const op& o) {
    return o.source != nullptr && std::any_of(o.source->operands.begin(), o.source->operands.end(), [&](const ptx::operand& x) {
             return x.literal == ptx::literal_kind::f64 && std::fabs(std::fabs(bit_cast<double>(x.value)) - std::fabs(rest)) <= 0x1p-20 * std::fabs(rest);
           });
  });
}

/// The literal of binary64 that an instruction takes, and that is such a constant.
const ref* constant_of(const program& p, const op& o, const judgement* by) {
  if (o.source == nullptr) return nullptr;
  const bool spelled = std::any_of(o.source->operands.begin(), o.source->operands.end(), [&](const ptx::operand& x) {
    return x.literal == ptx::literal_kind::f64 && !better(bit_cast<double>(x.value), by).name.empty();
  });
  if (!spelled) return nullptr;
  for (const ref* r : {&o.a, &o.b, &o.c})
    if (r->where == pool::constant && !better(value_at(p, *r), by).name.empty()) return r;
  return nullptr;
}

} // namespace

std::vector<single_constant> find_single_constants(const program& p, const judgement* decimals) {
  std::vector<single_constant> out;
  for (const function_code& f : p.functions)
    for (std::uint32_t pc = f.first; pc < f.first + f.count; ++pc) {
      const ref* const r = constant_of(p, p.ops[pc], decimals);
      if (r == nullptr) continue;
      const double spelled = value_at(p, *r);
      better_constant meant = better(spelled, decimals);
      if (!meant.name.empty() && !has_rest(p, f, meant.value - spelled)) out.push_back({pc, *r, spelled, std::move(meant.name), meant.value});
    }
  return out;
}

bool is_of_doubles(const run_request& request) {
  return std::none_of(request.buffers.begin(), request.buffers.end(), [](const buffer& b) {
    return b.role != buffer_role::output && tensor::is_real(b.type) && b.type != tensor::dtype::f64;
  });
}

} // namespace fpcheck::exec

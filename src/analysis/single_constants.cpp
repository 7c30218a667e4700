#include "common.hpp"
#include "faults.hpp"
#include "inspectors.hpp"
#include "passing_narrowings.hpp"
#include "reached_code.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/number.hpp>
#include <fpcheck/exec/short_decimal.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fpcheck::analysis {
namespace {

/// Up to a power of two, and with their reciprocals.
constexpr std::pair<const char*, double> known[] = {
    {"pi", 0x1.921fb54442d18p+1},         {"pi / 180", 0x1.1df46a2529d39p-6},    {"e", 0x1.5bf0a8b145769p+1},         {"ln 2", 0x1.62e42fefa39efp-1},
    {"ln 10", 0x1.26bb1bbb55516p+1},      {"log2 10", 0x1.a934f0979a371p+1},     {"sqrt 2", 0x1.6a09e667f3bcdp+0},    {"sqrt 3", 0x1.bb67ae8584caap+0},
    {"sqrt pi", 0x1.c5bf891b4ef6bp+0},    {"sqrt(2 pi)", 0x1.40d931ff62706p+1},  {"the golden ratio", 0x1.9e3779b97f4a8p+0}};

/// Half an ulp of binary32 and a rounding more: of a literal that was worked out in binary32.
constexpr double rounded_twice = 0x1p-23;
/// What binary32 leaves of an output is some 2^-25 of it: a constant that cancels, or hardly counts, leaves less.
constexpr double telling_change = 0x1p-40;
/// Of a fraction that somebody writes, p / q.
constexpr int largest_divisor = 16;

struct better_constant {
  std::string name; ///< empty: there is none
  double value = 0;
};
/// The few digits, or the fraction of small whole numbers, that binary32 rounded to `v`.
better_constant written(double v, const judgement& by) {
  if (const auto d = exec::short_decimal(static_cast<float>(v), by)) return {number(static_cast<double>(*d), static_cast<int>(by.decimal_digits)), static_cast<double>(*d)};
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

double value_at(const exec::program& p, const exec::ref& r) {
  double v = 0;
  std::memcpy(&v, p.constants.data() + r.offset, sizeof v);
  return v;
}

/// Whether the rest of a constant that was spelled in two parts is a literal too.
bool has_rest(const exec::program& p, const exec::function_code& f, double rest) {
  const auto first = p.ops.begin() + f.first;
  return std::any_of(first, first + f.count, [&](const exec::op& o) {
    return o.source != nullptr && std::any_of(o.source->operands.begin(), o.source->operands.end(), [&](const ptx::operand& x) {
             return x.literal == ptx::literal_kind::f64 && std::fabs(std::fabs(bit_cast<double>(x.value)) - std::fabs(rest)) <= 0x1p-20 * std::fabs(rest);
           });
  });
}

/// The literal of binary64 that an instruction takes, and that is such a constant.
const exec::ref* constant_of(const exec::program& p, const exec::op& o, const judgement* by) {
  if (o.source == nullptr) return nullptr;
  const bool spelled = std::any_of(o.source->operands.begin(), o.source->operands.end(), [&](const ptx::operand& x) {
    return x.literal == ptx::literal_kind::f64 && !better(bit_cast<double>(x.value), by).name.empty();
  });
  if (!spelled) return nullptr;
  for (const exec::ref* r : {&o.a, &o.b, &o.c})
    if (r->where == exec::pool::constant && !better(value_at(p, *r), by).name.empty()) return r;
  return nullptr;
}

/// The element of an output in binary64 that differs most, beside the output's largest one; nothing where none tells.
std::optional<output_place> worst_change(const session& s, const exec::run_record& first, const exec::run_record& other) {
  std::optional<output_place> out;
  double most = telling_change;
  for (std::uint32_t b = 0; b < s.request.buffers.size(); ++b) {
    const exec::buffer& to = s.request.buffers[b];
    if (to.role == exec::buffer_role::input || to.type != tensor::dtype::f64 || s.word_on(b) == reference_word::within_stated) continue;
    const exec::region &x = *first.buffers[b], &y = *other.buffers[b];
    double largest = 0;
    for (std::uint64_t at = 0; at + 8 <= x.data.size(); at += 8)
      if (const double v = std::fabs(element_value(x, to.type, at)); v < INFINITY) largest = std::max(largest, v);
    for (std::uint64_t at = 0; at + 8 <= x.data.size(); at += 8) {
      const double change = std::fabs(element_value(x, to.type, at) - element_value(y, to.type, at));
      if (change <= most * largest || !(change < INFINITY) || x.is_undefined(at, 8)) continue;
      most = change / largest;
      out = output_place{b, at / 8};
    }
  }
  return out;
}

/// An instruction that takes such a constant.
struct single_constant {
  std::uint32_t pc = 0;
  exec::ref where;
  double spelled = 0;
  better_constant meant;
};
std::vector<single_constant> single_constants(const session& s) {
  std::vector<single_constant> out;
  // Of data in binary32 the rounding of a literal is as much as its own.
  const judgement* const by = is_of_doubles(s.request) ? &s.by.judged : nullptr;
  const std::vector<bool> reached = reached_functions(s.code, s.request);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const exec::function_code& f = s.code.functions[k];
    for (std::uint32_t pc = f.first; reached[k] && pc < f.first + f.count; ++pc) {
      const exec::ref* const r = constant_of(s.code, s.code.ops[pc], by);
      if (r == nullptr) continue;
      const double spelled = value_at(s.code, *r);
      const better_constant meant = better(spelled, by);
      if (!meant.name.empty() && !has_rest(s.code, f, meant.value - spelled)) out.push_back({pc, *r, spelled, meant});
    }
  }
  return out;
}

void put(exec::program& p, const single_constant& c) {
  const double v = c.meant.value;
  for (std::size_t i = 0; i < exec::warp_size; ++i) std::memcpy(p.constants.data() + c.where.offset + i * sizeof v, &v, sizeof v);
}

finding finding_of(const session& s, const single_constant& c, const output_place& change, double computed, double exact) {
  finding out;
  out.rule = rule::narrowing;
  out.output = s.request.buffers[change.buffer].name, out.element = change.index;
  out.computed = computed, out.exact = exact;
  out.message = out.output + "[" + std::to_string(change.index) + "] = " + number(computed, 17) + " is made with " + number(c.spelled, 17) + ", which is " + c.meant.name +
                " in binary32: with the constant in binary64 it is " + number(exact, 17);
  out.hint = "write the constant without an f, with 17 digits";
  locate(out, s.code, c.pc);
  return out;
}

} // namespace

result<void> look_at_constants(session& s, const exec::run_record& first) {
  const auto replay = [&](const exec::program& other) { return s.meter.run(other, s.request, plan_for(s, exec::no_shadow())); };
  const auto in_double = [](const exec::buffer& b) { return b.role != exec::buffer_role::input && b.type == tensor::dtype::f64; };
  if (std::none_of(s.request.buffers.begin(), s.request.buffers.end(), in_double)) return {};
  const std::vector<single_constant> constants = single_constants(s);
  if (constants.empty()) return {};
  exec::program all = s.code; // one may make good what another one did
  for (const single_constant& c : constants) put(all, c);
  const auto better_run = replay(all);
  if (!better_run) return tl::unexpected(better_run.error());
  const auto change = came_to_its_end(*better_run) ? worst_change(s, first, *better_run) : std::nullopt;
  if (!change) return {};
  const auto value = [&](const exec::run_record& r) { return element_value(*r.buffers[change->buffer], tensor::dtype::f64, change->index * 8); };
  const single_constant* cause = &constants[0];
  for (std::size_t k = 0; constants.size() > 1 && k < std::min<std::size_t>(constants.size(), s.by.judged.causes_tried); ++k) {
    exec::program one = s.code;
    put(one, constants[k]);
    const auto run = replay(one);
    if (!run) return tl::unexpected(run.error());
    if (!came_to_its_end(*run) || !worst_change(s, first, *run)) continue;
    cause = &constants[k];
    break;
  }
  s.findings.add(finding_of(s, *cause, *change, value(first), value(*better_run)));
  return {};
}

} // namespace fpcheck::analysis

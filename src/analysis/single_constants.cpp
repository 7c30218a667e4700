#include "common.hpp"
#include "faults.hpp"
#include "inspectors.hpp"
#include "reached_code.hpp"

#include <fpcheck/base/number.hpp>
#include <fpcheck/exec/single_constants.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fpcheck::analysis {
namespace {

/// What binary32 leaves of an output is some 2^-25 of it: a constant that cancels, or hardly counts, leaves less.
constexpr double telling_change = 0x1p-40;

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

std::vector<exec::single_constant> single_constants(const session& s) {
  const std::vector<bool> reached = reached_functions(s.code, s.request);
  const auto is_reached = [&](const exec::single_constant& c) {
    const auto in = [&](const exec::function_code& f) { return c.pc >= f.first && c.pc < f.first + f.count; };
    return reached[static_cast<std::size_t>(std::find_if(s.code.functions.begin(), s.code.functions.end(), in) - s.code.functions.begin())];
  };
  std::vector<exec::single_constant> out = exec::find_single_constants(s.code, exec::is_of_doubles(s.request) ? &s.by.judged : nullptr);
  std::erase_if(out, [&](const exec::single_constant& c) { return !is_reached(c); });
  return out;
}

void put(exec::program& p, const exec::single_constant& c) {
  const double v = c.meant;
  for (std::size_t i = 0; i < exec::warp_size; ++i) std::memcpy(p.constants.data() + c.where.offset + i * sizeof v, &v, sizeof v);
}

finding finding_of(const session& s, const exec::single_constant& c, const output_place& change, double computed, double exact) {
  finding out;
  out.rule = rule::narrowing;
  out.output = s.request.buffers[change.buffer].name, out.element = change.index;
  out.computed = computed, out.exact = exact;
  out.message = out.output + "[" + std::to_string(change.index) + "] = " + number(computed, 17) + " is made with " + number(c.spelled, 17) + ", which is " + c.name +
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
  const std::vector<exec::single_constant> constants = single_constants(s);
  if (constants.empty()) return {};
  exec::program all = s.code; // one may make good what another one did
  for (const exec::single_constant& c : constants) put(all, c);
  const auto better_run = replay(all);
  if (!better_run) return tl::unexpected(better_run.error());
  const auto change = came_to_its_end(*better_run) ? worst_change(s, first, *better_run) : std::nullopt;
  if (!change) return {};
  const auto value = [&](const exec::run_record& r) { return element_value(*r.buffers[change->buffer], tensor::dtype::f64, change->index * 8); };
  const exec::single_constant* cause = &constants[0];
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

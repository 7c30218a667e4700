#include "integer_ranges.hpp"

#include "faults.hpp"
#include "outputs.hpp"

#include <fpcheck/base/number.hpp>
#include <fpcheck/exec/scaled_integers.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace fpcheck::analysis {
namespace {

using exec::range_kind;

struct range_wording {
  range_kind kind;
  analysis::rule rule;
  const char* hint;
};
constexpr range_wording range_wordings[] = {
    {range_kind::clamped, rule::saturated, "convert to a type that holds it, or clamp the number first where a clamp is meant: C++ leaves a conversion beyond the range undefined"},
    {range_kind::wrapped, rule::saturated, "clamp before the narrower type, or choose the scale from the largest magnitude"},
    {range_kind::shifted, rule::out_of_domain, "shift a wider integer, or ask first: C++ leaves a shift by the width and more, or by a negative amount, undefined"},
    {range_kind::vanished, rule::underflow_flushed, "choose the unit from the smallest addend that counts, or sum in floating point"},
    {range_kind::exponent, rule::out_of_domain, "scale with ldexp, or clamp the exponent and ask for zeros first: beyond its field it borrows from the sign"},
    {range_kind::drifted, rule::narrowing, "round the addends to the nearest integer, choose a finer unit, or sum in floating point"},
};
const range_wording& wording_of(range_kind k) {
  return *std::find_if(std::begin(range_wordings), std::end(range_wordings), [&](const range_wording& w) { return w.kind == k; });
}

/// Of what integers compute, not of what a narrower place keeps.
constexpr range_wording overflow_wording{range_kind::wrapped, rule::overflow, "multiply and add in 64 bits, or convert to floating point first"};
bool overflows(const exec::program& code, const exec::range_record& r) {
  return r.kind == range_kind::wrapped && code.ops[r.pc].form != ptx::form::cvt_int_to_int && code.ops[r.pc].meaning.access == ptx::access::none;
}
const range_wording& wording_of(const exec::program& code, const exec::range_record& r) { return overflows(code, r) ? overflow_wording : wording_of(r.kind); }

std::string told(const exec::range_record& r) {
  const std::string value = number(r.value), result = number(r.result);
  switch (r.kind) {
  case range_kind::clamped: return value + " lies beyond the integer type it is converted to, and became " + result;
  case range_kind::wrapped: return value + " does not fit the narrower integer, whose bits make it " + result;
  case range_kind::shifted: return value + " is shifted by " + result + ": nothing is left of it";
  case range_kind::exponent: return "the exponent of " + value + " is moved out of its field, and the bits became " + result;
  case range_kind::drifted:
    return "addends lose " + number(std::fabs(r.drift)) + " of " + number(r.sum) + " in all (" + number(std::round(1000 * std::fabs(r.drift) / r.sum) / 10) + " %), for they are all cut to integers the same way: " + value +
           " the first, which became " + result;
  case range_kind::vanished: break;
  }
  if (r.sum != 0) return "all " + std::to_string(r.count) + " numbers that are not zero, " + value + " the first, became 0 as integers, and the output nothing but zeros";
  return "all " + std::to_string(r.count) + " addends that are not zero, " + value + " the first, became 0 as integers";
}

finding finding_of(const exec::program& code, const exec::run_request& request, const exec::range_record& r, const std::optional<output_place>& change) {
  const range_wording& w = wording_of(code, r);
  finding f;
  f.rule = w.rule;
  f.hint = r.kind == range_kind::vanished && r.sum != 0 ? "scale before the conversion: what lies between -1 and 1 has no whole part" : w.hint;
  f.count = r.count;
  f.computed = r.result, f.exact = r.value;
  f.message = (overflows(code, r) ? number(r.value) + " does not fit 32 bits, which make it " + number(r.result) + " before it becomes floating point" : told(r)) + (r.kind == range_kind::vanished || r.kind == range_kind::drifted ? "" : " (" + thread_text(r.cta, r.thread) + ")");
  if (change) {
    f.output = request.buffers[change->buffer].name, f.element = change->index;
    f.message += "; " + f.output + "[" + std::to_string(change->index) + "] depends on it";
  } else {
    f.message += "; the way that the kernel takes depends on it";
  }
  thread_position t;
  t.launch = r.launch;
  std::copy_n(r.cta, 3, t.cta), std::copy_n(r.thread, 3, t.thread);
  f.thread = t;
  locate(f, code, r.pc);
  return f;
}

/// Numbers that are no addends, and of which integers keep nothing: so many, of such a size in the middle, were meant to be scaled before.
constexpr std::uint64_t vanished_numbers = 8;
constexpr double usual_fraction = 0x1p-4;

/// Whether all that was written of a buffer is zero.
bool is_blank(const exec::region& r) { return std::all_of(r.data.begin(), r.data.end(), [](const auto b) { return static_cast<unsigned char>(b) == 0; }); }

bool counts(const exec::range_record& r, const judgement& j) {
  switch (r.kind) {
  case range_kind::vanished: return r.kept == 0 && (r.sum == 0 ? r.count >= j.vanished_addends : r.count >= vanished_numbers && r.sum >= usual_fraction * static_cast<double>(r.count));
  case range_kind::drifted: return r.count >= j.vanished_addends && std::fabs(r.drift) >= j.drift_share * r.sum;
  default: return r.count != 0;
  }
}
/// Whether it is an error by itself: cutting the addends of a sum may be meant, as long as the sum stays what it was.
bool is_gross(const exec::range_record& r, const judgement& j) { return r.kind != range_kind::drifted || std::fabs(r.drift) >= j.gross_loss * r.sum; }


} // namespace

result<std::vector<finding>> judge_integer_ranges(const exec::program& code, const exec::run_request& request, const exec::run_record& first, const judgement& j,
                                                  const std::function<result<exec::run_record>(const exec::range_probe&)>& replay) {
  std::vector<finding> out;
  std::set<std::pair<rule, std::uint32_t>> told;
  for (const exec::range_record& r : first.ranges) {
    const bool fractions = r.kind == range_kind::vanished && r.sum != 0;
    if (!counts(r, j) || (fractions && !exec::is_scaled_later(code, r.pc))) continue; // stored as it is, 0 is the number of a cell
    const auto stack = stack_of(code, r.pc);
    const std::pair place(wording_of(code, r).rule, stack.empty() ? code.ops[r.pc].ptx_line : stack[0].line);
    if (told.contains(place)) continue;
    const auto goes_otherwise = [&](const exec::run_record& other) { return !other.incomplete.empty() || other.faults.size() > first.faults.size(); };
    auto other = replay({r.pc, r.kind});
    if (!other) return tl::unexpected(other.error());
    if (other->interrupted) break;
    auto change = first_change(request, first, *other);
    if (!change && !goes_otherwise(*other) && r.kind == exec::range_kind::clamped && r.value < 0 && r.result == 0) { // a step of 1 may be shifted out
      other = replay({r.pc, r.kind, true});
      if (!other) return tl::unexpected(other.error());
      if (other->interrupted) break;
      change = first_change(request, first, *other);
    }
    if (!change && !goes_otherwise(*other)) continue;
    if (fractions && (!change || !is_blank(*first.buffers[change->buffer]))) continue;
    told.insert(place);
    out.push_back(finding_of(code, request, r, change));
    if (!is_gross(r, j)) out.back().level = level::warning;
  }
  return out;
}

} // namespace fpcheck::analysis

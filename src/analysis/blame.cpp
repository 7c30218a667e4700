#include "blame.hpp"

#include "account.hpp"
#include "common.hpp"
#include "faults.hpp"

#include <fpcheck/tensor/difference.hpp>

#include <algorithm>
#include <cstdio>

namespace fpcheck::analysis {
namespace {

using exec::number;

using ptx::operation;

/// What underflows by itself: a product, a quotient, an exponential.
bool is_product(const ptx::meaning& m) { return m.operation == operation::product || m.operation == operation::quotient || m.operation == operation::exponential; }
bool is_half(const exec::op& o) { return o.format == number::f16 || o.format == number::bf16; }

/// What the largest contribution's instruction is guilty of: `part` is what it added to the output.
rule rule_of(const exec::op& o, const judged_element& e, double part, const account& a, const judgement& j) {
  if (o.meaning.operation == operation::from_integer) return rule::int_to_float_loss;
  // A zero that one conversion made alone is an underflow; one that a subtraction left of rounded values is not.
  const bool lost_all = e.computed == 0 && e.exact != 0 && std::fabs(part) >= j.vanished_part * std::fabs(e.exact) && !(a.amplifier >= 0 && a.growth >= j.cancellation_growth);
  if (ptx::is_rounding_conversion(o.meaning)) return lost_all ? rule::underflow_flushed : rule::narrowing;
  if (o.ftz && e.computed == 0 && e.exact != 0) return rule::underflow_flushed;
  if (is_product(o.meaning) && e.computed == 0 && e.exact != 0) return rule::underflow_flushed;
  if (o.meaning.operation == operation::matrix_product) { // tf32 ignores bits of its operands; the others keep too few of their sums, if they are to blame
    const bool short_sums = is_half(o) || o.form == ptx::form::wgmma_fp8 || o.form == ptx::form::wgmma_sparse_fp8;
    return o.source_format == number::tf32 ? rule::narrowing : short_sums ? rule::narrow_accumulator : rule::absorption;
  }
  if (ptx::is_real_sum(o.meaning) && is_half(o)) return rule::narrow_accumulator;
  if (ptx::is_real_sum(o.meaning)) return rule::absorption;
  return rule::inaccurate;
}

std::string element_name(const judged_output& o, const judged_element& e) {
  return o.summary.name + (o.summary.shape.size() < 2 ? '[' + std::to_string(e.index) + ']' : tensor::index_text(e.index, o.summary.shape));
}

void describe(finding& f, const judged_output& o, const judged_element& e, number n) {
  f.output = o.summary.name;
  f.element = e.index;
  f.computed = e.computed, f.exact = e.exact, f.bound = e.bound;
  const double relative = e.exact != 0 ? std::fabs(e.computed - e.exact) / std::fabs(e.exact) : INFINITY;
  char text[64];
  std::snprintf(text, sizeof text, "%.3g", relative < 1e6 ? relative * 100 : relative);
  std::string size;
  if (!(std::fabs(e.computed) < INFINITY)) size = "is not finite";
  else if (relative < 1e6) size = std::string("is off by ") + text + " %";
  else if (e.exact == 0) size = "is off by " + number_text(std::fabs(e.computed)) + " where exact arithmetic gives 0";
  else size = std::string("is off by ") + text + " times that";
  f.message = element_name(o, e) + " = " + number_text(e.computed) + ", exact arithmetic gives " + number_text(e.exact) + ": it " + size;
  (void)n;
}

/// What the machine does at an amplifier, as the source would say it.
std::string sum_at(const exec::op& o) {
  const std::string text = o.source != nullptr ? o.source->text : std::string();
  if (text.starts_with("sub")) return "a subtraction";
  return text.starts_with("add") ? "an addition of opposite signs" : "a sum of opposite signs";
}

/// The line that a subtraction stands on whose operands' errors alone carry the result further off than it is large.
std::string ruined_by(const exec::program& p, const account& a, const judgement& j) {
  if (a.amplifier < 0 || !(std::fabs(a.exact) < INFINITY) || !(a.let_through > std::fabs(a.exact)) || a.growth < j.cancellation_growth) return {};
  const auto stack = stack_of(p, static_cast<std::uint32_t>(a.amplifier));
  if (stack.empty()) return {};
  return "; before that " + sum_at(p.ops[static_cast<std::size_t>(a.amplifier)]) + " in line " + std::to_string(stack.front().line) + " left nothing of the value but error";
}

finding blame_nonfinite(const exec::program& p, const exec::run_request& request, const judged_output& o, const judged_element& e, const account& a, const judgement& j) {
  finding f;
  const bool known = a.birth >= 0, finite = std::fabs(a.exact) < INFINITY;
  const bool nan = known ? a.born == newborn::nan : e.computed != e.computed;
  const bool pole = known && ptx::has_pole(p.ops[static_cast<std::size_t>(a.birth)].meaning);
  f.rule = nan ? rule::nan_born : finite && !pole ? rule::overflow : rule::inf_born;
  describe(f, o, e, number::none);
  f.exact = a.exact;
  f.message = element_name(o, e) + " is " + number_text(e.computed);
  if (finite) f.message += ", exact arithmetic gives " + number_text(a.exact);
  if (known && !nan && e.computed != e.computed) f.message += ": an infinity was made here";
  f.message += ruined_by(p, a, j);
  if (known) locate(f, p, static_cast<std::uint32_t>(a.birth));
  else locate_literal(f, p, request, nan, o.buffer, e.index);
  f.hint = std::string(advice(f.rule));
  return f;
}

/// What the instructions of a line contributed together, at the largest one's: a compiler makes several of a loop's one.
std::vector<std::pair<std::uint32_t, double>> by_lines(const exec::program& p, const std::vector<std::pair<std::uint32_t, double>>& parts) {
  std::vector<std::pair<std::uint32_t, double>> out;
  for (const auto& x : parts) {
    const auto there = stack_of(p, x.first);
    const auto same_line = [&](const auto& y) {
      const auto other = stack_of(p, y.first);
      return !there.empty() && !other.empty() && there.front().line != 0 && there.front().line == other.front().line && there.front().file == other.front().file &&
             p.ops[x.first].meaning.operation == p.ops[y.first].meaning.operation;
    };
    const auto known = std::find_if(out.begin(), out.end(), same_line);
    if (known == out.end()) out.push_back(x);
    else known->second += x.second;
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& x, const auto& y) { return std::fabs(x.second) > std::fabs(y.second); });
  return out;
}

void add_steps(finding& f, const exec::program& p, const account& a, double error) {
  for (const auto& [pc, part] : a.parts) {
    slice_step s;
    const auto stack = stack_of(p, pc);
    if (!stack.empty()) s.where = stack.front();
    s.ptx_line = p.ops[pc].ptx_line;
    if (p.ops[pc].source != nullptr) s.instruction = p.ops[pc].source->text;
    s.error = part;
    s.share = error > 0 ? std::fabs(part) / error : 0;
    s.error_ulps = std::fabs(part) / (2 * half_ulp_at(a.exact, number::f32));
    f.slice.push_back(std::move(s));
  }
}

} // namespace

finding blame(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed, const judged_output& o, const judged_element& e, const judgement& j) {
  account a;
  a.exact = e.exact;
  if (auto known = account_of(request, blamed, o.buffer, e.index)) a = *std::move(known);
  return blame(p, request, std::move(a), o, e, j);
}

finding blame(const exec::program& p, const exec::run_request& request, account a, const judged_output& o, const judged_element& e, const judgement& j) {
  const exec::buffer& b = request.buffers[o.buffer];
  if (e.state == element_state::nonfinite) return blame_nonfinite(p, request, o, e, a, j);
  finding f;
  describe(f, o, e, number_of(b.type));
  const double error = e.error;
  const auto parts = by_lines(p, a.parts);
  // An infinity that became a number again, as in x / inf, is to blame for what that number is off.
  const bool overflowed = !a.parts.empty() && a.consumed >= 0 && a.parts[0].first == a.consumed && std::fabs(a.parts[0].second) >= j.largest_part * error;
  // A conversion that alone made the error is the cause, whatever let it through afterwards.
  const ptx::meaning first = parts.empty() ? ptx::meaning{} : p.ops[parts[0].first].meaning;
  const bool converted = !parts.empty() && std::fabs(parts[0].second) >= j.largest_part * error && (ptx::is_rounding_conversion(first) || first.operation == operation::from_integer);
  const bool lets_through = a.amplifier >= 0 && a.let_through >= j.cancellation_part * error && a.growth >= j.cancellation_growth, cancels = !converted && lets_through;
  if (overflowed) {
    f.rule = ptx::has_pole(p.ops[static_cast<std::size_t>(a.consumed)].meaning) ? rule::inf_born : rule::overflow;
    locate(f, p, static_cast<std::uint32_t>(a.consumed));
    f.message += a.born == newborn::nan ? "; a NaN that was made here became a number again" : "; an infinity that was made here became a number again";
  } else if (cancels) {
    f.rule = rule::cancellation;
    locate(f, p, static_cast<std::uint32_t>(a.amplifier));
    if (a.growth < 1e15) f.message += "; " + sum_at(p.ops[static_cast<std::size_t>(a.amplifier)]) + " here made the relative error " + number_text(std::round(a.growth)) + " times larger";
    if (!parts.empty() && std::fabs(parts[0].second) >= j.largest_part * error) add_place(f, p, parts[0].first, "most of the error that it lets through was made");
  } else if (!parts.empty()) {
    const exec::op& guilty = p.ops[parts[0].first];
    f.rule = rule_of(guilty, e, parts[0].second, a, j);
    locate(f, p, guilty.pc);
    char share[32];
    std::snprintf(share, sizeof share, "%.0f", error > 0 ? std::min(100.0, 100 * std::fabs(parts[0].second) / error) : 100.0);
    f.message += "; " + std::string(share) + " % of the error was made here";
    if (lets_through) add_place(f, p, static_cast<std::uint32_t>(a.amplifier), "a subtraction left little of the value but error");
  } else {
    f.rule = rule::inaccurate;
  }
  f.hint = std::string(advice(f.rule));
  add_steps(f, p, a, error);
  return f;
}

finding untraced(const judged_output& o, const judged_element& e) {
  finding f;
  describe(f, o, e, number::none);
  if (e.state == element_state::nonfinite) f.rule = e.computed != e.computed ? rule::nan_born : rule::inf_born;
  else f.rule = rule::inaccurate;
  f.message += "; the time is spent, the line is not known";
  return f;
}

} // namespace fpcheck::analysis

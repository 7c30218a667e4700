#include "decimal_decisions.hpp"

#include "faults.hpp"
#include "free_differences.hpp"
#include "reached_code.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/number.hpp>
#include <fpcheck/exec/short_decimal.hpp>

#include <algorithm>

namespace fpcheck::analysis {
namespace {

bool holds_short_decimal(const exec::op& o, const judgement& judged) {
  return o.source != nullptr && std::any_of(o.source->operands.begin(), o.source->operands.end(), [&](const ptx::operand& x) {
    return x.kind == ptx::operand_kind::immediate && x.literal == ptx::literal_kind::f32 && exec::is_short_decimal(bit_cast<float>(static_cast<std::uint32_t>(x.value)), judged);
  });
}

bool decides(const exec::end_record& e) { return e.kind == exec::end_kind::comparison || e.kind == exec::end_kind::conversion; }

} // namespace

bool reaches_short_decimals(const exec::program& code, const exec::run_request& request, const judgement& judged) {
  const std::vector<bool> reached = reached_functions(code, request);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const auto first = code.ops.begin() + code.functions[k].first;
    if (reached[k] && std::any_of(first, first + code.functions[k].count, [&](const exec::op& o) { return holds_short_decimal(o, judged); })) return true;
  }
  return false;
}

result<std::optional<finding>> judge_decimals(const exec::program& code, const exec::run_request& request, const exec::run_record& first,
                                              const std::vector<judged_output>& outputs, const terms& by, const std::function<result<exec::run_record>()>& replay) {
  if (std::none_of(first.ends.begin(), first.ends.end(), decides) || !reaches_short_decimals(code, request, by.judged)) return std::optional<finding>();
  const auto other = replay();
  if (!other) return tl::unexpected(other.error());
  if (other->meetings.empty() || !other->incomplete.empty() || !other->faults.empty() || other->interrupted) return std::optional<finding>();
  const free_differences differences(request, first, *other, outputs, by);
  if (!differences.any()) return std::optional<finding>();
  const free_difference& worst = differences.worst();
  finding f = finding_of_flip(code, other->meetings.front());
  f.output = request.buffers[worst.buffer].name, f.element = worst.index;
  f.count = differences.count();
  f.message = f.output + "[" + std::to_string(worst.index) + "] hangs on a literal that is not the decimal written: " + f.message;
  f.hint = "divide by an exact number instead of multiplying by its rounded reciprocal, round to nearest, or decide in integers";
  return std::optional(std::move(f));
}

} // namespace fpcheck::analysis

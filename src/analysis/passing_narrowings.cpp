#include "passing_narrowings.hpp"

#include "account.hpp"
#include "blame.hpp"

#include <fpcheck/exec/passing_narrowing.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::analysis {
namespace {

} // namespace

std::optional<finding> finding_of_narrowing(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed,
                                            const judged_output& o, const judged_element& e, const judgement& j) {
  auto a = account_of(request, blamed, o.buffer, e.index);
  if (!a) return std::nullopt;
  const auto narrows = [&](const auto& part) { return p.ops[part.first].meaning.operation == ptx::operation::narrowing; };
  std::erase_if(a->parts, [&](const auto& part) { return !narrows(part); });
  double share = 0;
  for (const auto& [pc, part] : a->parts) share += std::fabs(part);
  if (a->parts.empty() || !(share >= j.passing_share * e.error)) return std::nullopt;
  const std::vector<bool> passing = exec::find_passing_narrowings(p);
  const exec::number stored = e.format != exec::number::none ? e.format : number_of(request.buffers[o.buffer].type);
  const exec::op& worst = p.ops[a->parts[0].first];
  const bool below = exec::limits_of(worst.format).precision < exec::limits_of(stored).precision;
  const bool serves_nothing = passing[worst.pc] && below;
  a->amplifier = -1; // the line that rounds, not the one that lets it through
  finding f = blame(p, request, *std::move(a), o, e, j);
  if (!below) return std::nullopt;
  f.rule = rule::narrowing;
  f.level = serves_nothing ? level::error : level::note;
  f.message += serves_nothing ? "; the narrow value is widened again at once, and computed with" : ", as half an ulp of its format lets it";
  f.hint = serves_nothing ? "keep the value in the wider format: nothing stores the narrow one" : std::string(advice(f.rule));
  return f;
}

} // namespace fpcheck::analysis

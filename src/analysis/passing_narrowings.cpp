#include "passing_narrowings.hpp"

#include "account.hpp"
#include "blame.hpp"

#include <fpcheck/exec/passing_narrowing.hpp>
#include <fpcheck/exec/single_sums.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::analysis {

const double ruinous_loss = 0x1p-14;

namespace {

/// Data in binary64 moves by 2^-29 of what a number in binary32 does, data in binary32 by as much.
constexpr double known_better = 0x1p-14;

using part = std::pair<std::uint32_t, double>;

double size_of(const std::vector<part>& parts) {
  double out = 0;
  for (const auto& [pc, error] : parts) out += std::fabs(error);
  return out;
}

template <class F>
std::vector<part> those(const std::vector<part>& parts, F is_one) {
  std::vector<part> out;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(out), [&](const part& x) { return is_one(x.first); });
  return out;
}

} // namespace

std::optional<finding> finding_of_narrowing(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed,
                                            const judged_output& o, const judged_element& e, const sensitivity& measured, const judgement& j) {
  auto a = account_of(request, blamed, o.buffer, e.index);
  if (!a) return std::nullopt;
  const exec::number stored = e.format != exec::number::none ? e.format : number_of(request.buffers[o.buffer].type);
  const bool of_better = stored == exec::number::f64 && measured.unnarrowed <= known_better * measured.moved;
  const auto narrows = [&](std::uint32_t pc) { return p.ops[pc].meaning.operation == ptx::operation::narrowing; };
  const auto in_single = [&](std::uint32_t pc) { return of_better && p.ops[pc].format == exec::number::f32 && p.ops[pc].meaning.takes == ptx::content::real; };
  const std::vector<part> below = those(a->parts, [&](std::uint32_t pc) { return narrows(pc) || in_single(pc); });
  // A loop that was unrolled has more sums than an account has places.
  const double all = of_better ? std::min(e.error, size_of(a->parts)) : e.error;
  if (below.empty() || !(size_of(below) >= j.passing_share * all)) return std::nullopt;
  a->amplifier = -1; // the line that rounds, not the one that lets it through
  const std::vector<bool> sums_up = of_better ? exec::find_single_sums(p) : std::vector<bool>(p.ops.size());
  const std::vector<part> sums = those(below, [&](std::uint32_t pc) { return sums_up[pc]; });
  const bool by_sums = size_of(sums) >= j.passing_share * size_of(below);
  a->parts = by_sums ? sums : below;
  const exec::op& worst = p.ops[a->parts[0].first];
  if (exec::limits_of(worst.format).precision >= exec::limits_of(stored).precision) return std::nullopt;
  const bool ruins = !by_sums && of_better && measured.part > ruinous_loss;
  const bool serves_nothing = !by_sums && narrows(worst.pc) && exec::find_passing_narrowings(p)[worst.pc];
  finding f = blame(p, request, *std::move(a), o, e, j);
  f.rule = by_sums ? rule::narrow_accumulator : rule::narrowing;
  f.level = by_sums || serves_nothing || ruins ? level::error : level::note;
  if (by_sums) {
    f.message += "; the terms are added up in binary32, within binary64";
    f.hint = "add up in double: the sum's own format is what the output can be right to";
  } else if (serves_nothing) {
    f.message += "; the narrow value is widened again at once, and computed with";
    f.hint = "keep the value in the wider format: nothing stores the narrow one";
  } else if (ruins) {
    f.message += "; of the output's 53 bits fewer than 14 mean something";
    f.hint = "keep what differences are taken of in double, and narrow what is left";
  } else {
    f.message += ", as half an ulp of its format lets it";
    f.hint = std::string(advice(f.rule));
  }
  return f;
}

std::optional<finding> note_of_singles(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed, const judged_output& o, const judged_element& e,
                                       const judgement& j) {
  auto a = account_of(request, blamed, o.buffer, e.index);
  if (!a) return std::nullopt;
  const auto in_single = [&](std::uint32_t pc) { return p.ops[pc].format == exec::number::f32 && p.ops[pc].meaning.takes == ptx::content::real; };
  std::vector<part> singles = those(a->parts, in_single);
  if (singles.empty() || !(size_of(singles) >= j.passing_share * std::min(e.error, size_of(a->parts)))) return std::nullopt;
  a->amplifier = -1, a->parts = std::move(singles);
  finding f = blame(p, request, *std::move(a), o, e, j);
  f.rule = rule::narrowing, f.level = level::note;
  f.message += ", in binary32: of the output's 53 bits no more than 24 mean something";
  f.hint = "compute in double: nothing else is less exact";
  return f;
}

} // namespace fpcheck::analysis

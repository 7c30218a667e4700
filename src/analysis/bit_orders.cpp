#include "bit_orders.hpp"

#include "common.hpp"
#include "faults.hpp"

#include <fpcheck/base/number.hpp>
#include <fpcheck/exec/asked_signs.hpp>

#include <algorithm>

namespace fpcheck::analysis {
namespace {

finding finding_of(const exec::program& code, const exec::run_request& request, const exec::bit_order& r, const output_place& change) {
  finding f;
  f.rule = rule::branch_flip;
  f.hint = "compare the numbers, or keys whose order is theirs: code ^ ((code >> 31) & 0x7fffffff) as signed integers";
  f.count = r.reversed;
  f.output = request.buffers[change.buffer].name, f.element = change.index;
  f.message = f.output + "[" + std::to_string(change.index) + "] depends on the order of " + number(r.first) + " and " + number(r.second) + ", whose bits stand the other way round as " +
              (r.is_signed ? "signed" : "unsigned") + " integers (" + thread_text(r.cta, r.thread) + ")";
  thread_position t;
  std::copy_n(r.cta, 3, t.cta), std::copy_n(r.thread, 3, t.thread);
  f.thread = t;
  locate(f, code, r.pc);
  return f;
}

} // namespace

result<std::optional<finding>> judge_bit_orders(const exec::program& code, const exec::run_request& request, const exec::run_record& first, std::uint64_t most_tried,
                                                const bit_order_replays& replays) {
  if (first.bit_orders.empty()) return std::nullopt;
  const std::vector<bool> asked = exec::find_asked_signs(code);
  const auto wrong = [&](const exec::bit_order& r) { return r.is_wrong() && !asked[r.pc]; };
  if (std::none_of(first.bit_orders.begin(), first.bit_orders.end(), wrong)) return std::nullopt;
  const auto followed = replays.following();
  if (!followed) return tl::unexpected(followed.error());
  std::uint64_t tried = 0;
  for (const exec::bit_order& r : followed->bit_orders) {
    if (!wrong(r) || tried++ == most_tried) continue;
    const auto other = replays.ordering(r.pc);
    if (!other) return tl::unexpected(other.error());
    if (!came_to_its_end(*other)) continue;
    if (const auto change = first_change(request, first, *other)) return finding_of(code, request, r, *change);
  }
  return std::nullopt;
}

} // namespace fpcheck::analysis

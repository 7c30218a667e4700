#include "range_ends.hpp"

#include "common.hpp"
#include "free_differences.hpp"

#include <cmath>

namespace fpcheck::analysis {
namespace {

/// What is off by less stands beside the smallest numbers itself.
constexpr double least_shown = 0x1p-100;

/// Elements that are infinite in `other`, and within the range here: the end of it is what is nearest to numbers beyond.
std::optional<hidden_elements> infinities_of(const compared_runs& runs, const exec::run_record& other) {
  std::optional<hidden_elements> out;
  for (const judged_output& o : runs.outputs) {
    const tensor::dtype t = runs.request.buffers[o.buffer].type;
    const std::uint64_t bytes = tensor::size_of(t);
    for (std::uint64_t i = 0; number_of(t) != exec::number::none && i < o.summary.elements; ++i) {
      if (other.buffers[o.buffer]->is_undefined(i * bytes, static_cast<unsigned>(bytes))) continue;
      const double mine = element_value(*runs.first.buffers[o.buffer], t, i * bytes), its = element_value(*other.buffers[o.buffer], t, i * bytes);
      if (!std::isinf(its) || !(std::fabs(mine) < exec::least_large(t == tensor::dtype::f64))) continue;
      if (!out) out = hidden_elements{{o.buffer, i}, 0};
      ++out->count;
    }
  }
  return out;
}

} // namespace

result<std::optional<hidden_elements>> hidden_by(std::uint32_t pc, exec::range_end end, const compared_runs& runs, const free_replays& replays) {
  const auto lifted = replays.lifting(pc);
  if (!lifted) return tl::unexpected(lifted.error());
  if (came_to_its_end(*lifted)) {
    const free_differences others(runs.request, runs.exactly, *lifted, runs.outputs, runs.by);
    if (others.any() && others.worst().jump > least_shown) return std::optional(hidden_elements{{others.worst().buffer, others.worst().index}, others.count()});
  }
  if (end != exec::range_end::largest) return std::optional<hidden_elements>();
  const auto through = replays.letting_infinities_through(pc);
  if (!through) return tl::unexpected(through.error());
  return came_to_its_end(*through) ? infinities_of(runs, *through) : std::optional<hidden_elements>();
}

} // namespace fpcheck::analysis

#pragma once
#include <fpcheck/kernels/softmax_plan.hpp>

#include <array>
#include <vector>

/// The trees of row_reduction.hpp on the host, with the same bits.
namespace fpcheck::kernels {

/// The twin of `merge_warp`.
template <class Exp2>
online_state merge_warp_twin(const std::array<online_state, 32>& lanes, float c) {
  float max = minus_infinity;
  for (const online_state& s : lanes) max = larger(max, s.max);
  std::array<float, 32> sum, next;
  for (std::size_t i = 0; i < 32; ++i) sum[i] = exact::mul(lanes[i].sum, rebase_factor<Exp2>(lanes[i].max, reference_of(max), c));
  for (std::size_t offset = 16; offset > 0; offset /= 2) {
    for (std::size_t i = 0; i < 32; ++i) next[i] = sum[i] + sum[i ^ offset];
    sum = next;
  }
  return {max, sum[0]};
}

/// The state of the threads of a row or part, as `merge_warps` makes it. Requires: a multiple of 32 threads, at most 1024.
template <class Exp2>
online_state merge_warps_twin(const std::vector<online_state>& threads, float c) {
  std::array<online_state, 32> warps{};
  const std::size_t count = threads.size() / 32;
  for (std::size_t w = 0; w < count; ++w) {
    std::array<online_state, 32> lanes;
    for (std::size_t i = 0; i < 32; ++i) lanes[i] = threads[32 * w + i];
    warps[w] = merge_warp_twin<Exp2>(lanes, c);
  }
  return count == 1 ? warps[0] : merge_warp_twin<Exp2>(warps, c);
}

/// The state of a row from those of its parts, as `merge_parts` makes it.
template <class Exp2>
online_state merge_parts_twin(const std::vector<online_state>& parts, float c) {
  if (parts.size() == 1) return parts[0];
  std::array<online_state, 32> lanes{};
  for (std::size_t i = 0; i < parts.size(); ++i) lanes[i % 32] = merge<Exp2>(lanes[i % 32], parts[i], c);
  return merge_warp_twin<Exp2>(lanes, c);
}

/// The state of a row whose thread (part, lane) has the state `state_of(part, lane)`.
template <class Schedule, class Exp2, class StateOf>
online_state row_state_twin(std::int32_t parts, float c, const StateOf& state_of) {
  std::vector<online_state> part_states;
  for (std::int32_t part = 0; part < parts; ++part) {
    std::vector<online_state> threads;
    for (int lane = 0; lane < Schedule::row_threads; ++lane) threads.push_back(state_of(part, lane));
    part_states.push_back(merge_warps_twin<Exp2>(threads, c));
  }
  return merge_parts_twin<Exp2>(part_states, c);
}

} // namespace fpcheck::kernels

#pragma once
#include <fpcheck/kernels/bulk_copy.hpp>
#include <fpcheck/kernels/row_reduction.hpp>

/// Rows of several parts on clusters of CTAs, one part each: the next row's part lands in shared memory while a row is worked on
/// in registers, states pass between the CTAs without a barrier, and rows are drawn in order, so that all clusters work on
/// neighbouring memory; dealt out beforehand, clusters drift apart and the memory is 4 to 5 % slower. What a thread computes, and in
/// which order sums are taken, is that of the same schedule in softmax.hpp: so are the bits. Needs sm_90.
namespace fpcheck::kernels {

inline constexpr int most_cluster_parts = 16;

namespace detail {

/// What reaches a CTA from outside. Consecutive rows use alternate halves: who sends for the row after the next has heard from
/// everyone about the next, so everyone has read what is overwritten.
struct cluster_mail {
  struct alignas(16) letter {
    std::uint64_t state;
    std::uint64_t row; ///< of the turn after the next; the first part's counts
  };
  letter in[2][most_cluster_parts];
  std::uint64_t row[4];     ///< by turn
  std::uint64_t arrived[2]; ///< barriers of the mail
  std::uint64_t landed;     ///< barrier of the part
};

/// Sends this CTA's letter to all of the cluster. Called by the first warp, whose lane 0 has `later`.
__device__ __forceinline__ void send_letter(online_state s, std::uint64_t later, cluster_mail& mail, int half, std::int32_t part, std::int32_t parts) {
  later = __shfl_sync(0xffffffffu, later, 0);
  if (threadIdx.x >= static_cast<unsigned>(parts)) return;
  const std::uint32_t to = bulk::address_in(&mail.in[half][part], threadIdx.x), barrier = bulk::address_in(&mail.arrived[half], threadIdx.x);
  bulk::send(to, word_of_state(s), barrier);
  if (part == 0) bulk::send(to + 8, later, barrier);
}

/// The state of the row of this turn from those of its parts, on all threads of the cluster; the first part's CTA sends with its
/// own the row `later` of the turn after the next.
template <class Exp2>
__device__ __forceinline__ online_state merge_cluster(online_state s, float c, cluster_mail& mail, int turn, std::int32_t part, std::int32_t parts,
                                                      std::uint64_t later) {
  const int half = turn & 1, lane = static_cast<int>(threadIdx.x & 31);
  if (threadIdx.x == 0) bulk::expect(&mail.arrived[half], static_cast<std::uint32_t>(8 * parts + 8));
  if (threadIdx.x < 32) send_letter(s, later, mail, half, part, parts);
  bulk::wait(&mail.arrived[half], static_cast<std::uint32_t>(turn >> 1 & 1));
  online_state all;
  if (lane < parts) all = merge<Exp2>(all, state_of_word(mail.in[half][lane].state), c);
  if (threadIdx.x == 0) mail.row[(turn + 2) & 3] = mail.in[half][0].row;
  return merge_warp<Exp2>(all, c);
}

} // namespace detail

/// Deals rows to the clusters of a grid. `fetch(row, part, barrier)` starts the copies of a part, called by one thread;
/// `work(row, part, merge)` works on it once it has landed. `rows_drawn` counts from 0.
/// Requires: clusters of `parts` CTAs, 2 to most_cluster_parts: a lone CTA has no other to send to; a row of more than a warp.
template <class Schedule, class Exp2, class Fetch, class Work>
__device__ __forceinline__ void deal_rows_to_clusters(std::int64_t rows, std::int32_t parts, std::uint64_t* rows_drawn, const Fetch& fetch, const Work& work) {
  static_assert(Schedule::rows == 1 && Schedule::row_warps > 1, "the barrier of merge_warps tells that all threads hold their packets");
  __shared__ row_exchange room;
  __shared__ detail::cluster_mail mail;
  const auto part = static_cast<std::int32_t>(blockIdx.x % static_cast<unsigned>(parts));
  const std::int64_t cluster = blockIdx.x / static_cast<unsigned>(parts), clusters = gridDim.x / static_cast<unsigned>(parts);
  if (threadIdx.x == 0) {
    bulk::make_barrier(&mail.arrived[0]), bulk::make_barrier(&mail.arrived[1]), bulk::make_barrier(&mail.landed);
    bulk::publish_barriers();
    for (int i = 0; i < 2; ++i) mail.row[i] = static_cast<std::uint64_t>(cluster + i * clusters);
    if (cluster < rows) fetch(cluster, part, &mail.landed);
  }
  bulk::meet_cluster();
  const auto row_at = [&](int turn) { return static_cast<std::int64_t>(*static_cast<volatile std::uint64_t*>(&mail.row[turn & 3])); };
  int turn = 0;
  for (std::int64_t row = cluster; row < rows; row = row_at(++turn)) {
    std::uint64_t later = 0;
    if (part == 0 && threadIdx.x == 0) later = atomicAdd(reinterpret_cast<unsigned long long*>(rows_drawn), 1ull) + static_cast<std::uint64_t>(2 * clusters);
    bulk::wait(&mail.landed, static_cast<std::uint32_t>(turn & 1));
    work(row, part, [&](online_state s, float c) {
      s = merge_warps<Exp2, Schedule::row_warps>(s, c, room, turn & 1, 0);
      if (threadIdx.x == 0 && row_at(turn + 1) < rows) fetch(row_at(turn + 1), part, &mail.landed);
      return detail::merge_cluster<Exp2>(s, c, mail, turn, part, parts, later);
    });
  }
  bulk::meet_cluster(); // no CTA leaves before all mail has come
}

} // namespace fpcheck::kernels

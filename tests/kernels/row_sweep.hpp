#pragma once
#include "product_compare.hpp"
#include "row_compare.hpp"
#include "row_request.hpp"

#include "device_digests.hpp"

/// Every row kernel of row_kernels.def against its twin over the shapes that it is made for, whoever runs it, with a digest of all results.
/// `run(name, grid, block, arguments, members, extras)` runs a kernel on copies of the members' memory and says what went wrong.
namespace rows {

/// Rows of 2 to 16 parts, fewer and more than there are clusters.
template <class Plan>
std::vector<geometry> cluster_shapes() {
  constexpr int v = Plan::schedule::vector, c = Plan::schedule::capacity;
  return {{9, c + v}, {5, 2 * c}, {1, 2 * c + 2 * v}, {3, 7 * c - v}, {4, 16 * c}};
}

/// What a sweep came to.
struct outcome {
  std::string differences;
  device_digests::digest results;
};

/// `run` with its results added to the digest; what rows are drawn from, or states are exchanged through, is no result.
template <class Run>
auto digesting(const Run& run, device_digests::digest& d) {
  return [&run, &d](const std::string& name, unsigned grid, unsigned block, const auto& a, const std::vector<member>& members, emulated::launch_extras extras = {}) {
    const std::string error = run(name, grid, block, a, members, extras);
    for (const member& m : members) {
      if constexpr (requires { a.exchange; })
        if (m.offset == offsetof(std::decay_t<decltype(a)>, exchange)) continue;
      d.add(m.host);
    }
    return error;
  };
}

/// `compare(geometry, seed, run)` over shapes and seeds.
template <class Run, class Compare>
outcome sweep(const std::vector<geometry>& shapes, const Run& run, const Compare& compare) {
  outcome out;
  const auto noted = digesting(run, out.results);
  for (const geometry& g : shapes)
    for (const std::uint32_t seed : {0u, 4u}) {
      const std::string difference = compare(g, seed, noted);
      if (!difference.empty()) out.differences += std::to_string(g.rows) + " x " + std::to_string(g.columns) + ": " + difference + "\n";
    }
  return out;
}

} // namespace rows

/// For who includes row_kernels.def with SWEEP_ROW_KERNEL(name, outcome of its sweep by `run`) defined.
#define SOFTMAX(name, ...) SWEEP_OF(softmax, name, __VA_ARGS__)
#define GRADIENT(name, ...) SWEEP_OF(gradient, name, __VA_ARGS__)
#define SCALE(name, ...) SWEEP_OF(scale, name, __VA_ARGS__)
#define LOSS(name, ...) SWEEP_OF(loss, name, __VA_ARGS__)
#define SWEEP_OF(kind, name, ...)                                                                                      \
  SWEEP_ROW_KERNEL(name, rows::sweep(rows::shapes<__VA_ARGS__>(), run, [](rows::geometry g, std::uint32_t seed, const auto& with) { \
    return rows::compare_##kind<__VA_ARGS__>(#name, g, seed, with); }))
#define CLUSTER_SOFTMAX(name, ...) SWEEP_CLUSTERS(softmax, 1, name, __VA_ARGS__)
#define CLUSTER_GRADIENT(name, ...) SWEEP_CLUSTERS(gradient, 2, name, __VA_ARGS__)
#define SWEEP_CLUSTERS(kind, inputs, name, ...)                                                                        \
  SWEEP_ROW_KERNEL(name, rows::sweep(rows::cluster_shapes<__VA_ARGS__>(), run, [](rows::geometry g, std::uint32_t seed, const auto& with) { \
    return rows::compare_##kind<__VA_ARGS__>(#name, g, seed, emulated::on_clusters<__VA_ARGS__>(with, inputs)); }))

#pragma once
#include "row_compare.hpp"

#include <fpcheck/kernels/matrix_product.hpp>

/// Matrix products against their twin, bit for bit, whoever runs the kernels.
namespace rows {

struct product_case {
  std::int32_t m, n, k;
  bool a_along, b_along; ///< whether the inner index runs along memory
  product_start start;
};
inline constexpr product_case product_cases[] = {
    {1, 1, 1, true, true, product_start::zero},      {3, 130, 17, true, true, product_start::zero},   {129, 5, 8, true, false, product_start::result},
    {20, 33, 25, false, false, product_start::zero}, {64, 128, 9, false, true, product_start::result}};

/// Runs kernel `name` by `run(name, grid, block, arguments, members)`, the grid having one row of tiles where m is at most a tile.
template <class A, class B, class Run>
std::string compare_product(const std::string& name, const product_case& c, std::uint32_t seed, const Run& run) {
  auto a = rows::make<A>(c.m, c.k, c.k, seed);
  auto b = rows::make<B>(c.n, c.k, c.k, seed + 3);
  std::vector<float> result(static_cast<std::size_t>(c.m) * static_cast<std::size_t>(c.n));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = uniform(seed, static_cast<std::uint32_t>(i)) - 0.5f;
  std::vector<float> twin = result;
  product_arguments p;
  // The same memory read the other way is another matrix of the same extents only where these are strides.
  p.a = c.a_along ? product_factor{a.data(), c.k, 1} : product_factor{a.data(), 1, c.m};
  p.b = c.b_along ? product_factor{b.data(), c.k, 1} : product_factor{b.data(), 1, c.n};
  p.result = twin.data(), p.result_row = c.n, p.rows = c.m, p.columns = c.n, p.inner = c.k, p.start = c.start;
  matrix_product_twin<A, B>(p);
  std::string error;
  const std::int32_t tiles = (c.m + product_tile - 1) / product_tile;
  for (std::int32_t t = 0; t < tiles; ++t) { // the callers' grids have one dimension: a row of tiles at a time
    product_arguments q = p;
    const auto first = static_cast<std::size_t>(t) * product_tile, count = std::min<std::size_t>(product_tile, static_cast<std::size_t>(c.m) - first);
    q.rows = static_cast<std::int32_t>(count);
    auto part = std::span<float>(result).subspan(first * static_cast<std::size_t>(c.n), count * static_cast<std::size_t>(c.n));
    auto from = std::span(a).subspan(first * static_cast<std::size_t>(p.a.outer));
    error += run(name, static_cast<unsigned>((c.n + product_tile - 1) / product_tile), product_threads, q,
                 {{offsetof(product_arguments, a), std::as_writable_bytes(from)},
                  {offsetof(product_arguments, b), bytes(b)},
                  {offsetof(product_arguments, result), std::as_writable_bytes(part)}});
  }
  return error + difference(twin, result, "element");
}

} // namespace rows

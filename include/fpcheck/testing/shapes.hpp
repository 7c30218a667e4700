#pragma once
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/testing/code_space.hpp>

#include <rapidcheck.h>

#include <cstdint>
#include <vector>

/// Generators of extents, indices and whole tensors; all shrink towards small ones, then towards simple elements.
namespace fpcheck::testing {

/// An extent where kernels with tiles of `tile` elements go wrong: 1, below, at and above one, two and four tiles, a
/// prime, now and then any number up to four tiles and one. Requires: tile >= 1.
rc::Gen<std::uint64_t> extent_around(std::uint64_t tile);
/// Extents in [low, high], shrinking towards `low`.
rc::Gen<std::uint64_t> extent_in(std::uint64_t low, std::uint64_t high);
/// As many extents around a tile as `tiles` has entries.
rc::Gen<tensor::shape> shape_around(const std::vector<std::uint64_t>& tiles);

/// The numbers 0 to n - 1 in any order, the given one and the reverse among them; shrinks towards the order 0, 1, 2, ...
rc::Gen<std::vector<std::uint64_t>> permutation(rc::Gen<std::uint64_t> n);
/// Indices in [0, rows), index k with a probability as 1 / (k + 1)^exponent: what embedding lookups and routers see.
/// Requires: rows > 0, exponent >= 0.
rc::Gen<std::vector<std::int64_t>> zipf_indices(std::uint64_t rows, rc::Gen<std::uint64_t> count, double exponent = 1.1);

/// Tensors of `type` with any elements of these classes. Shrinks to smaller shapes, then to simpler elements.
rc::Gen<tensor::array> tensor_of(tensor::dtype type, rc::Gen<tensor::shape> extents, value_classes classes = finite_classes);
/// Tensors with standard normal elements, one in 64 and one of every row `scale` times as large. A spike stays one when it shrinks.
rc::Gen<tensor::array> spiked(tensor::dtype type, rc::Gen<tensor::shape> extents, double scale = 1e4);
/// Matrices of logits whose rows are whole, masked by -inf behind a position, at random, but for one element, or
/// altogether. Where the type has no infinity, its most negative number masks. The mask stays when elements shrink.
rc::Gen<tensor::array> masked_rows(tensor::dtype type, rc::Gen<std::uint64_t> rows, rc::Gen<std::uint64_t> columns);

} // namespace fpcheck::testing

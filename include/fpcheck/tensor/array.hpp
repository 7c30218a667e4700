#pragma once
#include <fpcheck/metric/ulp.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::tensor {

/// Extents, outermost first. An empty shape is a scalar.
using shape = std::vector<std::uint64_t>;

/// The product of the extents, or nothing where it, times `bytes`, does not fit 63 bits.
std::optional<std::uint64_t> element_count(const shape& extents, std::size_t bytes = 1);
/// "4x1024", or "scalar".
std::string text(const shape& extents);

/// `text` with everything that is not printable ASCII escaped and cut after 60 characters: names out of files for
/// messages.
std::string printable(std::string_view text);
/// `printable(text)` between single quotes.
std::string quoted(std::string_view text);

/// The bits of the element at `p` (little-endian), zero-extended.
std::uint64_t load_code(dtype type, const std::byte* p);
/// Writes the low `size_of(type)` bytes of `code` to `p`.
void store_code(dtype type, std::byte* p, std::uint64_t code);

/// The format of a real type of at most 32 bits; nullptr for f64 and the integers.
const format_row* format_of(dtype type);
/// Where the numbers of a real type lie. Range: binary64's for the integers.
metric::grid grid_of(dtype type);

/// The value of a code. Range: exact for everything but i64 and u64 beyond 2^53, which round to nearest.
double decode(dtype type, std::uint64_t code);
/// The code nearest to `x`, ties to even.
/// Range: reals overflow to infinity, or to NaN in formats that have none, or to the largest value in formats with
/// neither; integers truncate and saturate, NaN gives 0; bool is x != 0.
std::uint64_t encode(dtype type, double x);
/// The code of a number written in decimal, hex float (with a `p`), as inf, nan, true or false: rounded once, to
/// nearest, ties to even, from the exact value of the text; an integer type takes integral values in its range only.
/// Error: not a number, or out of range of an integer type.
result<std::uint64_t> parse_code(dtype type, const std::string& text);
/// The value of an integer or bool code. Requires: not a real type. u64 beyond the range wraps.
std::int64_t decode_integer(dtype type, std::uint64_t code);

/// An owning, row-major tensor.
struct array {
  dtype type = dtype::f32;
  tensor::shape shape;
  std::vector<std::byte> data; ///< element_count(shape) * size_of(type) bytes

  array() = default;
  /// Zeros. Requires: `element_count(extents, size_of(t))` fits memory.
  array(dtype t, tensor::shape extents);

  std::uint64_t size() const { return data.size() / size_of(type); }
  std::uint64_t code(std::uint64_t i) const { return load_code(type, data.data() + i * size_of(type)); }
  double value(std::uint64_t i) const { return decode(type, code(i)); }
  std::int64_t integer(std::uint64_t i) const { return decode_integer(type, code(i)); }
  void set(std::uint64_t i, double x) { store_code(type, data.data() + i * size_of(type), encode(type, x)); }
  bool operator==(const array&) const = default;
};

/// A strided look at elements that somebody else owns.
struct view {
  dtype type = dtype::f32;
  tensor::shape shape;
  std::vector<std::int64_t> strides; ///< bytes, one an extent
  const std::byte* data = nullptr;

  /// The address of the element with these indices. Requires: one index an extent, in range.
  const std::byte* at(std::span<const std::uint64_t> indices) const;
  double value(std::span<const std::uint64_t> indices) const { return decode(type, load_code(type, at(indices))); }
};

/// All of `a`, row-major.
view view_of(const array& a);
/// `v` with its axes reversed.
view transposed(const view& v);
/// A row-major copy of what `v` shows.
array copy(const view& v);
/// `a` with its bits read as another type of the same size.
/// Error: the sizes differ, or the types differ and `a` holds neither integer codes nor `type` is an integer.
result<array> reinterpret(array a, dtype type);

} // namespace fpcheck::tensor

#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/tensor_map.hpp>
#include <fpcheck/launch/word.hpp>

#include <optional>
#include <string>

namespace fpcheck::session {

/// A tensor map as it was written: `A, 64x64, swizzle=128, fill=nan, shape=NxC, strides=.., steps=.., type=tf32`. Extents are written as those of a
/// tensor, the innermost last.
struct map_text {
  launch::word tensor; ///< the name of a buffer, perhaps with an offset
  launch::word box;
  std::optional<launch::word> swizzle, fill, shape, strides, steps, type;
};

/// Reads what stands in the brackets of `tensormap(..)`. Error: a word that is none of these, no tensor or no box.
result<map_text> read_map(const launch::word& inside);

/// The map of `b`, without its address. Error: what cuTensorMapEncodeTiled would refuse, at its word.
result<exec::tensor_map> map_of(const map_text& text, const exec::buffer& b, const launch::dimensions& names);

/// How the type of a tensor descriptor of Triton's is spelt: the block follows, `32x64`, then perhaps `, swizzle 128`.
inline constexpr std::string_view triton_descriptor = "tensor descriptor of ";

/// The words of the map that Triton's launcher makes of a descriptor of this type; nothing if it is none.
std::optional<std::string> words_of_descriptor(const std::string& spelling, const std::string& buffer);

} // namespace fpcheck::session

#pragma once
#include <fpcheck/launch/generator.hpp>
#include <fpcheck/launch/word.hpp>

#include <optional>
#include <vector>

namespace fpcheck::launch {

/// What a VALUE of `NAME=VALUE` is.
enum class value_kind : std::uint8_t {
  plain,     ///< a number, an expression over dimensions, or the name of a buffer with an offset
  generated, ///< randn:NxC:bf16
  empty,     ///< empty:NxC:f32
  file,      ///< @x.npy, @m.safetensors#key
  list,      ///< [1, 2, 3]:f32, [A, B]
  tensor_map, ///< tensormap(A, 64x64, swizzle=128)
  texture     ///< texture(A, linear, clamp), surface(A)
};

/// A VALUE, parsed as far as its words alone allow.
struct value_text {
  value_kind kind = value_kind::plain;
  bool inout = false;          ///< written as inout:...
  word body;                   ///< the number or expression, the path, the list with its brackets, or what is mapped and how
  generator recipe;            ///< for `generated`
  std::optional<word> extents; ///< NxC
  std::optional<tensor::dtype> type;
  word whole; ///< all of it, for messages
};

/// Reads a VALUE. Error: an unknown generator or element type, wrong parameters, a missing shape; with a suggestion.
result<value_text> parse_value(const word& w);

} // namespace fpcheck::launch

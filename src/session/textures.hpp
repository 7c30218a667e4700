#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/texture_object.hpp>
#include <fpcheck/launch/word.hpp>

#include <string_view>
#include <vector>

namespace fpcheck::session {

inline constexpr std::string_view texture_word = "texture(", surface_word = "surface(";
/// Whether the words are those of a texture or surface object.
inline bool is_texture(std::string_view text) { return (text.starts_with(texture_word) || text.starts_with(surface_word)) && text.ends_with(')'); }

/// A texture as it was written: `texture(A, linear, clamp)`, `texture(A, point, wrap, normalised, fractions, channels=4, layered, border=0.5)`, `surface(A)`.
struct texture_text {
  launch::word tensor; ///< the name of a buffer, perhaps with an offset
  std::vector<launch::word> how;
};

/// Reads what stands in the brackets. Error: no tensor.
result<texture_text> read_texture(const launch::word& inside);

/// The object that reads `b`, without its address: the extents are the buffer's, the innermost last. Error: what cudaCreateTextureObject would refuse, or a
/// word that says nothing of textures, at its word.
result<exec::texture_object> texture_of(const texture_text& text, const exec::buffer& b);

} // namespace fpcheck::session

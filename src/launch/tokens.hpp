#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::launch {

/// A token of C++ source, after macros.
struct token {
  std::string text;
  std::uint32_t line = 0, column = 0;

  bool is(std::string_view other) const { return text == other; }
  bool is_identifier() const;
};

/// The tokens of CUDA source text: without comments, strings emptied, macros of the file expanded, `#if 0` left out.
std::vector<token> tokenize(std::string_view source);

/// The index after the bracket that closes the one at `open`; `tokens.size()` where none does.
std::size_t after_bracket(const std::vector<token>& tokens, std::size_t open);
/// The index after the `>` that closes the template list whose `<` is at `open`.
std::size_t after_angle(const std::vector<token>& tokens, std::size_t open);

} // namespace fpcheck::launch

#pragma once
#include <fpcheck/expr/syntax.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::expr {

/// What a token is; `symbol` covers operators and punctuation.
enum class token_kind : std::uint8_t { number, name, string, symbol, end };

/// One token: its text without quotes, and where it starts.
struct token {
  token_kind kind = token_kind::end;
  std::string text;
  std::uint32_t offset = 0;
};

/// The tokens of `text`, the last of kind `end`. Newlines and `#` comments are white space.
/// Error: a character that begins no token, a string without its end, a malformed number.
result<std::vector<token>> tokenize(std::string_view text);

} // namespace fpcheck::expr

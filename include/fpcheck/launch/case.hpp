#pragma once
#include <fpcheck/launch/word.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::launch {

/// `NAME=VALUE`.
struct assignment {
  word name, value;
};

/// `--NAME VALUE`, without its dashes; an empty value for a switch.
struct option_text {
  word name, value;
};

/// One launch as it was written.
struct launch_text {
  word kernel;        ///< empty: the only kernel of the file
  word configuration; ///< "4, 128", without its chevrons; empty where none was given
  std::vector<assignment> assignments;
};

/// A sequence of launches and how to judge them, as it was written.
struct case_text {
  source_location where;
  std::vector<launch_text> launches;
  std::vector<option_text> options; ///< in order of writing
};

/// `// fpcheck: allow RULE reason` in a source file.
struct suppression {
  std::string rule, reason, file;
  std::uint32_t line = 0; ///< the source line it is about: its own, or the next where it stands alone
};

/// What the comments of a source file ask for.
struct source_comments {
  std::vector<case_text> cases;
  std::vector<suppression> suppressions;
};

/// Reads the words of one launch: an optional kernel, `<<<...>>>`, assignments and options, in any order. `ref=EXPR` is
/// the option --ref; a parameter of that name is told by its position.
/// Error: a word that is none of these, two configurations, an option without a value.
result<launch_text> parse_launch(const std::vector<word>& words, std::vector<option_text>& options);

/// Reads `// fpcheck: KERNEL <<<..>>> ...` cases, the `// fpcheck+ ...` launches after them, and suppressions.
/// A backslash at the end of a comment line continues it on the next one.
/// Error: the first malformed comment.
result<source_comments> scan_comments(std::string_view source, const std::string& file);

} // namespace fpcheck::launch

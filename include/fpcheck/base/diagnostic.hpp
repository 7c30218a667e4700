#pragma once
#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace fpcheck {

/// A place in a text: 1-based line and column, 0 where unknown.
struct source_location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool operator==(const source_location&) const = default;
};

/// How a run ended, as the process's exit code; the meaning of each value is fixed.
enum class exit_code : std::uint8_t {
  passed = 0,         ///< checked, nothing found
  findings = 1,       ///< findings or a mismatch
  usage = 2,          ///< usage or input error
  incomplete = 3,     ///< something was not modelled or not decidable
  internal_error = 4, ///< a defect of fpcheck
  interrupted = 130
};

/// The code that serves when both `a` and `b` apply: 4, 2, 1, 3, 0 in this order.
constexpr exit_code worse(exit_code a, exit_code b) noexcept {
  constexpr auto rank = [](exit_code c) {
    switch (c) {
    case exit_code::interrupted: return 5;
    case exit_code::internal_error: return 4;
    case exit_code::usage: return 3;
    case exit_code::findings: return 2;
    case exit_code::incomplete: return 1;
    case exit_code::passed: return 0;
    }
    return 4;
  };
  return rank(a) >= rank(b) ? a : b;
}

/// Why a step failed: one line that says what and where, and one that says how to mend it.
struct diagnostic {
  std::string message;                   ///< what is wrong, without a trailing full stop
  source_location where{};               ///< where, if it has a place
  std::string excerpt{};                 ///< the offending source line, for a caret
  std::string hint{};                    ///< how to mend it, or empty
  exit_code code = exit_code::usage;     ///< what the process ends with if nothing else happens

  /// `file:line:column: error: message`, the excerpt with a caret, and the hint, each on its line.
  std::string text() const;
};

/// A value, or the reason why there is none. No fpcheck function lets an exception out.
template <class T>
using result = tl::expected<T, diagnostic>;

/// `return fail("...")` out of a function that returns `result<T>`.
inline tl::unexpected<diagnostic> fail(std::string message, source_location where = {}, std::string hint = {}) {
  return tl::unexpected<diagnostic>(diagnostic{std::move(message), std::move(where), {}, std::move(hint)});
}

/// The entry of `names` nearest to `name` by edit distance, or empty when none is near enough to suggest.
template <class Names>
std::string nearest_name(const std::string& name, const Names& names);
/// The Damerau-Levenshtein distance of two words.
std::size_t edit_distance(const std::string& a, const std::string& b);

template <class Names>
std::string nearest_name(const std::string& name, const Names& names) {
  std::string best;
  std::size_t best_distance = name.size() / 3 + 2;
  for (const auto& candidate : names) {
    const std::size_t d = edit_distance(name, std::string(candidate));
    if (d < best_distance) best_distance = d, best = candidate;
  }
  return best;
}

} // namespace fpcheck

#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace fpcheck::instrument {

/// What a letter of a pattern stands for.
using meaning_of_letter = std::pair<char, std::string_view>;

/// Writes instructions from patterns: `add.rn.f64 $d, $a, $b; { .reg .f64 %t; ... }`. `$x` stands for what the caller names, `$U`, `$I`, `$N`, `$L`
/// for 2^-53, infinity, NaN and the limit in binary64; `$@` for a number of its own, the same throughout one pattern, to make labels of.
/// Every instruction stands under the guard, if one is set; one written `?%p x` under %p as well.
class scribe {
public:
  void put(std::string_view pattern, std::initializer_list<meaning_of_letter> letters = {});
  void put_text(std::string_view line) { out_ += line, out_ += '\n'; }
  /// The predicate that what follows stands under, "%p1" or "!%p1"; empty for none.
  void guard(std::string predicate) { guard_ = std::move(predicate); }
  const std::string& guarded() const { return guard_; }
  const std::string& text() const { return out_; }
  /// The number that `$@` stood for last.
  unsigned count() const { return patterns_; }

private:
  void statement(std::string_view s);
  std::string out_, guard_;
  unsigned patterns_ = 0;
};

} // namespace fpcheck::instrument

#pragma once
#include <fpcheck/testing/oracle.hpp>
#include <fpcheck/testing/values.hpp>

#include <gtest/gtest.h>

#include <ostream>
#include <string>

/// GoogleTest matchers for numbers, vectors and tensors. What they print when they fail is what the command line prints.
/// What cannot be checked does not match. NaN matches NaN only.
namespace fpcheck::testing {

/// Whether something matches, and why or why not.
struct match_result {
  bool matches = false;
  std::string why;
};

namespace detail {
/// The parts that GoogleTest wants of a matcher, over `match(tensor)` and `words()` of Derived.
template <class Derived>
class tensor_matcher {
public:
  using is_gtest_matcher = void;

  template <class T>
  bool MatchAndExplain(const T& actual, std::ostream* out) const {
    const auto tensor = to_tensor(actual);
    match_result m;
    if (!tensor)
      m.why = tensor.error().text();
    else if constexpr (requires { actual.before(); }) // of a run: names in expressions are its buffers
      m = self().over(actual.before()).match(*tensor);
    else
      m = self().match(*tensor);
    if (out != nullptr && !m.why.empty()) *out << '\n' << m.why;
    return m.matches;
  }
  void DescribeTo(std::ostream* out) const { *out << self().words(); }
  void DescribeNegationTo(std::ostream* out) const { *out << "not " << self().words(); }

private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};
} // namespace detail

/// Matches tensors, vectors and numbers by their difference from an expected one.
class difference_matcher : public detail::tensor_matcher<difference_matcher> {
public:
  difference_matcher(result<tensor::array> expected, std::string allowed)
      : expected_(std::move(expected)), allowed_(std::move(allowed)) {}
  match_result match(const tensor::array& actual) const;
  std::string words() const { return "within " + allowed_ + " of the reference"; }
  const difference_matcher& over(const inputs&) const { return *this; }

private:
  result<tensor::array> expected_;
  std::string allowed_;
};

/// Every element is at most `ulps` ulps of the actual type from the expected element.
template <class T>
difference_matcher within_ulps(double ulps, const T& expected) {
  std::ostringstream words;
  words << ulps << "ulp";
  return {to_tensor(expected), words.str()};
}
/// The same bits, -0 and 0 apart; any NaN matches any NaN.
template <class T>
difference_matcher bitwise_equal(const T& expected) {
  return {to_tensor(expected), "bitwise"};
}

/// Matches what is the exact value of an expression, rounded once to the type.
class rounding_matcher : public detail::tensor_matcher<rounding_matcher> {
public:
  rounding_matcher(std::string expression, inputs values, reference::rounding direction)
      : expression_(std::move(expression)), values_(std::move(values)), direction_(direction) {}
  match_result match(const tensor::array& actual) const;
  std::string words() const { return "the correctly rounded value of " + expression_; }
  rounding_matcher over(const inputs& base) const { return {expression_, values_.over(base), direction_}; }

private:
  std::string expression_;
  inputs values_;
  reference::rounding direction_;
};

/// Every element is the exact value of `expression` rounded once, in this direction, to the actual type. Zeros match
/// whatever their sign. A value that 256 bits do not decide does not match.
inline rounding_matcher correctly_rounded(std::string expression, inputs values = {},
                                          reference::rounding direction = reference::rounding::nearest) {
  return {std::move(expression), std::move(values), direction};
}

/// Matches outputs that agree with an expression within the error that is derived for its arithmetic.
class agreement_matcher : public detail::tensor_matcher<agreement_matcher> {
public:
  agreement_matcher(std::string expression, inputs values) : expression_(std::move(expression)), values_(std::move(values)) {}
  /// Another tolerance than the derived one: "2ulp", "rtol=1e-5,atol=1e-6", "torch", "bitwise".
  agreement_matcher within(std::string tolerance) const;
  /// The format that sums are accumulated in; without it f32.
  agreement_matcher accumulating_in(std::string format) const;
  match_result match(const tensor::array& actual) const;
  std::string words() const { return "in agreement with " + expression_ + " (" + tolerance_ + ')'; }

  agreement_matcher over(const inputs& base) const;

private:
  std::string expression_;
  inputs values_;
  std::string tolerance_ = "auto", accumulator_ = "f32";
};

/// The output agrees with `expression` over `values` within the error that its arithmetic may make.
inline agreement_matcher agrees_with(std::string expression, inputs values = {}) {
  return {std::move(expression), std::move(values)};
}

/// Matches intervals that hold the exact value of an expression.
class enclosure_matcher {
public:
  using is_gtest_matcher = void;
  enclosure_matcher(std::string expression, inputs values) : expression_(std::move(expression)), values_(std::move(values)) {}

  /// `x` is anything with `lower()` and `upper()`.
  template <class Interval>
  bool MatchAndExplain(const Interval& x, std::ostream* out) const {
    const match_result m = match(static_cast<double>(x.lower()), static_cast<double>(x.upper()));
    if (out != nullptr && !m.why.empty()) *out << '\n' << m.why;
    return m.matches;
  }
  void DescribeTo(std::ostream* out) const { *out << "encloses " << expression_; }
  void DescribeNegationTo(std::ostream* out) const { *out << "does not enclose " << expression_; }
  match_result match(double lower, double upper) const;

private:
  std::string expression_;
  inputs values_;
};

/// The interval holds the exact value of the scalar `expression`. An empty interval and bounds that are NaN hold nothing.
inline enclosure_matcher encloses(std::string expression, inputs values = {}) {
  return {std::move(expression), std::move(values)};
}
/// The interval holds the number x.
inline enclosure_matcher encloses(double x) {
  return {"x", inputs{{"x", x}}};
}

} // namespace fpcheck::testing

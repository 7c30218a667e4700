#pragma once
#include <fpcheck/metric/distance.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include <cmath>

namespace fpcheck::tolerance {

/// One comparison's fixed part: formats, tolerance and reference.
class comparison {
public:
  comparison(const reference& expected, const tolerance& allowed, tensor::dtype type, expr::number_format format)
      : expected_(expected), allowed_(allowed), type_(type), format_(std::move(format)),
        grid_{-std::ilogb(format_.unit), std::ilogb(format_.normal)} {}

  const reference& expected() const { return expected_; }
  const expr::number_format& format() const { return format_; }
  bool derived() const { return allowed_.kind == tolerance_kind::derived; }
  /// The reference rounded to the output type.
  double rounded(std::size_t i) const { return tensor::decode(type_, tensor::encode(type_, expected_.value[i])); }
  double error(std::size_t i, double actual) const { return std::fabs((actual - expected_.value[i]) - (expected_.low.empty() ? 0 : expected_.low[i])); }
  /// What the allowance is compared with: a derived one is around the centre.
  double deviation(std::size_t i, double actual) const { return derived() && expected_.centre_of(i) != expected_.value[i] ? std::fabs(actual - expected_.centre_of(i)) : error(i, actual); }
  double in_ulps(double difference, std::size_t i) const { return difference / ulp(i); }
  double ulp(std::size_t i) const { return metric::ulp(grid_, expected_.value[i]); }
  double allowance_of(std::size_t i, expr::error_tier tier) const { return allowance(expected_, i, allowed_, format_, tier); }

  element_outcome judge(std::size_t i, double actual) const;

private:
  element_outcome judge_special(double actual, double y, std::size_t i) const;
  element_outcome judge_discrete(double actual, double y, std::size_t i) const;

  const reference& expected_;
  const tolerance& allowed_;
  tensor::dtype type_;
  expr::number_format format_;
  metric::grid grid_;
};

/// An element of the binade down to which the largest ones make half of the sum, 0 where all are zeros; `sizes` are finite and not negative.
std::size_t down_to_half(const std::vector<double>& sizes);

/// Runs the wrong outputs that every check must reject.
std::vector<canary> run_canaries(const comparison& c);

} // namespace fpcheck::tolerance

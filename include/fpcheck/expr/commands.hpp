#pragma once
#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/evaluate.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/expr/verify.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::expr {

/// What the words `NAME=VALUE` of a command gave.
struct named_inputs {
  std::map<std::string, tensor::array> tensors;
  std::map<std::string, std::vector<std::string>> dimension_names; ///< of a tensor, as in `randn:NxC`; may be absent
  std::map<std::string, std::int64_t> dimensions;                  ///< `N=4`
  std::map<std::string, std::string> scalars;                      ///< `eps=1e-5`, exact as written
  std::map<std::string, std::string> round;                        ///< `--round P=bf16`
};

/// The names an expression may use.
environment environment_of(const named_inputs& in);
/// The values of its tensors.
bindings bindings_of(const named_inputs& in);

/// The value of an expression.
struct eval_report {
  std::vector<std::int64_t> sizes;
  std::string shape;                 ///< with dimension names
  std::vector<double> values;        ///< nearest binary64 numbers
  std::vector<std::string> decimals; ///< 40 significant digits, where they were computed
  std::vector<double> radius;        ///< |value before rounding - exact|
  std::string computed_in;           ///< "double-double" or "256 bits"
  std::int64_t undecided = 0;        ///< elements at kinks and ties
  std::vector<bool> certified;       ///< of each value: whether the bound decides the nearest binary64 number

  bool is_certified() const;
};

/// The body of `fpcheck eval`: double-double first, 256 bits where its bound does not decide the nearest binary64 number.
/// Error: as parse, infer and evaluate.
result<eval_report> eval_command(std::string_view expression, const named_inputs& in, const progress& report = {});

/// One gradient of `fpcheck grad`.
struct gradient_report {
  std::string name;
  std::string convention;   ///< what is meant by the gradient under its property
  std::string formula, latex;
  std::vector<std::int64_t> sizes;
  std::vector<double> values;
};

/// The body of `fpcheck grad EXPR`.
struct grad_report {
  std::string derivation, latex;
  std::vector<gradient_report> gradients;
  verification checks;
  std::vector<std::string> constants;   ///< names that hold integers, and so have no gradient
  std::vector<std::string> assumptions; ///< shapes that were assumed for names without a value
};

/// Derives the gradient of `expression` in `wrt` (`X`, or `X:symmetric`; every name without it, but those that hold integers,
/// which are labels, ids and tensors of an integer type: these are not differentiated); a tensor-valued expression gets the upstream
/// gradient `dout`. Names without a value get a shape that fits and random values.
/// Error: unknown variables or properties, variables that hold integers, no shapes that fit.
result<grad_report> grad_command(std::string_view expression, const std::vector<std::string>& wrt, const named_inputs& in, std::uint64_t seed = 0);

} // namespace fpcheck::expr

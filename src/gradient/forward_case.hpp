#pragma once
#include <fpcheck/analysis/derivative.hpp>
#include <fpcheck/gradient/check.hpp>

#include "gradient_case.hpp"

namespace fpcheck::gradient {

/// A forward and a backward kernel on the same inputs.
struct kernel_pair {
  exec::run_request forward, backward;
  std::uint32_t output = 0;              ///< buffer of `forward` whose upstream gradient the backward kernel reads
  std::vector<double> upstream;          ///< dL/d output
  std::vector<std::string> saved;        ///< inputs of the backward kernel that the forward kernel made
  std::vector<exec::direction> exactly;  ///< shifts them to what the forward kernel would save without rounding
};

/// The compiled forward kernel of a backward one: launched with the same words, its outputs given to the backward kernel.
class forward_case {
public:
  /// `words` are its own: a launch, outputs. An output without a word has the shape of the upstream gradient.
  /// Error: no such kernel, words that do not fit, no input that is the upstream gradient.
  static result<forward_case> make(const request& how, const gradient_case& backward, const session::settings& s);

  /// Both launches on the given inputs; what the forward kernel saved is where the backward kernel reads it.
  /// Error: one of them cannot be launched there.
  result<kernel_pair> bind(const expr::named_inputs& in) const;
  const exec::program& program() const { return *code_->program; }
  const std::string& upstream() const { return upstream_; }

private:
  result<void> find_kernel(const std::string& name);
  result<void> collect_words(const request& how);
  result<void> shift_saved(const exec::run_request& forward, kernel_pair& out) const;
  result<void> find_output(const exec::run_request& forward, std::uint64_t count, kernel_pair& out) const;

  std::shared_ptr<session::kernel_file> file_;
  const session::compiled* code_ = nullptr;
  const gradient_case* backward_ = nullptr;
  session::settings settings_;
  launch::case_text text_;
  std::vector<launch::kernel_parameter> parameters_;
  std::string upstream_; ///< an input of the backward kernel; empty: the output is a scalar, and its gradient 1
};

} // namespace fpcheck::gradient

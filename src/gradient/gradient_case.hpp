#pragma once
#include <fpcheck/session/case_words.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/reference.hpp>
#include <fpcheck/session/settings.hpp>
#include <fpcheck/tolerance/check_gradient.hpp>

#include "saved_input.hpp"

#include <map>

namespace fpcheck::gradient {

/// Whether `name` stands alone somewhere in `text`.
bool mentions(const std::string& text, const std::string& name);

/// `dx=grad(x)`: the output dx holds the gradient in x, in the shape of x.
struct gradient_output {
  std::string output, variable;
};

/// A backward kernel's launch as it was written, which can be bound again at other extents.
class gradient_case {
public:
  /// Reads the words: `dx=grad(x)` becomes an output in the shape of x, `dx=grad(x, zeros)` one that starts at zero. A tensor
  /// that is no parameter is one that only expressions see: `forward`, or that of a saved input.
  /// Error: no gradient among the outputs, or one of a variable that is not there.
  static result<gradient_case> make(session::kernel_file& file, const session::written_case& written, const session::settings& s, const std::string& forward = {});

  /// Fills buffers and arguments, with the named extents of `extents` in place of those written.
  result<exec::run_request> bind(const std::map<std::string, std::int64_t>& extents) const;
  /// What the names of the forward expression stand for at these extents.
  result<expr::named_inputs> inputs(const std::map<std::string, std::int64_t>& extents) const;
  /// The request on given inputs: their values in place of the written ones, outputs full of NaN.
  result<exec::run_request> bind_values(const expr::named_inputs& in) const;
  /// The gradients by variable that the kernel computes from given inputs.
  /// Error: it cannot be launched there, it faults, or the run could not be completed.
  result<std::map<std::string, tensor::array>> run(const expr::named_inputs& in) const;

  const std::vector<gradient_output>& gradients() const { return gradients_; }
  const launch::case_text& text() const { return text_; }
  const std::vector<saved_input>& saved() const { return saved_; }
  const exec::program& program() const { return *code_->program; }
  /// Named extents with a number of their own: what a sweep may change. Whether the grid grows with it comes beside.
  std::map<std::string, bool> extents() const;
  std::int64_t extent(const std::string& name) const;
  /// Small integers in the code, tile sizes and block dimensions.
  std::vector<std::int64_t> literals() const;
  /// The words of the launch with `files` in place of generated inputs, at the extents of `in`.
  std::string replay_words(const expr::named_inputs& in, const std::map<std::string, std::string>& files) const;

private:
  result<void> read_gradients(const session::written_case& written);
  void read_saved_inputs();
  void set_aside(const std::string& forward);
  result<exec::run_request> bind_plain(const std::map<std::string, std::int64_t>& extents) const;
  launch::case_text text_at(const std::map<std::string, std::int64_t>& extents) const;
  result<expr::named_inputs> inputs_of(const launch::case_text& text, const exec::run_request& request) const;

  session::kernel_file* file_ = nullptr;
  const session::compiled* code_ = nullptr;
  session::settings settings_;
  launch::case_text text_;
  std::vector<launch::assignment> written_;
  std::vector<gradient_output> gradients_;
  std::vector<saved_input> saved_;
  std::vector<launch::assignment> beside_; ///< tensors that only expressions see
  std::map<std::string, std::vector<std::string>> extent_names_; ///< of each buffer, as written
};

} // namespace fpcheck::gradient

#pragma once
#include <fpcheck/ptx/module.hpp>

#include <memory>
#include <string>

namespace fpcheck::ptx {

/// The module as canonical PTX, one instruction a line, with source positions in comments: what `--dump=module` shows.
/// Names that shadow others get a suffix. Reading the text again gives the same instructions.
std::string print(const module& m);

/// One instruction of `f`, as in the module's text: "@%p1 bra $L1;".
std::string print(const module& m, const function& f, const instruction& i);

/// Prints a function of a module piece by piece, for who puts other instructions between its own. Names are those of `print`.
/// Requires: module and function outlive it and do not change.
class function_printer {
public:
  function_printer(const module& m, const function& f);
  ~function_printer();
  function_printer(const function_printer&) = delete;
  function_printer& operator=(const function_printer&) = delete;

  /// A module of this function alone, up to its first instruction: what it refers to, its signature, its registers.
  std::string opening();
  std::string text_of(const instruction& i);
  std::string text_of(const operand& o);
  const std::string& label(index id) const;

private:
  struct state;
  std::unique_ptr<state> state_;
};

} // namespace fpcheck::ptx

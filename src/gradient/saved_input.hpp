#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/expr/commands.hpp>
#include <fpcheck/launch/word.hpp>

namespace fpcheck::gradient {

/// `p=saved(softmax(z, 1))`: an input of a backward kernel that holds what the forward pass saved. It is no input of its
/// own: it follows the others, in a sweep too.
struct saved_input {
  std::string name, expression, type; ///< type: ":f16" or empty
};

/// Reads the value of `name`, where it is a saved one.
std::optional<saved_input> read_saved(const std::string& name, const std::string& value);

/// Puts the values of the expression at `in`, rounded to the buffer's type, into the buffer of that name.
/// Error: the expression does not fit.
result<void> fill(const saved_input& s, const expr::named_inputs& in, exec::run_request& request);

} // namespace fpcheck::gradient

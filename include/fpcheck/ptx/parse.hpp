#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/ptx/module.hpp>

#include <string>
#include <string_view>

namespace fpcheck::ptx {

/// Reads PTX text; `file` is its name, for messages. An instruction that no row of the tables matches becomes
/// `form::unknown`; one that a row matches but whose operands do not fit is an error.
/// Error: malformed text, an undeclared name, an operand of the wrong kind or type: with line, column and excerpt.
result<module> parse(std::string_view text, std::string file);

} // namespace fpcheck::ptx

#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::session {

/// Lines of one source file by number, from 1 on; nothing behind the last one.
using numbered_lines = std::function<std::optional<std::string>(std::uint32_t)>;

/// How precisely a number was read: a literal of binary32 may be written with more digits.
enum class read_as : std::uint8_t { f32, f64 };

/// The line that a number is written in, be it with the other sign or as FLT_MIN and the like: in the function around the line that uses it, or where
/// that function's macros and constants are declared; nothing where that is none or several. Comments do not count.
std::optional<std::uint32_t> line_of_number(const numbered_lines& lines, double number, read_as how, std::uint32_t use);

/// The lines, one or two, of two numbers whose product or quotient a number is, found as above; nothing where there are none, or several such pairs.
std::vector<std::uint32_t> lines_of_parts(const numbered_lines& lines, double number, read_as how, std::uint32_t use);

/// The line of an element of a table that is declared under this name, by its position; where the number does not stand there the declaration's first.
std::optional<std::uint32_t> line_of_element(const numbered_lines& lines, const std::string& table, std::size_t element, double number, read_as how);

/// The line where a mask of as many low bits as a number says is written, `(1u << n) - 1` or `~(~0u << n)`; nothing where that is none or several.
std::optional<std::uint32_t> line_of_low_bits(const numbered_lines& lines);

} // namespace fpcheck::session

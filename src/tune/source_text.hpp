#pragma once
#include <fpcheck/base/letters.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

/// What an edit of a source has to know of its text.
namespace fpcheck::tune {

/// binary64 names of functions and intrinsics.
const std::map<std::string, std::string>& wide_names();
/// Comments and strings become spaces, so that what is found is code; line breaks stay.
std::string code_of(const std::string& source);
/// Whether it converts between narrow formats: in binary64 there is nothing to convert.
bool converts_narrow(const std::string& name);
/// Whether what follows offset `at` of a line, behind an index, assigns to the name before it.
bool is_assigned(const std::string& text, std::size_t at);

/// What a source declares as numbers of less than binary64.
struct declarations {
  std::set<std::string> floats, halves, vectors; ///< names of variables, arrays and parameters; of float2 to float4
  std::map<std::string, std::vector<std::size_t>> local; ///< of variables and arrays that are no parameters: where their type stands
};
declarations read_declarations(const std::string& code);

/// Where the right-hand side of a line starts: behind its first assignment, or behind `return`.
std::size_t right_side(const std::string& line);
/// The names that a line assigns to: "acc" of `acc[i] += ..`.
std::vector<std::string> assigned_names(const std::string& line);
std::vector<std::string> lines_of(const std::string& text);

} // namespace fpcheck::tune

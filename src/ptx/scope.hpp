#pragma once
#include <fpcheck/ptx/module.hpp>

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fpcheck::ptx {

/// What a name inside a function stands for.
enum class name_kind : std::uint8_t { reg, vector_reg, variable, prototype, branch_targets, call_targets };

/// A declared name: an index whose meaning depends on the kind. For a vector register, its first component.
struct name_entry {
  name_kind kind = name_kind::reg;
  std::uint8_t components = 1; ///< for `vector_reg`
  index id = none;
};

/// A declaration `%f<19>`: 19 names, none of them made yet.
struct register_range {
  std::uint64_t count = 0;
  modifier type = modifier::none;
  std::uint8_t components = 1; ///< of each, for vector registers
};

/// An operand that names a label, to be filled in when the scope that holds the label ends.
struct label_use {
  enum class place : std::uint8_t { operand, branch_target } where = place::operand;
  index outer = 0; ///< instruction, or target list
  index inner = 0; ///< operand of it, or target of it
  std::string_view name;
  std::size_t position = 0; ///< in the text, for messages
};

/// The names between one pair of braces.
struct scope {
  std::unordered_map<std::string_view, name_entry> names;
  std::unordered_map<std::string_view, register_range> ranges; ///< by prefix
  std::unordered_map<std::string_view, index> labels;
  std::vector<label_use> uses;
  std::size_t position = 0; ///< of the opening brace
};

} // namespace fpcheck::ptx

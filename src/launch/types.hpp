#pragma once
#include <fpcheck/launch/signature.hpp>

#include "tokens.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::launch {

/// What a type's tokens stand for, by name: typedefs, using-aliases and template arguments.
using type_aliases = std::map<std::string, std::vector<token>>;

/// Reads the type that `tokens` spell, without a declarator's name. `structs` tells which names are structs.
value_type read_type(const std::vector<token>& tokens, const type_aliases& aliases,
                     const std::map<std::string, struct_layout>& structs);

/// The natural alignment of a value of this type; 0 where that is not known.
std::uint32_t alignment_of(const value_type& type, const std::map<std::string, struct_layout>& structs);

/// A declarator: a name with its type.
struct declaration {
  std::string name;
  value_type type;
  std::vector<std::uint64_t> extents; ///< of an array
};
/// Reads "const float* __restrict__ x" or "float v[4]"; an array parameter becomes a pointer in the caller.
declaration read_declaration(std::vector<token> tokens, const type_aliases& aliases,
                             const std::map<std::string, struct_layout>& structs);

} // namespace fpcheck::launch

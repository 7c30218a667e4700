#pragma once
#include <fpcheck/ptx/isa.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The rows of the instruction tables, read into patterns.
///
/// A row's syntax is an opcode, its dotted words and, after a space, its operands:
///
///     setp<cmp_float>{.ftz}.f32 p:pred{|q:pred}, a, b
///
/// Words: `.rn` must stand there; `(.a|.b.c)` is one of the alternatives, each a run of words; `{.a|.b}` the same or
/// nothing; `<name>` stands for the alternatives of a row of classes.def, and is mandatory unless in braces.
///
/// Operands: `d` takes the type of the first type word, any other name that of the last one. `name:TYPE` fixes the
/// type;
/// `:first`, `:second` and `:wide` (twice the last type's width) refer to the type words; `:imm` is a literal,
/// `:pointer` an address in a register, `:list` a vector or a register, `:any` whatever may stand as an operand,
/// `:label`, `:table` (of targets or a prototype) and `:function` belong to control flow. `[a]` is a memory operand,
/// `[a, b]` one with coordinates. `d|p` is a pair; `{, c}` may be left out.
namespace fpcheck::ptx {

/// What an operand's type follows from.
enum class type_rule : std::uint8_t {
  first,
  second,
  last,
  wide,
  fixed,
  any,
  immediate,
  pointer,
  list,
  label,
  table,
  function
};

/// One operand of a row.
struct operand_pattern {
  std::string name;
  type_rule rule = type_rule::last;
  modifier fixed = modifier::none; ///< for `type_rule::fixed`
  bool is_address = false;         ///< written in square brackets
  bool is_joined = false;          ///< the second half of `d|p`
};

/// Operands that stand or fall together.
struct operand_group {
  bool is_optional = false;
  std::vector<operand_pattern> operands;
};

/// Alternative runs of dotted words.
struct word_group {
  bool is_optional = false;
  std::vector<std::vector<modifier>> alternatives;
};

/// A row, read.
struct form_pattern {
  form id = form::unknown;
  std::string opcode;
  std::vector<word_group> words;
  std::vector<operand_group> operands;
  bool is_relaxed = false; ///< a register may be wider than the type it holds
  std::string problem;     ///< why the row is ill-written; empty for a good one
};

/// The patterns of all forms, indexed by form.
const std::vector<form_pattern>& patterns();
/// The forms of an opcode ("add"), in table order; empty for an unknown one.
const std::vector<form>& forms_of(std::string_view opcode);
/// The word's enumerator, for ".f32"; `modifier::none` for a word of no table.
modifier word_of(std::string_view text);
/// Whether the words are what `pattern` wants.
bool matches(const form_pattern& pattern, const std::vector<modifier>& words);

} // namespace fpcheck::ptx

#pragma once
#include <fpcheck/ptx/edits.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::ptx {

/// A literal that an operand is, or that its register always holds.
struct known_literal {
  literal_kind kind = literal_kind::integer;
  std::uint64_t bits = 0;
  bool written = false; ///< in the instruction itself
  double number() const;
};

/// An instruction in words: `shfl.sync.down.b32 %r1|%p1, ...` has four words and five operands.
struct statement {
  std::string guard; ///< "@%p1 "
  std::vector<std::string> words, operands;
  std::vector<std::optional<known_literal>> literals;
  std::vector<std::string> types; ///< of the operands that are registers: ".b32"
  std::string result; ///< the first word of a move into the result: "mov.f32"

  bool is(std::string_view opcode) const { return words[0] == opcode; }
  bool has(std::string_view word) const;
  const std::string& type() const { return words.back(); }
  /// With other words or operands.
  std::string text() const;
  statement with_word(std::string_view word, std::string_view other) const;
  statement with_operand(std::size_t k, std::string text) const;
  /// A move of operand `k` to the result.
  std::string taking(std::size_t k) const;
};

/// What may be changed in one instruction. Changes of one `kind` in instructions of one place go together.
struct change {
  unsigned rank = 0;
  std::string with, now;
  std::string text;
  std::optional<open_constant> open{};
  bool alone = false; ///< it may be made in one of several instructions of a place too
  std::string kind() const { return with + '\n' + now; }
};

std::vector<change> changes_of(const statement& s);

/// Registers that changes may use.
inline constexpr std::string_view spare_registers =
    "  .reg .b16 %edit_b16;\n  .reg .b32 %edit_b32, %edit_c32, %edit_d32;\n  .reg .b64 %edit_b64;\n  .reg .f32 %edit_f32, %edit_g32;\n  .reg .f64 %edit_f64, %edit_g64;\n  .reg .pred %edit_p;\n";

} // namespace fpcheck::ptx

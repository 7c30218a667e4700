#pragma once
#include <fpcheck/ptx/module.hpp>

#include <array>
#include <limits>
#include <unordered_map>
#include <vector>

namespace fpcheck::ptx {

/// Where a value is read: an operand of an instruction, or `whole` where the instruction keeps it in a register that it writes
/// under a predicate.
struct value_use {
  static constexpr std::uint8_t whole = 0xff;
  std::size_t instruction = 0;
  std::uint8_t operand = whole;
};

/// What one instruction leaves in one register, until it is overwritten or its block ends.
struct block_value {
  static constexpr std::size_t comes_in = std::numeric_limits<std::size_t>::max();
  std::size_t definition = comes_in; ///< index of the instruction, or `comes_in` from another block
  index reg = none;
  bool escapes = false;              ///< another block may read it
  std::vector<value_use> uses;       ///< of live instructions, in order
};

/// The values of every basic block of one function, with who reads them. A label that nothing jumps to begins no block, and a
/// branch to the next instruction ends none. Instructions without effect whose results nobody reads are dead, and read nothing.
class block_values {
public:
  explicit block_values(const function& f);

  /// The value that operand `k` of an instruction names, or `none` where it is no register or k > 3.
  index read(std::size_t instruction, std::size_t k) const { return k < reads_[instruction].size() ? reads_[instruction][k] : none; }
  /// The value of the register that an instruction names first, or `none`.
  index written(std::size_t instruction) const { return written_[instruction]; }
  const block_value& operator[](index v) const { return values_[v]; }
  bool is_dead(std::size_t instruction) const { return dead_[instruction]; }
  /// Whether an instruction of [first, last) writes `reg`.
  bool writes_between(index reg, std::size_t first, std::size_t last) const;

private:
  struct block {
    std::size_t first = 0, last = 0;
    std::vector<std::size_t> successors, predecessors; ///< blocks
    std::vector<bool> live; ///< registers that are read before they are written, at its beginning
  };
  void find_blocks();
  void add_successors(std::size_t number);
  void walk(const block& b);
  index value_of(index reg);
  void define(std::size_t instruction, index reg);
  void find_live();
  void step_back(const block& b, std::vector<bool>& live);
  std::vector<bool> live_behind(const block& b) const;

  const function& f_;
  std::vector<block> blocks_;
  std::vector<std::size_t> block_at_; ///< by first instruction; else none
  std::vector<std::vector<std::size_t>> writes_; ///< instructions that write a register
  std::unordered_map<index, index> current_;
  std::vector<block_value> values_;
  std::vector<std::array<index, 4>> reads_;
  std::vector<index> written_;
  std::vector<bool> idle_;         ///< does nothing but write registers
  std::vector<bool> dead_; ///< and nobody reads them
};

/// Whether operand `k` of `i` is written: the first of an instruction with a result, and the second half of `d|p`.
bool is_result(const instruction& i, std::size_t k);

} // namespace fpcheck::ptx

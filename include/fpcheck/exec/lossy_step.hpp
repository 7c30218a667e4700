#pragma once
// Steps of integer code that lose something: a sum that its width does not hold, low bits that are cut off.
#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// How something is lost.
enum class loss_kind : std::uint8_t {
  wrapped, ///< a sum, product, negation or size of 16 or 32 bits is beyond what a signed integer of that width holds
  narrowed, ///< so is what a conversion to a narrower integer, or a store of one or two bytes, is given
  merged   ///< different operands give the same result: low bits are masked or shifted out, fractions are cut off
};

/// What one instruction lost, as bits alone tell. Nobody says what integers are meant to be: a hash wraps, an index is masked.
struct loss_record {
  std::uint32_t pc = 0;
  loss_kind kind{};
  std::uint64_t count = 0; ///< lanes; of `merged`: operands that share their result with another one
  double value = 0, result = 0; ///< of the first lane: what went in, and what came out
  double other = 0;             ///< of `merged`: the other operand with that result
  std::uint64_t codes[3] = {};  ///< of `merged`: the two operands and their result, as they are
  bool fits_unsigned = false;   ///< an unsigned integer of that width holds what there was in every lane
  bool too_many = false;        ///< operands to remember
  std::vector<std::uint64_t> operands; ///< of `merged`: the codes of all that there were, also where no two have one result
};

/// What to do at an instruction instead.
enum class loss_remedy : std::uint8_t {
  clamp,          ///< to what a signed integer of its width holds
  clamp_unsigned, ///< to what an unsigned one holds
  tell_apart,     ///< of `merged`: results are places in the order of all operands, shifted up where low bits are masked
};
struct loss_change {
  std::uint32_t pc = 0;
  loss_remedy remedy{};
  bool of_signed = false;              ///< of `tell_apart`: codes ascend as signed integers
  std::vector<std::uint64_t> operands; ///< of `tell_apart`: as in the record
};

struct op;
/// Whether an instruction is a sum, product, negation or size of 16 or 32 bits.
bool calculates_integer(const op& o);

} // namespace fpcheck::exec

#pragma once
// Integers computed from samples of one or two bytes: pixels, audio, quantised weights.
#include "def_use.hpp"

#include <unordered_set>

namespace fpcheck::exec {

/// What an integer is made of.
enum class sample_kind : std::uint8_t {
  other,    ///< bits, indices, random numbers: whatever modular arithmetic is usual for
  constant, ///< literals, parameters, integers of 32 bits
  turn,     ///< what a loop carries round
  plain,    ///< a sample, or sums and differences of such and of averages: sums of bytes and differences of neighbours are meant to wrap
  averaged, ///< samples divided or shifted to the right: what neighbours let expect
  scaled    ///< samples multiplied, or moved by a constant: a number in the units of its output
};

struct sample_value {
  sample_kind kind = sample_kind::other;
  int bits = 32; ///< of the register that say something: a logical shift leaves zeros where the number has its sign
};

class sample_arithmetic {
public:
  sample_arithmetic(const program& p, const def_use& g) : p_(p), g_(g) {}
  /// What `r` holds at `pc`.
  sample_value value(const ref& r, std::uint32_t pc);

private:
  sample_kind of_register(const ref& r, std::uint32_t pc, int depth);
  sample_kind of_definition(const op& d, const ref& r, int depth);
  sample_kind of_operation(const op& d, int depth);
  sample_kind of_shift(const op& d, int depth);

  const program& p_;
  const def_use& g_;
  std::unordered_set<std::uint32_t> open_; ///< definitions on the way
  int bits_ = 32;
};

} // namespace fpcheck::exec

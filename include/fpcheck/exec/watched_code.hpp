#pragma once
// What the engine's watchers look at in integer code, by instructions of the module: for whoever looks at the same elsewhere.
#include <fpcheck/exec/program.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// A number whose bits integer code may make a narrower number of: what a load or an operation gives.
struct bits_source {
  const ptx::instruction* by = nullptr;
  std::uint8_t element = 0; ///< of several that are loaded at once
  bool is_root = false;     ///< not made of another source and literals alone
};
/// One element of one or two bytes of a store, alone in its register or packed with others, which integer code made of the sources' bits.
struct kept_bits {
  const ptx::instruction *store = nullptr, *made_by = nullptr; ///< the last that had a part in the code
  std::uint8_t element = 0;           ///< the register, of several that are stored at once
  std::uint8_t shift = 0, bits = 0;   ///< in the register
  bool staged = false;                ///< goes to shared memory, from where an output takes it as it is
  bool by_hand = false;               ///< rounded to bfloat16, whatever the buffer is said to hold that takes it
  std::vector<std::uint32_t> sources; ///< indices into watched_bits::sources
  std::vector<std::uint32_t> literals; ///< that the code may be instead, where the program chooses one
};
struct watched_bits {
  std::vector<bits_source> sources;
  std::vector<kept_bits> kept;
};
watched_bits find_watched_bits(const program& p);

/// A sum of integers that moves the exponent of a number of binary32.
struct moved_exponent {
  const ptx::instruction* by = nullptr;
  std::uint8_t operand = 0; ///< that is the number, its result being 0
};
std::vector<moved_exponent> find_moved_exponents(const program& p);

/// A selection between the two numbers of binary32 that its predicate compared: of the smaller, or the larger.
struct chosen_extreme {
  const ptx::instruction* by = nullptr;
  bool larger = false;
};
std::vector<chosen_extreme> find_extremes_chosen(const program& p);

} // namespace fpcheck::exec

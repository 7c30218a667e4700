#pragma once
// Where integer code makes a narrower number of another one's bits.
#include "def_use.hpp"

#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// A number that a conversion may be of: what a load or an operation leaves in a register.
struct number_source {
  std::uint32_t pc = 0;
  ref where;
  bool is_root = false; ///< not made of another source and literals alone
};

/// One element of one or two bytes of a store, alone in its register or packed with others, whose bits integer code made of the sources'.
struct conversion_site {
  std::uint32_t pc = 0, made_at = 0;
  ref stored;
  std::uint8_t shift = 0, bits = 0;     ///< of the element in the register
  std::uint8_t displacement = 0;        ///< bytes from where the store goes
  bool staged = false;                  ///< goes to shared memory, from where an output takes it as it is
  std::vector<std::uint32_t> sources;   ///< indices into conversion_sites::sources
  std::vector<std::uint32_t> literals;  ///< that the code may be instead, where the program chooses one
};

struct conversion_sites {
  std::vector<number_source> sources;
  std::vector<conversion_site> sites;
};
/// Sites whose stored bits are known to be made within one turn of every loop, of sources that the entry function gives.
conversion_sites find_conversion_sites(const program& p);

} // namespace fpcheck::exec

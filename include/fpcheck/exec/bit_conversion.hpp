#pragma once
// Conversions to narrower formats that integer code makes of a number's bits.
#include <cstdint>

namespace fpcheck::exec {

/// What comes of a number where its conversion by integer code is wrong.
enum class conversion_fault : std::uint8_t {
  nan_lost,  ///< a number or an infinity stands for a NaN
  nonfinite, ///< an infinity or a NaN stands for a number that the format has a neighbour of
  beyond,    ///< a number beyond the format's range became neither its end nor an infinity
  elsewhere, ///< neither of the number's two neighbours
  other_sign ///< of numbers of one sign some keep it and some do not
};
inline constexpr int conversion_faults = 5;

/// What one store keeps of the numbers that integer code converted for it.
struct bit_conversion {
  std::uint32_t pc = 0;      ///< the store
  std::uint32_t made_at = 0; ///< the last instruction that had a part in the code
  std::uint64_t count = 0;   ///< lanes
  std::uint64_t nonzero = 0, flushed = 0; ///< numbers that are not zero; of these, those below the least normal one that became zero
  std::uint64_t cut = 0;     ///< towards zero where the nearest neighbour is the other one
  std::uint64_t raised = 0;  ///< to the neighbour that is further from zero
  std::uint64_t wrong[conversion_faults] = {};
  /// The first lane of each fault, then the first that was cut, then the first that was flushed.
  struct example {
    std::uint32_t launch = 0, cta[3] = {}, thread[3] = {};
    std::uint32_t buffer = 0;
    std::uint64_t element = 0;
    bool staged = false; ///< on its way to the buffer: the element is not known
    double number = 0, stored = 0;
  };
  example first[conversion_faults + 2];
};
struct program;
/// Whether integer code makes narrower numbers of others' bits anywhere in `p`.
bool converts_by_bits(const program& p);

inline constexpr int example_of_cut = conversion_faults, example_of_flush = conversion_faults + 1;

} // namespace fpcheck::exec

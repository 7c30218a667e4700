#pragma once
#include <fpcheck/tensor/array.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::launch {

/// 128 random bits of a counter: Philox4x32-10 with the 64-bit key `seed` and the counter {index low, index high,
/// FNV-1a of `name`, attempt}. The same everywhere, in any order.
/// Source: J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
struct random_bits {
  std::uint64_t low, high;
};
random_bits philox(std::uint64_t seed, std::uint32_t stream, std::uint64_t index, std::uint32_t attempt = 0);
/// The stream number of a name: its 32-bit FNV-1a hash.
std::uint32_t stream_of(const std::string& name);

/// A kind of generated data.
enum class generator_kind : std::uint8_t {
  zeros,
  ones,
  constant,
  randn,
  uniform,
  randint,
  perm,
  arange,
  spiked,
  adversarial
};

/// A generated tensor's recipe: `uniform(0,1)`.
struct generator {
  generator_kind kind = generator_kind::zeros;
  std::vector<double> parameters; ///< as many as `known_generators` says
};

/// What a generator is called and takes.
struct generator_row {
  generator_kind kind;
  const char* name;
  std::size_t least, most;      ///< parameters
  std::vector<double> defaults; ///< `most` of them
  const char* summary;
};
const std::vector<generator_row>& known_generators();

/// The elements of `recipe`; element i depends on (seed, name, i), the shape and nothing else. Only operations that
/// IEEE 754 fixes are used, so the values are the same on every machine.
/// Range: randn is standard normal by the polar method; uniform(a,b) is a + (b-a) k 2^-53 rounded to `type`;
/// randint(a,b) is in [a,b); perm is a permutation of 0..n-1; spiked(s) is randn with one element in 64, and one in
/// every row, s times as large; adversarial(e) has magnitudes 2^[-e,e], neighbours that nearly cancel, and zeros.
tensor::array generate(const generator& recipe, std::uint64_t seed, const std::string& name, tensor::dtype type,
                       const tensor::shape& extents);

} // namespace fpcheck::launch

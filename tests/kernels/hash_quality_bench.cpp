// What the hashes are worth, and why hashes that go through binary32 are not: avalanche, collisions against the birthday
// bound, chi-square of the low bits, and the number of keys that a float can tell apart. A table, no verdict; the whole
// avalanche matrix over 2^32 inputs is counted by tests/gpu/hash.cu.
#include <fpcheck/kernels/hash.hpp>

#include "avalanche.hpp"
#include "peer_hashes.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr std::uint64_t hash_range = std::uint64_t{1} << 32;

/// One bit for each 32-bit word.
class word_set {
public:
  word_set() : bits_(hash_range / 64) {}
  void insert(std::uint32_t word) { bits_[word / 64] |= std::uint64_t{1} << (word % 64); }
  std::uint64_t size_and_clear() {
    std::uint64_t n = 0;
    for (std::uint64_t& word : bits_) n += static_cast<std::uint64_t>(std::popcount(word)), word = 0;
    return n;
  }

private:
  std::vector<std::uint64_t> bits_;
};

/// How many different words a random function of `n` keys takes on average.
double expected_distinct(double n) {
  return static_cast<double>(hash_range) * -std::expm1(-n / static_cast<double>(hash_range));
}

/// Chi-square of the low `bits` bits over the keys 0, stride, 2 stride, ..., in standard deviations from its mean:
/// between -4 and 4 for a random function.
template <class Hash>
double chi_square(int bits, std::uint32_t stride, Hash hash) {
  const std::uint32_t n = std::uint32_t{1} << 20, cells = std::uint32_t{1} << bits;
  std::vector<std::uint32_t> counts(cells);
  for (std::uint32_t i = 0; i < n; ++i) ++counts[hash(i * stride) & (cells - 1)];
  const double mean = static_cast<double>(n) / cells;
  double sum = 0;
  for (const std::uint32_t c : counts) sum += (c - mean) * (c - mean) / mean;
  return (sum - (cells - 1.0)) / std::sqrt(2.0 * (cells - 1.0));
}

template <class Hash>
void row(const char* name, word_set& seen, Hash hash) {
  const auto start = std::chrono::steady_clock::now();
  const avalanche::summary s = avalanche::summarise(avalanche::count_on_host(1u << 20, 1u << 15, hash));
  std::printf("%-16s %8.4f (%2d ->%3d) %8.5f", name, s.largest, s.from, s.to, s.rms);
  for (const int log_keys : {20, 23, 26}) {
    const std::uint64_t n = std::uint64_t{1} << log_keys;
    for (std::uint64_t i = 0; i < n; ++i) seen.insert(hash(static_cast<std::uint32_t>(i * (hash_range >> log_keys))));
    std::printf(" %8.3f", 100 * static_cast<double>(seen.size_and_clear()) / static_cast<double>(n));
  }
  for (const auto& [bits, stride] : {std::pair{8, 1u}, {16, 1u}, {8, 4096u}, {16, 4096u}})
    std::printf(" %11.4g", chi_square(bits, stride, hash));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::printf(" %6.1f s\n", taken.count());
}

/// How many 32-bit integers binary32 tells apart, counted and by the theorem (INT-2), and what a key loses.
void theorem(word_set& seen) {
  std::uint64_t exact = 0;
  for (std::uint64_t n = 0; n < hash_range; n += 64) { // 64 n is a float exactly if n is
    exact += fpcheck::kernels::representable<fpcheck::f32_format>(n) ? 1 : 0;
    seen.insert(peers::bits_of(static_cast<float>(static_cast<std::uint32_t>(n))));
  }
  const std::uint64_t distinct = seen.size_and_clear();
  const std::uint64_t by_theorem = (std::uint64_t{1} << 24) + (26 - 24) * (std::uint64_t{1} << 23);
  std::printf("\nbinary32 has room for 24 bits: of the 2^26 multiples of 64 below 2^32, %llu are floats (theorem INT-2: 2^24 + 2 * 2^23 "
              "= %llu);\nrounded to floats they are %llu different keys: %.2f to one. Of all 2^32 integers 2^24 + 8 * 2^23 = 83886080 are "
              "floats: 51.2 to one.\n",
              static_cast<unsigned long long>(exact), static_cast<unsigned long long>(by_theorem),
              static_cast<unsigned long long>(distinct), 0x1p26 / static_cast<double>(distinct));
  for (const std::uint64_t n : {0xffffffull, 0x1000001ull, 0xdeadbeefull, 0xffffffffull})
    std::printf("  %10llu: %s, %d bits lost\n", static_cast<unsigned long long>(n),
                fpcheck::kernels::representable<fpcheck::f32_format>(n) ? "a float" : "not a float",
                fpcheck::kernels::bits_lost<fpcheck::f32_format>(n));
  std::printf("No hash after the rounding can tell such keys apart. The product of an FNV step needs 57 bits (HASH-1): in binary32 it "
              "keeps the upper 24,\nand the low bits of the hash are zeros.\n");
}

} // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  word_set seen;
  std::printf("hash             avalanche |2p-1|           distinct words of 2^20, 2^23, 2^26   chi-square, sigmas from the mean\n");
  std::printf("                  largest (in->out)  rms    keys of equal steps, %%           8 low bits  16 low bits  8, x4096    16, x4096\n");
  std::printf("a random function %6s             %8.5f %8.3f %8.3f %8.3f %11s\n", "", 1 / std::sqrt(0x1p18), 100 * expected_distinct(0x1p20) / 0x1p20,
              100 * expected_distinct(0x1p23) / 0x1p23, 100 * expected_distinct(0x1p26) / 0x1p26, "-4 .. 4");
#define FPCHECK_HASH(name, expression) row(#name, seen, peers::name##_hash{});
  FPCHECK_INTEGER_HASHES(FPCHECK_HASH)
  FPCHECK_FLOAT_HASHES(FPCHECK_HASH)
#undef FPCHECK_HASH
  theorem(seen);
}

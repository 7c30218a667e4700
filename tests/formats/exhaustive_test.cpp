// All 2^32 binary32 codes into every format of at most 19 bits, in six roundings, against the ladder of real values.
// The floats of one sign ascend, so the place on the ladder only moves up: nothing here rounds. A digest of all results
// is compared with the one on record, so that a change of oracle and code together shows too.
#include <fpcheck/formats/encode.hpp>

#include "every_format.hpp"
#include "oracle.hpp"

#include <atomic>
#include <bit>
#include <cinttypes>
#include <fstream>
#include <map>
#include <thread>

namespace fpcheck {
namespace {

constexpr std::uint32_t infinity_bits = 0x7f800000;
constexpr std::uint32_t chunk = 1u << 20;

std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 31;
  x *= 0x7fb5d329728ea185ull;
  x ^= x >> 27;
  x *= 0x81dadef4bc2dd44dull;
  return x ^ (x >> 33);
}

struct tally {
  std::uint64_t digest = 0;
  std::uint64_t mismatches = 0;
  std::uint32_t first = 0;
};

/// Every finite code of a chunk, both signs.
template <class Tag, rounding Round>
tally sweep_chunk(const oracle::ladder& l, std::uint32_t begin) {
  constexpr policy p{.round = Round};
  tally t;
  const double first = std::bit_cast<float>(begin);
  std::size_t low = 0;
  if (const auto it = std::upper_bound(l.values.begin(), l.values.end(), first); it != l.values.begin())
    low = static_cast<std::size_t>(it - l.values.begin()) - 1;
  const auto max = static_cast<std::uint32_t>(l.values.size() - 1);
  for (std::uint32_t bits = begin; bits < begin + chunk && bits < infinity_bits; ++bits) {
    const double x = std::bit_cast<float>(bits);
    while (low < max && x >= l.values[low + 1]) ++low;
    for (std::uint32_t sign = 0; sign < (is_signed(Tag::row) ? 2 : 1); ++sign) {
      const bool below_all = x < l.values[0]; // a scale format has nothing below its smallest value
      const std::size_t magnitude = x >= l.next ? l.values.size()
                                    : below_all ? 0
                                                : oracle::choose(l, low, x, sign, Round);
      std::uint32_t want = static_cast<std::uint32_t>(magnitude) | sign << (Tag::row.bits - 1);
      if (magnitude > max)
        want = oracle::encode(l, sign ? -x : x, Round, saturation::none) >> Tag::row.box_shift;
      else if (magnitude == 0 && !has_negative_zero(Tag::row))
        want = 0;
      const std::uint32_t source = bits | sign << 31;
      const std::uint32_t got = encode_bits<Tag>(source, p).code;
      t.digest += mixed(got ^ mixed(source));
      if (got != want << Tag::row.box_shift && t.mismatches++ == 0) t.first = source;
    }
  }
  return t;
}

template <class Tag, rounding Round>
tally sweep() {
  const oracle::ladder l(Tag::row);
  std::atomic<std::uint64_t> next{0}, digest{0}, mismatches{0};
  std::atomic<std::uint32_t> first{0};
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
    workers.emplace_back([&] {
      for (std::uint64_t begin = next.fetch_add(chunk); begin < infinity_bits; begin = next.fetch_add(chunk)) {
        const tally t = sweep_chunk<Tag, Round>(l, static_cast<std::uint32_t>(begin));
        digest += t.digest;
        if (t.mismatches != 0 && (mismatches += t.mismatches) == t.mismatches) first = t.first;
      }
    });
  workers.clear();
  return {digest, mismatches, first};
}

/// The recorded digests, by "format rounding".
std::map<std::string, std::uint64_t> recorded() {
  std::map<std::string, std::uint64_t> out;
  std::ifstream in(FPCHECK_SOURCE_DIR "/tests/formats/exhaustive.digests");
  std::string format, mode, digest;
  while (in >> format >> mode >> digest) out[format + " " + mode] = std::stoull(digest, nullptr, 16);
  return out;
}

template <class Tag>
class exhaustive : public ::testing::Test {};
TYPED_TEST_SUITE(exhaustive, enumerable_formats, format_names);

template <class Tag, rounding Round>
void check(const char* mode) {
  const tally t = sweep<Tag, Round>();
  EXPECT_EQ(t.mismatches, 0u) << mode << ", first at " << std::hex << t.first;
  const std::string key = format_names::GetName<Tag>(0) + " " + mode;
  std::printf("%s %016" PRIx64 "\n", key.c_str(), t.digest);
  const auto on_record = recorded();
  const auto it = on_record.find(key);
  ASSERT_NE(it, on_record.end()) << key << " has no digest on record";
  EXPECT_EQ(it->second, t.digest);
}

TYPED_TEST(exhaustive, all_floats) {
  check<TypeParam, rounding::nearest_even>("nearest_even");
  check<TypeParam, rounding::nearest_away>("nearest_away");
  check<TypeParam, rounding::toward_zero>("toward_zero");
  check<TypeParam, rounding::upward>("upward");
  check<TypeParam, rounding::downward>("downward");
  check<TypeParam, rounding::to_odd>("to_odd");
}

TYPED_TEST(exhaustive, infinities_and_nans) {
  const format_row row = TypeParam::row;
  for (std::uint32_t bits = infinity_bits; bits < 0x80000000u; ++bits) {
    const std::uint32_t got = encode_bits<TypeParam>(bits).code >> row.box_shift;
    if (bits == infinity_bits && has_infinity(row)) {
      ASSERT_TRUE(is_infinity_code(row, got));
    } else if (has_nan(row)) {
      ASSERT_TRUE(is_nan_code(row, got)) << std::hex << bits;
    } else {
      ASSERT_EQ(got, max_magnitude(row));
    }
  }
}

} // namespace
} // namespace fpcheck

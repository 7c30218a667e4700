#include <fpcheck/kernels/fingerprint_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

using namespace fpcheck::kernels;

std::vector<std::byte> some_bytes(std::uint64_t n) {
  std::vector<std::byte> out(n);
  for (std::uint64_t i = 0; i < n; ++i) out[i] = static_cast<std::byte>(fmix64(i ^ 0xabcd) & 0xff);
  return out;
}

/// The definition, byte by byte and backwards: in any order.
std::uint64_t digest_by_definition(const std::vector<std::byte>& data, const fingerprint_key& key) {
  std::vector<std::uint64_t> nodes((data.size() + leaf_bytes - 1) / leaf_bytes);
  for (std::uint64_t w = nodes.size() * (leaf_bytes / 8); w-- > 0;) {
    std::uint64_t word = 0;
    for (std::uint64_t b = 0; b < 8; ++b)
      if (8 * w + b < data.size()) word |= std::uint64_t{static_cast<std::uint8_t>(data[8 * w + b])} << (8 * b);
    const std::uint64_t leaf = w / 1024, vector = w % 1024 / 2;
    const std::uint64_t mask = fmix64(key.leaf ^ (leaf * 32 + vector % 32));
    const std::uint64_t slot = vector / 32 * 2 + w % 2;
    nodes[leaf] += fmix64(word ^ (mask + slot * 0x9e3779b97f4a7c15ull));
  }
  std::uint64_t level = 0;
  do {
    std::vector<std::uint64_t> parents(std::max<std::size_t>(1, (nodes.size() + 1023) / 1024));
    for (std::size_t i = nodes.size(); i-- > 0;)
      parents[i / 1024] += fmix64(nodes[i] ^ fmix64(key.node ^ (level << 56 | i)));
    nodes = parents;
    ++level;
  } while (nodes.size() > 1);
  return combine(combine(key.whole, data.size()), nodes[0]);
}

TEST(Fingerprint, FollowsTheDefinition) {
  for (const std::uint64_t n : {0, 1, 7, 8, 9, 15, 16, 17, 512, 8191, 8192, 8193, 24576, 100001, 8388608, 8388609}) {
    const auto data = some_bytes(n);
    const fingerprint_key key = make_fingerprint_key(n);
    const fingerprint f = fingerprint_of(data, key);
    EXPECT_EQ(f.digest, digest_by_definition(data, key)) << n;
    EXPECT_EQ(f.bytes, n);
    const auto sizes = level_sizes(n);
    ASSERT_EQ(f.levels.size(), sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_EQ(f.levels[i].size(), sizes[i]);
  }
}

// Digests are stored by users: they must not change. Worked out by another program from the definition.
TEST(Fingerprint, StaysAsItIs) {
  std::vector<std::byte> data(20000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 7 + i / 256);
  EXPECT_EQ(hexadecimal(fingerprint_of({}, make_fingerprint_key(0)).digest), "68b440aefae62b9d");
  EXPECT_EQ(hexadecimal(fingerprint_of(data, make_fingerprint_key(0)).digest), "15f4bf686cbbd711");
  EXPECT_EQ(hexadecimal(fingerprint_of(data, make_fingerprint_key(42)).digest), "3b7426add34d6928");
}

TEST(Fingerprint, SeesEveryChange) {
  auto data = some_bytes(30000);
  const fingerprint_key key = make_fingerprint_key(3);
  const fingerprint before = fingerprint_of(data, key);
  for (std::uint64_t bit = 0; bit < 8 * data.size(); bit += 97) {
    data[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    const fingerprint after = fingerprint_of(data, key);
    ASSERT_NE(after.digest, before.digest) << bit;
    ASSERT_EQ(first_differing_leaf(before, after), bit / 8 / leaf_bytes);
    data[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
  }
  for (std::size_t i = 0; i + 8192 + 8 <= data.size(); i += 331) // swaps: near, in the next lane, in the next leaf
    for (const std::size_t distance : {4u, 8u, 16u, 512u, 8192u}) {
      auto swapped = data;
      std::swap_ranges(swapped.begin() + static_cast<std::ptrdiff_t>(i), swapped.begin() + static_cast<std::ptrdiff_t>(i + 4),
                       swapped.begin() + static_cast<std::ptrdiff_t>(i + distance));
      ASSERT_NE(fingerprint_of(swapped, key).digest, before.digest) << i << ' ' << distance;
    }
}

TEST(Fingerprint, LengthAndKeyCount) {
  std::vector<std::byte> zeros(100);
  const fingerprint_key key = make_fingerprint_key(0);
  const std::uint64_t shorter = fingerprint_of(zeros, key).digest;
  zeros.push_back({});
  EXPECT_NE(fingerprint_of(zeros, key).digest, shorter);
  EXPECT_NE(fingerprint_of(zeros, make_fingerprint_key(1)).digest, fingerprint_of(zeros, key).digest);
}

TEST(Fingerprint, FindsTheFirstDifference) {
  const std::uint64_t n = 3 * 1024 * 8192 + 5; // two levels above the leaves
  auto a = some_bytes(n), b = a;
  const fingerprint_key key = make_fingerprint_key(11);
  const fingerprint before = fingerprint_of(a, key);
  EXPECT_EQ(first_differing_leaf(before, before), std::nullopt);
  EXPECT_EQ(first_differing_byte(a, b), std::nullopt);
  for (const std::uint64_t at : {n - 1, n - 6, std::uint64_t{2} * 1024 * 8192, std::uint64_t{9000}, std::uint64_t{0}}) {
    b[at] ^= std::byte{0x80}; // differences add up: each is before all others
    EXPECT_EQ(first_differing_leaf(before, fingerprint_of(b, key)), at / leaf_bytes);
    EXPECT_EQ(first_differing_byte(a, b), at);
  }
  b = a;
  b.pop_back();
  EXPECT_EQ(first_differing_byte(a, b), n - 1);
}

} // namespace

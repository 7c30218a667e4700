#include <fpcheck/kernels/fingerprint_tree.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace fpcheck::kernels {
namespace {

using lane_words = std::array<std::uint64_t, leaf_lanes>;

/// A whole leaf. Vector v belongs to lane v % 32, so that memory is read in order.
std::uint64_t whole_leaf(const std::byte* data, const lane_words& masks) {
  std::uint64_t sum = 0;
  for (std::uint32_t v = 0; v < lane_vectors; ++v)
    for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane, data += 16) {
      std::uint64_t words[2];
      std::memcpy(words, data, 16);
      sum += word_term(masks[lane], 2 * v, words[0]) + word_term(masks[lane], 2 * v + 1, words[1]);
    }
  return sum;
}

std::uint64_t leaf_digest(std::span<const std::byte> data, const fingerprint_key& key, std::uint64_t leaf) {
  lane_words masks;
  for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane) masks[lane] = lane_mask_of(key, leaf, lane);
  if (data.size() == leaf_bytes) return whole_leaf(data.data(), masks);
  std::array<std::byte, leaf_bytes> padded{};
  std::copy(data.begin(), data.end(), padded.begin());
  return whole_leaf(padded.data(), masks);
}

std::vector<std::uint64_t> parents_of(const std::vector<std::uint64_t>& children, std::uint32_t level,
                                      const fingerprint_key& key) {
  std::vector<std::uint64_t> out(parent_count(children.size()));
  for (std::size_t i = 0; i < children.size(); ++i) out[i / fan_out] += child_term(key, level, i, children[i]);
  return out;
}

} // namespace

std::vector<std::uint64_t> level_sizes(std::uint64_t bytes) {
  std::vector<std::uint64_t> out{leaf_count(bytes)};
  do out.push_back(parent_count(out.back()));
  while (out.back() > 1);
  return out;
}

fingerprint fingerprint_of(std::span<const std::byte> data, const fingerprint_key& key) {
  fingerprint out;
  out.bytes = data.size();
  std::vector<std::uint64_t> leaves(leaf_count(data.size()));
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::size_t at = i * leaf_bytes;
    leaves[i] = leaf_digest(data.subspan(at, std::min<std::size_t>(leaf_bytes, data.size() - at)), key, i);
  }
  out.levels.push_back(std::move(leaves));
  do out.levels.push_back(parents_of(out.levels.back(), static_cast<std::uint32_t>(out.levels.size() - 1), key));
  while (out.levels.back().size() > 1);
  out.digest = finish_digest(key, out.bytes, out.levels.back()[0]);
  return out;
}

std::optional<std::uint64_t> first_differing_leaf(const fingerprint& a, const fingerprint& b) {
  std::uint64_t node = 0;
  if (a.levels.back()[0] == b.levels.back()[0]) return std::nullopt;
  for (std::size_t level = a.levels.size() - 1; level-- > 0;) {
    const std::vector<std::uint64_t>&x = a.levels[level], &y = b.levels[level];
    node *= fan_out;
    while (node + 1 < x.size() && x[node] == y[node]) ++node; // a parent differs because a child does
  }
  return node;
}

std::optional<std::uint64_t> first_differing_byte(std::span<const std::byte> a, std::span<const std::byte> b) {
  const std::size_t common = std::min(a.size(), b.size());
  const auto [at, other] = std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(common), b.begin());
  const auto index = static_cast<std::uint64_t>(at - a.begin());
  if (index == common && a.size() == b.size()) return std::nullopt;
  return index;
}

std::string hexadecimal(std::uint64_t digest) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += digits[digest >> shift & 15];
  return out;
}

} // namespace fpcheck::kernels

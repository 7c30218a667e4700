#pragma once
#include "../gpu/digest.hpp"

#include <cstring>
#include <fstream>
#include <map>
#include <span>
#include <string>

/// Digests of what kernels leave, to compare with those that a card's results had (tests/gpu/emulated.sh made emulated.digests).
namespace device_digests {

/// A digest of bytes in their order.
class digest {
public:
  void add(std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, bytes.size() - i < 8 ? bytes.size() - i : 8);
      value_ += gpu::digest_term(count_++, word);
    }
  }
  std::uint64_t value() const { return value_; }

private:
  std::uint64_t value_ = 0, count_ = 0;
};

/// Says how a digest differs from that of the device's results under the same name, or nothing: lines of "NAME 0xDIGEST".
inline std::string difference_from_device(const std::string& name, const digest& d) {
  static const std::map<std::string, std::uint64_t> known = [] {
    std::map<std::string, std::uint64_t> out;
    std::ifstream in(FPCHECK_SOURCE_DIR "/tests/gpu/emulated.digests");
    std::string word, code;
    while (in >> word >> code) out[word] = std::stoull(code, nullptr, 16);
    return out;
  }();
  if (known.empty()) return {}; // nothing was recorded
  const auto at = known.find(name);
  if (at == known.end()) return "the device's digest of " + name + " was not recorded: tests/gpu/emulated.sh";
  return at->second == d.value() ? std::string() : "the device's results of " + name + " have another digest";
}

} // namespace device_digests

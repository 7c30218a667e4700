#pragma once
#include <fpcheck/exec/mufu.hpp>

#include "digest.hpp"

#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>

namespace gpu {

/// Recorded digests of the multifunction unit by form name: one a block of 2^24 input codes.
using mufu_digests = std::map<std::string, std::array<std::uint64_t, 256>>;

inline mufu_digests read_mufu_digests(const std::string& path) {
  mufu_digests digests;
  std::ifstream in(path);
  std::string name;
  while (in >> std::dec >> name)
    for (std::uint64_t& d : digests[name]) in >> std::hex >> d;
  return digests;
}

/// The digest of `model` over the block of 2^24 codes whose upper byte is `block`.
template <class Model>
std::uint64_t mufu_block(std::uint32_t block, Model model) {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < 1u << 24; i += 32) {
    std::uint32_t y[32];
    for (std::uint32_t lane = 0; lane < 32; ++lane) y[lane] = model(block << 24 | i | lane);
    for (std::uint32_t lane = 0; lane < 32; ++lane) sum += digest_term(block << 24 | i | lane, y[lane]);
  }
  return sum;
}

/// Calls `visit(name, model)` for each form with recorded digests.
template <class Visitor>
void for_each_mufu_form(Visitor visit) {
#define FPCHECK_MUFU_FORM(name, ptx, function)                                                                         \
  visit(#name, [](std::uint32_t x) { return fpcheck::exec::mufu::function(x); });
#include "mufu_forms.def"
  visit("rcp_f64", [](std::uint32_t x) {
    return static_cast<std::uint32_t>(fpcheck::exec::mufu::rcp_approx_ftz_f64(std::uint64_t{x} << 32) >> 32);
  });
  visit("rsqrt_f64", [](std::uint32_t x) {
    return static_cast<std::uint32_t>(fpcheck::exec::mufu::rsqrt_approx_ftz_f64(std::uint64_t{x} << 32) >> 32);
  });
}

} // namespace gpu

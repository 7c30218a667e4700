#pragma once
#include <fpcheck/analysis/finding.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::report {

/// What a card saw at one line of the code.
struct device_line {
  enum class event : std::uint8_t { stored, decided, ended } what = event::stored; ///< a store, a comparison or rounding to an integer, an end in integer code
  std::uint32_t launch = 0;
  std::vector<analysis::frame> stack; ///< innermost first
  std::uint32_t ptx_line = 0;
  std::string instruction;
  double ulps = 0;                    ///< the largest error, or margin of a decision, in ulps of the format
  double share = 0;                   ///< the same over what rounding may make
  std::uint64_t block = 0;            ///< where it was, by linear index
  std::string output;                 ///< and in which buffer, of a store
  std::optional<std::uint64_t> element;
  std::uint64_t over = 0;             ///< how often the error certainly was more than rounding may make, or a decision certainly another one
  std::uint64_t open = 0;             ///< how often that is not known
  std::uint64_t unbounded = 0;        ///< stores of numbers of which nothing is known
  std::uint64_t born = 0;             ///< stores of a NaN or infinity where exact arithmetic has a number
};

/// A case on a card, with a shadow beside every number.
struct device_run {
  std::string card;
  std::string shadow;                 ///< "ball" or "f64"
  std::vector<device_line> lines;     ///< stores by decreasing error, then the others
  std::uint64_t outputs = 0;          ///< elements of all outputs
  std::uint64_t bytes = 0;            ///< of the card's memory
  double bare_seconds = 0, seconds = 0; ///< of the kernels as they are, and with shadows
  bool same_bits = true;              ///< what the kernels left is what they leave without shadows
  std::vector<std::uint64_t> replayed; ///< blocks that the engine ran, by linear index
  bool whole = false;                 ///< it ran all
};

/// The lines of a text report on it.
std::vector<std::string> device_text(const device_run& d);

} // namespace fpcheck::report

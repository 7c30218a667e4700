#pragma once
#include <fpcheck/analysis/finding.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::report {

/// What a card saw at one line of the code.
struct device_line {
  /// A store, a comparison or rounding to an integer, an end in integer code, and what outputs may not show; from `born` on, causes of what the others tell.
  enum class event : std::uint8_t { stored, decided, ended, swallowed, saturated, zeroed, left_range, vanished, sums_narrow, update_lost, fractions_lost, drifted, miscoded, count_stands, bits_mistaken, units_lost, order_turned, constant_narrowed, born, cancelled, absorbed, flushed, narrowed, integer_lost } what = event::stored;
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
  std::uint64_t near = 0;             ///< decisions within rounding of a tie
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

/// The word for an event in reports, and the event with that word.
const char* name_of(device_line::event e);
device_line::event event_of(std::string_view word);
constexpr bool is_cause(device_line::event e) { return e >= device_line::event::born; }

/// The lines of a text report on it.
std::vector<std::string> device_text(const device_run& d);

} // namespace fpcheck::report

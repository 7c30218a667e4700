#pragma once
// Launches that follow each other without the host looking at what they made: errors flow through them, and they are checked together.
#include <fpcheck/exec/machine.hpp>

#include "device_memory.hpp"
#include "module_image.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fpcheck::runtime {

/// An allocation as it was when a launch of the chain could first reach it.
struct captured_buffer {
  std::uint64_t base = 0;
  memory_kind kind{};
  std::string name;                     ///< of the allocation
  std::vector<std::byte> bytes;
  std::vector<std::uint8_t> undefined;  ///< one byte a cell, bits 0..3; empty where all is defined
  bool written = false, filled = false; ///< by launches of the chain: something, or all
  std::uint64_t unknown = 0;            ///< cells that launches wrote with bytes that nothing had written
};

/// A chain of launches of one module.
struct chain {
  module_image* module = nullptr;
  std::vector<exec::launch> launches;   ///< with the bytes of their arguments, copies and fills included
  std::vector<std::uint64_t> numbers;   ///< of each in the program, 0 for copies and fills
  std::vector<captured_buffer> buffers; ///< by address
  bool wanted = false;                  ///< one of the launches is to be checked
  double bare_seconds = 0;              ///< that the launches took unchecked
  std::vector<exec::fault_record> faults; ///< that they met

  bool empty() const { return launches.empty(); }
  std::uint64_t bytes() const;
  /// The captured buffer that holds `address`, or nullptr.
  captured_buffer* find(std::uint64_t address);
};

/// Captures what a launch with these arguments can reach and `c` does not hold yet: what the arguments point to, what that points to,
/// and so on. Requires: the launch has not run yet.
void capture(chain& c, device_memory& memory, const std::vector<exec::argument>& arguments);
/// Captures the allocation that holds `address`.
void capture(chain& c, device_memory& memory, std::uint64_t address);

/// Notes which of the captured buffers launches wrote since they were captured.
void note_writes(chain& c, device_memory& memory);

} // namespace fpcheck::runtime

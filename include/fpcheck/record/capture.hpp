#pragma once
// One launch as it was: the code, its parameters, and the memory that it reached, before and after. The form of the file stands in
// src/pages/captures.md.
#include <fpcheck/base/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::record {

using bytes = std::vector<std::byte>;

/// A file that lay beside the code: Triton's NAME.ttir and NAME.json.
struct companion {
  std::string ending; ///< ".ttir"
  bytes data;
};

/// Bytes before the launch, and those that it changed.
struct saved_bytes {
  bytes before;
  std::uint64_t changed_at = 0; ///< where the first one lies that is another one now
  bytes changed;                ///< from there to the last such one, as they are after it
};

/// Memory that the launch could reach.
struct saved_memory : saved_bytes {
  std::uint64_t address = 0;
  bool undefined = false; ///< nothing was written there yet; only who runs launches without a card knows
};

/// A `__device__` or `__constant__` variable of the module.
struct saved_variable : saved_bytes {
  std::string name;
  std::uint64_t address = 0;
};

/// Memory that the launch could reach and that was not saved.
struct hole {
  std::uint64_t address = 0, size = 0;
};

/// Where a parameter lies among the parameter bytes.
struct parameter_place {
  std::uint32_t offset = 0, size = 0;
};

struct capture {
  std::string kernel; ///< as the module names it
  std::uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, cluster[3] = {0, 0, 0}; ///< a cluster of 0: none
  std::uint32_t shared = 0; ///< dynamic shared memory, in bytes
  std::uint64_t number = 0; ///< among the launches of the program, from 1
  std::string program, device; ///< who launched it, and what it ran on
  std::vector<parameter_place> places;
  bytes parameters;
  std::vector<bytes> code; ///< PTX, one text of which holds the kernel; none where only machine code was loaded
  std::vector<companion> companions;
  std::vector<saved_memory> memory; ///< by address
  std::vector<saved_variable> variables;
  std::vector<hole> holes;
};

/// Of two states the bytes that differ. Requires: equally many.
void note_changes(saved_bytes& into, const bytes& after);
/// The state after the launch.
bytes after(const saved_bytes& s);

/// The file of a capture, compressed.
std::string write_capture(const capture& c);

/// More memory than this is not taken for a capture.
inline constexpr std::uint64_t most_capture_bytes = std::uint64_t{4} << 30;

/// A capture from a file's bytes, which may be a stranger's. Error: not a capture, of a newer version, damaged, or more than `most` bytes unpacked.
result<capture> read_capture(std::string_view file, const std::string& name, std::uint64_t most = most_capture_bytes);

/// The ending of a capture's file.
inline constexpr const char* capture_ending = ".fpcap";

} // namespace fpcheck::record

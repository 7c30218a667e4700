#pragma once
#include "host_launch.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fpcheck::cli {

/// A kernel's geometry, as its text shows it.
struct geometry {
  std::string grid, block, shared;
  std::vector<std::pair<std::string, std::string>> extents; ///< dimensions that no parameter gives
  int threads = 1;                                          ///< of a block along x
  std::string rows;                                         ///< where a block takes a row: how many; else empty
};

/// What the geometry follows from.
struct geometry_source {
  const std::string& body;    ///< of the kernel
  const std::string& reached; ///< with its head and the functions that it calls
  const std::string& source;  ///< everything that is known: the file and what stands around it
  const std::vector<std::int64_t>& constants; ///< numbers that the kernel has by names
};

/// `integers`: parameters that may be extents. The block is the host code's; else what launch bounds, tiles of shared memory, the other launches
/// of the source and sizes that the kernel names say, the likeliest first. At least one.
std::vector<geometry> geometries_of(const geometry_source& text, const std::vector<std::string>& integers, const std::optional<host_launch>& host);

} // namespace fpcheck::cli

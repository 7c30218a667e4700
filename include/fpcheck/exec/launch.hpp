#pragma once
#include <fpcheck/tensor/dtype.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::exec {

/// A grid's or block's extent.
struct dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const dim3&) const = default;
};

/// How a kernel is meant to use a buffer.
enum class buffer_role : std::uint8_t {
  input,  ///< holds data; a kernel may overwrite it only if declared `inout`
  output, ///< poison: every byte undefined until written
  inout   ///< holds data and is an output
};

/// A device allocation, with its contents before the first launch and, after a run, as the kernels left them.
struct buffer {
  std::string name;                  ///< the parameter's name, or its position
  buffer_role role = buffer_role::input;
  tensor::dtype type{};
  std::vector<std::uint64_t> shape;
  std::vector<std::byte> data;       ///< row-major, element_count * size_of(type) bytes
  std::string generator;             ///< "randn seed 7", "@x.npy": for the report
};

/// A pointer inside an argument: 8 bytes at `offset` become the address of `buffer` plus `addend`.
struct pointer_patch {
  std::uint32_t offset = 0;
  std::uint32_t buffer = 0;
  std::int64_t addend = 0;
};

/// One kernel argument: its raw bytes in the parameter's layout, with pointers to be filled in.
struct argument {
  std::vector<std::byte> bytes;
  std::vector<pointer_patch> pointers;
};

/// A value for a `__constant__` or `__device__` variable before the launch (`sym:NAME=...`).
struct symbol_value {
  std::string name;
  std::vector<std::byte> bytes;
};

/// One kernel launch.
struct launch {
  std::string kernel;                ///< mangled name in the module
  dim3 grid, block;
  std::optional<dim3> cluster;       ///< CTAs of a cluster; what the kernel requires, or none, where not given
  std::uint32_t dynamic_shared = 0;  ///< bytes
  std::vector<argument> arguments;
  std::vector<symbol_value> symbols;
};

/// Which second meaning values carry.
enum class shadow_kind : std::uint8_t { none, ball, dd, mpfr, interval, dual, perturbed };

/// A sequence of launches that share buffers, and how to run them.
struct run_request {
  std::vector<buffer> buffers;
  std::vector<launch> launches;
  shadow_kind shadow = shadow_kind::ball;
  std::uint32_t shadow_parameter = 0; ///< bits of mpfr:N, lanes of perturbed:K
  std::uint64_t seed = 0;             ///< schedule and perturbations
  std::uint64_t instruction_budget = std::uint64_t{1} << 36; ///< lane-instructions; spent: incomplete
  double time_budget = 300;           ///< seconds; spent: incomplete
  std::uint32_t sample_blocks = 0;    ///< 0 runs every CTA, otherwise this many
  std::uint32_t threads = 0;          ///< worker threads, 0 for one a core
};

} // namespace fpcheck::exec

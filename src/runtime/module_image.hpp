#pragma once
// A module of the program: PTX that is ready to run, with its variables in device memory.
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/ptx/module.hpp>

#include "device_memory.hpp"

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::runtime {

/// Kernels that every module gets, so that copies and fills are launches like others, through which shadows travel. Each takes the
/// destination, the source or the value, and a count of elements, in 64 bits each; blocks have 256 threads.
inline constexpr const char *copy_words = "__fpcheck_copy_words", *copy_bytes = "__fpcheck_copy_bytes", *fill_words = "__fpcheck_fill_words",
                            *fill_bytes = "__fpcheck_fill_bytes";

/// A parsed and decoded module. It does not move: programs point into it.
class module_image {
public:
  /// Parses `ptx` and gives its global variables places in `memory`. Error: text that does not parse, or what does not decode.
  static result<std::unique_ptr<module_image>> load(std::string ptx, const std::string& name, device_memory& memory);

  /// With the kernels that every module gets.
  const std::string& text() const { return text_; }
  const ptx::module& code() const { return fused_; }
  /// As a card runs it, with its variables in the program's device memory.
  const exec::program& program() const { return *program_; }
  /// The same with memory of its own, for checks. Error: what decode says.
  result<const exec::program*> checked();
  /// As it is written, where that is something else for `kernel`; or nullptr. Requires: checked() was called.
  const exec::program* apart(const std::string& kernel) const { return changed_.count(kernel) != 0 ? apart_.get() : nullptr; }
  /// The kernel with this name, or nullptr.
  const ptx::function* kernel(const std::string& name) const;
  /// The variable with this name in global or constant memory, or nullptr.
  const ptx::variable* variable(const std::string& name) const;
  /// Where it lies in device memory.
  std::uint64_t address_of(const ptx::variable& v) const;
  /// Where the program can reach a `__constant__` variable: its bytes there are what kernels read.
  std::uint64_t place_constant(const ptx::variable& v, device_memory& memory);
  /// What launches from now on find in `__constant__` variables.
  std::vector<exec::symbol_value> constants() const;
  /// Names of `__device__` variables that the program knows.
  std::vector<std::string> shared_variables;

private:
  std::string text_;
  ptx::module fused_, written_;
  std::unique_ptr<exec::program> program_, checked_, apart_;
  std::set<std::string> changed_; ///< kernels in which something was fused
  std::map<std::string, const ptx::function*> kernels_;
  std::map<std::string, std::span<const std::byte>> constants_; ///< in device memory, by name
};

} // namespace fpcheck::runtime

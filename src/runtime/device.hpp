#pragma once
// The device that a program believes to have: its modules, memory and launches. Everything happens at once and in order.
#include <fpcheck/session/program_settings.hpp>

#include "chain.hpp"
#include <fpcheck/record/fat_binary.hpp>
#include "ledger.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::runtime {

/// What a call came to, with the values that CUDA's own errors have.
enum class status : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  invalid_configuration = 9,
  invalid_symbol = 13,
  missing_configuration = 52,
  invalid_device_function = 98,
  no_kernel_image = 209,
  illegal_address = 700,
  out_of_resources = 701,
  assertion = 710,
  misaligned = 716,
  launch_failure = 719,
  not_supported = 801
};

/// The PTX units of one fat binary, parsed when one is needed.
struct program_module {
  std::vector<std::string> ptx;
  std::string missing;                  ///< why there is none, or empty
  std::vector<std::string> variables;   ///< `__device__` and `__constant__`, that the program knows
  bool loaded = false;
  bool is_library = false;              ///< of ours, in place of a closed one: every other module gets its kernels too
  std::vector<std::unique_ptr<module_image>> units;
};

/// How the mangled names of kernels begin that libraries of ours launch.
inline constexpr std::string_view library_kernel = "_ZN12fpcheck_blas";

/// A kernel as the program knows it.
struct program_kernel {
  program_module* module = nullptr;
  std::string name;                     ///< mangled
  module_image* unit = nullptr;         ///< once it was looked for
  const ptx::function* code = nullptr;
  std::uint32_t most_dynamic_shared = 49152;
  bool launched = false;
};

/// Whether a call returns before the host may rely on its effect.
enum class host_side : std::uint8_t { goes_on, waits };

/// The extents of a launch.
struct launch_shape {
  exec::dim3 grid, block;
  std::optional<exec::dim3> cluster;
  std::uint64_t dynamic_shared = 0;
};

class device {
public:
  /// The one device of the process, made at the first call. Where there cannot be one, the process ends with a line that says why.
  static device& instance();

  /// Guards everything else.
  std::recursive_mutex& lock() { return lock_; }
  device_memory& memory() { return *memory_; }
  ledger& report() { return ledger_; }

  program_module* add_module(std::vector<record::embedded_ptx> ptx, std::string missing);
  /// A kernel of a library makes itself known: its module is one.
  void add_library(program_module& m);
  /// Finds the kernel's code. What hinders is told in the report.
  status find(program_kernel& k);
  /// The address of a variable of the module; 0 where it has none of that name.
  std::uint64_t find_variable(program_module& m, const std::string& name);

  /// Runs a launch; `arguments[i]` points at argument i.
  status launch(program_kernel& k, const launch_shape& shape, void* const* arguments);
  void* allocate(std::uint64_t bytes, memory_kind kind);
  /// Frees an allocation that begins at `p`.
  status release(void* p);
  /// Copies between any kinds of memory. Where the host `waits`, it may look at the bytes next.
  status copy(void* to, const void* from, std::uint64_t bytes, host_side host);
  status fill(void* to, unsigned value, std::uint64_t bytes);
  /// The host waits, and may look at memory that it shares.
  status synchronize();
  /// A call that is not modelled.
  status refuse(std::string_view name);
  /// The program ends: what is left is checked, and the report written.
  void finish();

private:
  device(session::program_settings settings, std::unique_ptr<device_memory> memory, std::string program);
  status load(program_module& m);
  program_kernel& as_part_of_program(program_kernel& k);
  exec::run_request request_of(const program_kernel& k, const launch_shape& shape, void* const* arguments) const;
  status run(program_kernel& k, const exec::run_request& request);
  status failed(const exec::run_record& run, const module_image& unit);
  chain snapshot(const program_kernel& k, const exec::launch& l);
  bool is_changed(const chain& before);
  bool choose(const std::string& kernel);
  bool is_shared(std::uint64_t address) const;
  bool may_be_wanted() const;
  bool extend_chain(const program_kernel& k, const exec::launch& l);
  status run_captured(program_kernel& k, const exec::run_request& request);
  void add_elements(const char* kernel, std::uint64_t to, std::uint64_t from, std::uint64_t count);
  void close_chain();
  void check(chain c);
  void write_report();

  /// What is known of a launch that was made before. One that found the same memory and changed none of it need not run again; whether
  /// one changed something is looked at from its second time on.
  struct repeat {
    std::uint64_t epoch = 0, runs = 0;
    bool unchanged = false;
  };

  std::recursive_mutex lock_;
  session::program_settings settings_;
  std::unique_ptr<device_memory> memory_;
  ledger ledger_;
  std::vector<std::unique_ptr<program_module>> modules_;
  std::vector<std::string> library_ptx_;
  program_module* current_ = nullptr;   ///< of the program's own, whose kernel was launched last
  std::map<std::pair<program_module*, std::string>, program_kernel> library_kernels_; ///< as parts of modules of the program
  program_sources sources_;
  chain chain_;
  std::optional<chain> last_;           ///< the last chain that `--launches last` may mean
  std::map<std::string, repeat> repeats_;
  std::uint64_t epoch_ = 1;             ///< counts changes of memory
  std::uint64_t launches_ = 0, chosen_ = 0, captured_ = 0;
  double checking_ = 0;                 ///< seconds
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now(); ///< the report, last
  status sticky_ = status::success;
  bool printed_ = false;                ///< the last launch did
  bool finished_ = false;
};

} // namespace fpcheck::runtime

#include "card.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

namespace fpcheck::device {
namespace {

// CUjit_option, CUfunction_attribute. Source: CUDA Driver API reference.
constexpr int jit_error_log = 5, jit_error_log_bytes = 6;
constexpr int local_size_bytes = 3, register_count = 4, most_dynamic_shared = 8;
constexpr std::uint32_t shared_without_asking = 48 * 1024;
constexpr int not_ready = 600; // CUresult

/// A kernel that was given up still runs: whatever waits for the card waits for it, to the end of the process.
std::atomic<bool> is_stuck = false;

diagnostic stopped(const std::string& kernel, const std::string& why) { return {kernel + " stopped: " + why, {"GPU"}, {}, {}, exit_code::findings}; }

} // namespace

card::~card() {
  if (is_stuck) return;
  if (begin_ != nullptr) d_.destroy_event(begin_);
  if (end_ != nullptr) d_.destroy_event(end_);
  for (const address a : memory_) d_.release(a);
  for (void* const m : modules_) d_.unload(m);
}

result<void> card::open() {
  if (is_stuck) return fail("it still runs", {"GPU"});
  if (const auto ok = d_.check(d_.set_current(d_.contexts[device_]), "selecting the card"); !ok) return ok;
  if (const auto ok = d_.check(d_.make_event(&begin_, 0), "a clock of the card"); !ok) return ok;
  return d_.check(d_.make_event(&end_, 0), "a clock of the card");
}

std::uint64_t card::free_bytes() const {
  std::size_t free = 0, all = 0;
  return d_.free_memory(&free, &all) == 0 ? free : 0;
}

result<address> card::allocate(std::uint64_t bytes, const std::string& what) {
  address a = 0;
  if (const auto ok = d_.check(d_.allocate(&a, std::max<std::uint64_t>(bytes, 1)), "memory for " + what); !ok) return tl::unexpected(ok.error());
  memory_.push_back(a);
  return a;
}

result<void> card::fill(address at, unsigned char with, std::uint64_t bytes) const {
  return bytes == 0 ? result<void>{} : d_.check(d_.fill(at, with, bytes), "filling memory");
}

result<void> card::upload(address to, std::span<const std::byte> from) const {
  return from.empty() ? result<void>{} : d_.check(d_.upload(to, from.data(), from.size()), "copying to the card");
}

result<void> card::download(std::span<std::byte> to, address from) const {
  return to.empty() ? result<void>{} : d_.check(d_.download(to.data(), from, to.size()), "reading from the card");
}

result<loaded_kernel> card::load(const std::string& ptx, const std::string& kernel) {
  void* module = nullptr;
  std::array<char, 4096> log{};
  int options[] = {jit_error_log, jit_error_log_bytes};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
  const auto ok = d_.check(d_.load(&module, ptx.c_str(), 2, options, values), "compiling " + kernel + " for " + name());
  if (!ok) return tl::unexpected(diagnostic{ok.error().message, {"GPU"}, {}, std::string(log.data()), exit_code::incomplete});
  modules_.push_back(module);
  return find(module, kernel);
}

result<loaded_kernel> card::find(void* module, const std::string& kernel) const {
  loaded_kernel out;
  out.module = module;
  if (const auto found = d_.check(d_.function(&out.function, module, kernel.c_str()), "the kernel " + kernel); !found) return tl::unexpected(found.error());
  d_.function_attribute(&out.registers, register_count, out.function);
  d_.function_attribute(&out.local_bytes, local_size_bytes, out.function);
  return out;
}

result<void> card::set_symbols(const exec::launch& l, const loaded_kernel& k) const {
  for (const exec::symbol_value& s : l.symbols) {
    address a = 0;
    std::size_t bytes = 0;
    if (const auto ok = d_.check(d_.global(&a, &bytes, k.module, s.name.c_str()), "the variable " + s.name); !ok) return ok;
    if (bytes < s.bytes.size()) return fail("the variable " + s.name + " is smaller than its value", {"GPU"});
    if (const auto ok = upload(a, s.bytes); !ok) return ok;
  }
  return {};
}

result<double> card::launch(const exec::launch& l, const loaded_kernel& k, std::span<const address> buffers) const {
  if (l.dynamic_shared > shared_without_asking)
    if (const auto ok = d_.check(d_.set_function_attribute(k.function, most_dynamic_shared, static_cast<int>(l.dynamic_shared)), "shared memory"); !ok) return tl::unexpected(ok.error());
  std::vector<exec::argument> arguments = l.arguments;
  std::vector<void*> parameters;
  for (exec::argument& a : arguments) {
    for (const exec::pointer_patch& p : a.pointers) {
      const address value = buffers[p.buffer] + static_cast<address>(p.addend);
      std::memcpy(a.bytes.data() + p.offset, &value, sizeof value);
    }
    parameters.push_back(a.bytes.data());
  }
  d_.record_event(begin_, nullptr);
  const auto ok = d_.check(d_.launch(k.function, l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z, l.dynamic_shared, nullptr, parameters.data(), nullptr), "launching " + l.kernel);
  if (!ok) return tl::unexpected(ok.error());
  d_.record_event(end_, nullptr);
  if (const auto ended = wait(l.kernel); !ended) return tl::unexpected(ended.error());
  float milliseconds = 0;
  d_.elapsed(&milliseconds, begin_, end_);
  return static_cast<double>(milliseconds) / 1e3;
}

/// The driver serves a process no more after a kernel that stopped, or that does not end.
result<void> card::wait(const std::string& kernel) const {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  for (auto pause = std::chrono::microseconds(20); d_.query_event(end_) == not_ready; pause = std::min(2 * pause, std::chrono::microseconds(2000))) {
    if (std::chrono::duration<double>(clock::now() - begin).count() > seconds_) {
      is_stuck = true;
      char text[32];
      std::snprintf(text, sizeof text, "%g", seconds_);
      return tl::unexpected(diagnostic{kernel + " does not come to its end on the card within " + text + " s", {"GPU"}, {}, "--time gives it more; without --on gpu the emulator may say where it stands", exit_code::incomplete});
    }
    std::this_thread::sleep_for(pause);
  }
  const auto ok = d_.check(d_.synchronize(), "running");
  return ok ? ok : tl::unexpected(stopped(kernel, ok.error().message.substr(ok.error().message.find(": ") + 2)));
}

} // namespace fpcheck::device

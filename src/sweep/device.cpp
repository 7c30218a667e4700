#include <fpcheck/exec/mpfr_of_thread.hpp>
#include <fpcheck/sweep/device.hpp>

#include "library_text.hpp"
#include "on_device.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace fpcheck::sweep {
namespace {

using device::cuda_driver;
using device::the_cuda_driver;

constexpr std::uint64_t chunk = std::uint64_t{1} << 27;
/// A thread of a function's kernel takes 16 inputs: starting one costs more than an easy function.
constexpr unsigned run = 128, judge_threads = 128, function_threads = 256, block_inputs_of_function = 16 * function_threads;
static_assert(run % 4 == 0 && run < 1u << 16, "a thread of the judge reads results by fours and counts them in 16 bits");
/// Of i1 2^24 are open: halves of odd subnormal numbers are ties for all that a table tells.
constexpr unsigned open_capacity = 1u << 25;
constexpr unsigned judge_blocks = static_cast<unsigned>((chunk + 1 + run * judge_threads - 1) / (run * judge_threads));

std::string ptx_of(const library_function& f) {
  const library_kernel_text* row = library_kernel_texts;
  while (row->id != nullptr && f.id != row->id) ++row;
  return row->id == nullptr ? std::string() : std::string(library_head) + row->text;
}

/// The reference with its tables on the device.
certified_reference copied(on_device& device, const reference_tables& reference) {
  certified_reference out = reference.host();
  for (const reference_tables::block& b : reference.blocks()) {
    const auto there = reinterpret_cast<const void*>(device.memory(b.bytes, b.data));
    const auto move = [&](auto& pointer) {
      if (pointer == b.data) pointer = static_cast<std::remove_reference_t<decltype(pointer)>>(there);
    };
    for (auto& side : out.branches)
      for (reference_branch& branch : side) {
        move(branch.table.binades), move(branch.table.pieces);
        move(branch.other.binades), move(branch.other.pieces);
      }
    move(out.turns);
  }
  return out;
}

/// What one device did with its share.
struct share {
  result<void> ok{};
  library_tally tally;
  std::vector<open_input> open;
  std::uint64_t lost = 0; ///< open inputs that had no place
  double milliseconds = 0;
};

/// The kernels of one sweep on a device, with their memory.
class device_sweep {
public:
  device_sweep(const cuda_driver& d, std::size_t device, const library_function& f, const reference_tables& reference)
      : device_(d, device), function_(device_.kernel(ptx_of(f), "sweep_" + std::string(f.id))), judge_(device_.kernel(judge_kernel_text, "fpcheck_judge")),
        reference_(copied(device_, reference)), out_(device_.memory(4 * (chunk + 4))), tallies_(device_.memory(judge_blocks * sizeof(library_tally))),
        open_(device_.memory(open_capacity * sizeof(open_input))), open_count_(device_.memory(4)), flushed_(f.treatment == subnormals::flushed ? 1 : 0) {
    const std::vector<library_tally> none(judge_blocks);
    device_.write(tallies_, none.data(), judge_blocks * sizeof(library_tally));
  }

  share sweep(const code_range& range, bool is_first, std::optional<planted_error> planted) {
    share out;
    device_.wait();
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t at = 0; at < range.count; at += chunk) {
      code_range part{range.begin + at * range.stride, std::min(chunk, range.count - at), range.stride};
      const unsigned first = is_first && at == 0 ? 0 : 1;
      part.begin -= first * part.stride, part.count += first;
      sweep_chunk(part, first, planted);
    }
    device_.wait();
    out.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    collect(out);
    out.ok = device_.state();
    return out;
  }

private:
  void sweep_chunk(const code_range& part, unsigned first, std::optional<planted_error> planted) {
    device_.launch(function_, (part.count + block_inputs_of_function - 1) / block_inputs_of_function, function_threads, static_cast<std::uint32_t>(part.begin),
                   static_cast<std::uint32_t>(part.stride), out_, static_cast<std::uint32_t>(part.count));
    if (planted && planted->code >= part.begin && (planted->code - part.begin) / part.stride < part.count) {
      const device_address place = out_ + 4 * ((planted->code - part.begin) / part.stride);
      std::uint32_t result = 0;
      device_.read(&result, place, 4);
      result ^= planted->flipped;
      device_.write(place, &result, 4);
    }
    device_.launch(judge_, (part.count + run * judge_threads - 1) / (run * judge_threads), judge_threads, reference_, flushed_, part, first, run, out_, tallies_,
                   open_, open_capacity, open_count_);
  }

  void collect(share& out) {
    std::vector<library_tally> tallies(judge_blocks);
    device_.read(tallies.data(), tallies_, judge_blocks * sizeof(library_tally));
    unsigned count = 0;
    device_.read(&count, open_count_, 4);
    out.open.resize(std::min(count, open_capacity));
    out.lost = count - out.open.size();
    device_.read(out.open.data(), open_, out.open.size() * sizeof(open_input));
    for (const library_tally& t : tallies) merge(out.tally, t);
  }

  on_device device_;
  void *function_, *judge_;
  certified_reference reference_;
  device_address out_, tallies_, open_, open_count_;
  unsigned flushed_;
};

/// Decides the open inputs on all cores.
void settle_all(library_tally& into, const std::vector<open_input>& open, const library_function& f, const reference_tables& reference) {
  const std::size_t parts = std::max(1u, std::thread::hardware_concurrency());
  std::vector<library_tally> tallies(parts);
  std::vector<std::thread> threads;
  for (std::size_t p = 0; p < parts; ++p)
    threads.emplace_back([&, p] {
      const exec::mpfr_of_thread mpfr;
      for (std::size_t i = p; i < open.size(); i += parts) settle(tallies[p], f, reference, open[i]);
    });
  for (std::thread& t : threads) t.join();
  for (const library_tally& t : tallies) merge(into, t);
}

} // namespace

const std::string& device_problem() {
  return the_cuda_driver().problem;
}
std::vector<std::string> device_names() {
  return the_cuda_driver().names;
}

result<device_outcome> sweep_on_devices(const library_function& f, const reference_tables& reference, const code_range& range, std::optional<planted_error> planted) {
  const cuda_driver& d = the_cuda_driver();
  if (!d.problem.empty()) return fail(d.problem, {"GPU"}, "--on cpu sweeps on the processor's cores");
  const std::uint64_t devices = d.names.size();
  std::vector<share> shares(devices);
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < devices; ++i)
    threads.emplace_back([&, i] {
      const exec::mpfr_of_thread mpfr;
      const std::uint64_t from = range.count * i / devices, to = range.count * (i + 1) / devices;
      if (from == to) return;
      device_sweep one(d, i, f, reference);
      shares[i] = one.sweep({range.begin + from * range.stride, to - from, range.stride}, from == 0, planted);
    });
  for (std::thread& t : threads) t.join();
  device_outcome out;
  for (const share& s : shares) {
    if (!s.ok) return tl::unexpected(s.ok.error());
    merge(out.tally, s.tally);
    out.milliseconds = std::max(out.milliseconds, s.milliseconds);
    out.tally.by_mpfr += s.lost, out.tally.unsettled += s.lost;
    settle_all(out.tally, s.open, f, reference);
  }
  return out;
}

} // namespace fpcheck::sweep

#include <fpcheck/exec/mpfr_of_thread.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/sweep/stretches.hpp>

#include "library_text.hpp"
#include "on_device.hpp"
#include "searched_inputs.hpp"
#include "stretch_builder.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <span>
#include <thread>

namespace fpcheck::sweep {
namespace {

/// Inputs of a stretch, at most: with the spacing they are 2^-24 of their size apart, where a polynomial of degree 4 says more than is asked for.
constexpr unsigned most_inputs = 1u << 20, least_inputs = 1u << 10, least_stretches = 64;
constexpr unsigned least_share = 64; ///< of the inputs asked for, which a shorter one next to a zero or a pole has
constexpr int most_spacing_bits = 8;
/// What a device works on at a time, and what one of its blocks judges.
constexpr unsigned stretches_at_once = 64, judged_by_block = 1u << 14, judge_threads = 256, threads = 256;

unsigned inputs_each(std::uint64_t inputs) {
  unsigned each = most_inputs;
  while (each > least_inputs && inputs / each < least_stretches) each /= 2;
  return each;
}

/// The places where stretches are wanted, by their number.
class places_of_stretches {
public:
  places_of_stretches(std::uint64_t seed, unsigned each, int arguments) : landmarks_(landmarks(format_, 1, 512)), seed_(seed), each_(each), arguments_(arguments) {}

  input_row row(std::uint64_t number) const {
    chance c(seed_, number << 8 | 5);
    input_row out;
    out.count = each_;
    out.spacing = number % 3 == 0 ? 1 : 1 + (c.bits() & ((std::uint64_t{1} << c.between(1, most_spacing_bits)) - 1));
    std::uint64_t center = number % 2 == 0 ? landmarks_[c.bits() % landmarks_.size()]
                           : number % 4 == 1 ? random_code(format_, c, -12, 12) : random_code(format_, c, -format_.bias, format_.bias);
    if (arguments_ == 2) {
      const auto pair = random_pair(format_, c, number / 2);
      out.second = pair[1];
      if (number % 2 != 0) center = pair[0];
    }
    const std::uint64_t before = out.spacing * (each_ / 2), magnitude = center & (format_.sign() - 1);
    out.first = (std::max(magnitude, before) - before) | (center & format_.sign());
    return out;
  }

private:
  searched_format format_;
  std::vector<std::uint64_t> landmarks_;
  std::uint64_t seed_;
  unsigned each_;
  int arguments_;
};

/// The function's kernel and the judge's on the first device.
class stretches_on_device {
public:
  stretches_on_device(const swept_function& f, unsigned each)
      : each_(each), part_(std::min(each, judged_by_block)), device_(device::the_cuda_driver(), 0), function_(device_.kernel(f.code->ptx, f.kernel)),
        fill_(device_.kernel(stretch_kernel_text, "fpcheck_stretch_inputs")), judge_(device_.kernel(stretch_kernel_text, "fpcheck_stretch_judge")),
        stretches_(device_.memory(stretches_at_once * sizeof(stretch))), inputs_(device_.memory(std::size_t{8} * stretches_at_once * each)),
        seconds_(f.arguments.size() == 2 ? device_.memory(std::size_t{8} * stretches_at_once * each) : 0),
        results_(device_.memory(std::size_t{8} * stretches_at_once * each)), tallies_(device_.memory(stretches_at_once * (each / part_) * sizeof(stretch_tally))) {}

  /// Requires: at most `stretches_at_once` of them, of `each` inputs.
  result<void> judge(std::span<const stretch> stretches, std::optional<std::uint64_t> planted, stretch_outcome& out) {
    const auto n = static_cast<unsigned>(stretches.size() * each_), parts = n / part_;
    device_.write(stretches_, stretches.data(), stretches.size_bytes());
    device_.wait();
    const auto start = std::chrono::steady_clock::now();
    device_.launch(fill_, (n + threads - 1) / threads, threads, stretches_, each_, inputs_, seconds_, n);
    device_.launch(function_, (n + threads - 1) / threads, threads, inputs_, seconds_, results_, n);
    if (planted) plant(stretches, *planted);
    device_.launch(judge_, parts, judge_threads, stretches_, each_, part_, results_, tallies_);
    device_.wait();
    out.milliseconds += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    std::vector<stretch_tally> found(parts);
    device_.read(found.data(), tallies_, parts * sizeof(stretch_tally));
    for (const stretch_tally& t : found) merge(out.tally, t);
    return device_.state();
  }

private:
  void plant(std::span<const stretch> stretches, std::uint64_t code) {
    for (std::size_t k = 0; k < stretches.size(); ++k)
      for (std::uint32_t i = 0; i < stretches[k].count; ++i) {
        if (stretches[k].code(i) != code) continue;
        const device_address at = results_ + 8 * (k * each_ + i);
        std::uint64_t bits = 0;
        device_.read(&bits, at, 8);
        bits ^= 1;
        device_.write(at, &bits, 8);
      }
  }

  unsigned each_, part_;
  on_device device_;
  void *function_, *fill_, *judge_;
  device_address stretches_, inputs_, seconds_, results_, tallies_;
};

result<void> judge_here(const swept_function& f, const stretch& s, std::optional<std::uint64_t> planted, stretch_tally& out) {
  code_lists inputs(f.arguments.size());
  for (std::uint32_t i = 0; i < s.count; ++i) inputs[0].push_back(s.code(i));
  if (inputs.size() == 2) inputs[1].assign(s.count, s.second);
  auto results = results_of(f, inputs);
  if (!results) return tl::unexpected(results.error());
  std::vector<double> values;
  for (std::uint32_t i = 0; i < s.count; ++i) values.push_back(bit_cast<double>((*results)[i] ^ (planted && *planted == s.code(i) ? 1u : 0u)));
  for (std::uint32_t i = 0; i < s.count; ++i) judge(out, s, i, values[i], i == 0 ? nullptr : &values[i - 1]);
  return {};
}

} // namespace

bool has_stretches(const searched_function& f) { return f.type == tensor::dtype::f64; }

std::vector<stretch> stretches_of(const searched_function& f, const stretch_choice& choice) {
  const unsigned each = inputs_each(choice.inputs);
  const places_of_stretches places(choice.seed, each, f.arguments);
  const stretched_function function(f);
  std::vector<stretch> out;
  std::uint64_t inputs = 0;
  constexpr std::uint64_t wave = 1024;
  // Most places of some functions have no finite value or lie beyond their domain.
  for (std::uint64_t first = 0; inputs < choice.inputs && first < 64 * (choice.inputs / each) + 8 * wave && !session::interrupted(); first += wave) {
    std::vector<std::optional<stretch>> made(wave);
    std::atomic<std::uint64_t> next{0};
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t)
      workers.emplace_back([&] {
        const exec::mpfr_of_thread mpfr;
        for (std::uint64_t i; (i = next++) < wave;) made[i] = make_stretch(function, places.row(first + i));
      });
    for (std::thread& t : workers) t.join();
    for (const auto& s : made)
      if (s && s->count >= each / least_share && inputs < choice.inputs) inputs += s->count, out.push_back(*s);
  }
  return out;
}

result<stretch_outcome> sweep_stretches(const searched_function& f, const stretch_choice& choice) {
  auto code = compiled_in(f);
  if (!code) return tl::unexpected(code.error());
  const std::vector<stretch> all = stretches_of(f, choice);
  stretch_outcome out;
  out.stretches = all.size();
  if (choice.on_device) {
    if (const std::string& problem = device::the_cuda_driver().problem; !problem.empty()) return fail(problem, {"GPU"}, "--on cpu takes the emulated device");
    stretches_on_device there(*code, inputs_each(choice.inputs));
    for (std::size_t i = 0; i < all.size() && !session::interrupted(); i += stretches_at_once)
      if (const auto ok = there.judge(std::span(all).subspan(i, std::min<std::size_t>(stretches_at_once, all.size() - i)), choice.planted, out); !ok) return tl::unexpected(ok.error());
  } else {
    for (std::size_t i = 0; i < all.size() && !session::interrupted(); ++i)
      if (const auto ok = judge_here(*code, all[i], choice.planted, out.tally); !ok) return tl::unexpected(ok.error());
  }
  if (out.tally.inputs != 0) out.worst = judge_of_results(f).judge({out.tally.code, out.tally.second}, out.tally.result).input;
  return out;
}

} // namespace fpcheck::sweep

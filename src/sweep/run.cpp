#include <fpcheck/exec/mpfr_of_thread.hpp>
#include <fpcheck/exec/run.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/sweep/sweep.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <thread>

namespace fpcheck::sweep {
namespace {

constexpr std::uint64_t chunk = std::uint64_t{1} << 17;
constexpr std::uint32_t block_threads = 128;

exec::buffer buffer_of(std::string name, exec::buffer_role role, tensor::dtype type, std::uint64_t count) {
  exec::buffer out;
  out.name = std::move(name);
  out.role = role;
  out.type = type;
  out.shape = {count};
  out.data.resize(count * tensor::size_of(type));
  return out;
}

template <class T>
exec::argument value_argument(T value) {
  exec::argument out;
  out.bytes.resize(sizeof value);
  std::memcpy(out.bytes.data(), &value, sizeof value);
  return out;
}

exec::argument pointer_argument(std::uint32_t buffer) {
  exec::argument out;
  out.bytes.resize(8);
  out.pointers.push_back({0, buffer, 0});
  return out;
}

/// The launch of the wrapper for some arguments: x, z (or null), y, n.
exec::run_request request_for(const swept_function& f, const code_lists& arguments, unsigned threads) {
  const std::uint64_t count = arguments[0].size();
  exec::run_request out;
  out.threads = threads;
  out.shadow = exec::shadow_kind::none;
  exec::launch launch;
  launch.kernel = f.kernel;
  launch.grid.x = static_cast<std::uint32_t>((count + block_threads - 1) / block_threads);
  launch.block.x = block_threads;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    exec::buffer b = buffer_of(k == 0 ? "x" : "z", exec::buffer_role::input, f.arguments[k], count);
    const std::size_t bytes = tensor::size_of(b.type);
    for (std::uint64_t i = 0; i < count; ++i) tensor::store_code(b.type, b.data.data() + i * bytes, arguments[k][i]);
    out.buffers.push_back(std::move(b));
    launch.arguments.push_back(pointer_argument(static_cast<std::uint32_t>(k)));
  }
  if (arguments.size() == 1) launch.arguments.push_back(value_argument(std::uint64_t{0}));
  launch.arguments.push_back(pointer_argument(static_cast<std::uint32_t>(arguments.size())));
  launch.arguments.push_back(value_argument(static_cast<std::uint32_t>(count)));
  out.buffers.push_back(buffer_of("y", exec::buffer_role::output, f.result, count));
  out.launches.push_back(std::move(launch));
  return out;
}

} // namespace

result<std::vector<std::uint64_t>> results_of(const swept_function& f, const code_lists& arguments, unsigned cores) {
  const exec::run_request request = request_for(f, arguments, cores);
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.interrupt = &session::interrupted();
  plan.tracks_races = false;
  const auto record = exec::run(*f.code->program, request, plan);
  if (!record) return tl::unexpected(record.error());
  if (session::interrupted()) return tl::unexpected(diagnostic{"interrupted", {}, {}, {}, exit_code::interrupted});
  if (!record->faults.empty())
    return tl::unexpected(diagnostic{"the function faults: " + record->faults[0].detail, {}, {}, {}, exit_code::findings});
  if (!record->incomplete.empty())
    return tl::unexpected(diagnostic{"the run is incomplete: " + record->incomplete[0].what, {}, {}, {}, exit_code::incomplete});
  const exec::region_bytes& data = record->buffers.back()->data;
  std::vector<std::uint64_t> out(arguments[0].size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = tensor::load_code(f.result, data.data() + i * tensor::size_of(f.result));
  return out;
}

namespace {

/// The chunks of a sweep, each judged by itself by whichever thread is free, and put together in their order.
class chunks_of_sweep {
public:
  chunks_of_sweep(const sweep_inputs& inputs, const sweep_judge& judge, const code_source& source)
      : inputs_(inputs), judge_(judge), source_(source), out_(judge), done_((inputs.size() + chunk - 1) / chunk) {}

  result<sweep_judge> all() {
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t) threads.emplace_back([this] { take_some(); });
    for (std::thread& t : threads) t.join();
    if (session::interrupted()) return tl::unexpected(diagnostic{"interrupted", {}, {}, {}, exit_code::interrupted});
    if (added_ != done_.size()) return *done_[added_]; // an error
    return std::move(out_);
  }

private:
  void take_some() {
    const exec::mpfr_of_thread mpfr;
    for (std::uint64_t i; (i = next_++) < done_.size() && !stops_ && !session::interrupted();) {
      auto one = take(i);
      const std::scoped_lock lock(adding_);
      if (!one) stops_ = true;
      done_[i] = std::move(one);
      for (; added_ != done_.size() && done_[added_] && *done_[added_]; ++added_) {
        out_.add(**done_[added_]);
        done_[added_].reset();
      }
    }
  }
  result<sweep_judge> take(std::uint64_t i) const {
    sweep_judge out = judge_;
    const code_lists arguments = inputs_.codes(i * chunk, chunk);
    if (arguments[0].empty()) return out;
    const auto results = source_(arguments);
    if (!results) return tl::unexpected(results.error());
    if (const auto ok = out.take(arguments, *results); !ok) return tl::unexpected(ok.error());
    return out;
  }

  const sweep_inputs& inputs_;
  const sweep_judge& judge_;
  const code_source& source_;
  std::mutex adding_; ///< of what follows
  sweep_judge out_;   ///< of the chunks before `added_`
  std::uint64_t added_ = 0;
  std::vector<std::optional<result<sweep_judge>>> done_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<bool> stops_ = false;
};

} // namespace

result<sweep_judge> run(const swept_function& f, const sweep_inputs& inputs, const std::string& reference, double tolerance_ulps, const code_source& source) {
  const auto judge = sweep_judge::make(reference, f, tolerance_ulps);
  if (!judge) return judge;
  const session::progress bar("sweeping " + f.name);
  return chunks_of_sweep(inputs, *judge, source).all();
}

} // namespace fpcheck::sweep

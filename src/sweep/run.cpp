#include <fpcheck/exec/run.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/sweep/sweep.hpp>

#include <cstring>

namespace fpcheck::sweep {
namespace {

constexpr std::uint64_t chunk = std::uint64_t{1} << 18;
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
exec::run_request request_for(const swept_function& f, const code_lists& arguments) {
  const std::uint64_t count = arguments[0].size();
  exec::run_request out;
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

result<std::vector<std::uint64_t>> results_of(const swept_function& f, const code_lists& arguments) {
  const exec::run_request request = request_for(f, arguments);
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

result<sweep_judge> run(const swept_function& f, const sweep_inputs& inputs, const std::string& reference, double tolerance_ulps) {
  auto judge = sweep_judge::make(reference, f, tolerance_ulps);
  if (!judge) return judge;
  for (std::uint64_t at = 0; at < inputs.size(); at += chunk) {
    const session::progress bar("sweeping " + f.name + ", " + std::to_string(100 * at / inputs.size()) + " %");
    const auto arguments = inputs.codes(at, chunk);
    if (arguments[0].empty()) continue;
    const auto results = results_of(f, arguments);
    if (!results) return tl::unexpected(results.error());
    if (const auto ok = judge->take(arguments, *results); !ok) return tl::unexpected(ok.error());
  }
  return judge;
}

} // namespace fpcheck::sweep

#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/inline_calls.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/sweep/library.hpp>

#include "library_text.hpp"

#include <cstring>

namespace fpcheck::sweep {
namespace {

constexpr std::uint32_t block_threads = 256;

template <class T>
exec::argument argument_with(T value) {
  exec::argument out;
  out.bytes.resize(sizeof value);
  std::memcpy(out.bytes.data(), &value, sizeof value);
  return out;
}
exec::argument pointer_to(std::uint32_t buffer) {
  exec::argument out = argument_with(std::uint64_t{0});
  out.pointers.push_back({0, buffer, 0});
  return out;
}
exec::buffer numbers(const char* name, exec::buffer_role role, std::uint64_t count) {
  exec::buffer out;
  out.name = name;
  out.role = role;
  out.type = tensor::dtype::f32;
  out.shape = {count};
  out.data.resize(count * 4);
  return out;
}

exec::run_request request_for(const std::string& kernel, const code_range& range) {
  exec::run_request out;
  out.shadow = exec::shadow_kind::none;
  out.buffers = {numbers("out", exec::buffer_role::output, range.count)};
  exec::launch launch;
  launch.kernel = kernel;
  launch.grid.x = static_cast<std::uint32_t>((range.count + block_threads - 1) / block_threads);
  launch.block.x = block_threads;
  launch.arguments = {argument_with(static_cast<std::uint32_t>(range.begin)), argument_with(static_cast<std::uint32_t>(range.stride)), pointer_to(0),
                      argument_with(static_cast<std::uint32_t>(range.count))};
  out.launches.push_back(std::move(launch));
  return out;
}

result<std::vector<std::uint32_t>> run_kernel(const session::compiled& code, const std::string& kernel, const code_range& range) {
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.interrupt = &session::interrupted();
  plan.tracks_races = false;
  const auto record = exec::run(*code.program, request_for(kernel, range), plan);
  if (!record) return tl::unexpected(record.error());
  if (session::interrupted()) return tl::unexpected(diagnostic{"interrupted", {}, {}, {}, exit_code::interrupted});
  if (!record->faults.empty() || !record->incomplete.empty())
    return tl::unexpected(diagnostic{"the run of " + kernel + " is incomplete: " +
                                         (record->faults.empty() ? record->incomplete[0].what : record->faults[0].detail),
                                     {}, {}, {}, exit_code::incomplete});
  std::vector<std::uint32_t> out(range.count);
  std::memcpy(out.data(), record->buffers.back()->data.data(), 4 * range.count);
  return out;
}

} // namespace

std::string library_toolkit() {
  const std::string head = library_head, mark = "release ";
  const std::size_t at = head.find(mark);
  return at == std::string::npos ? "CUDA" : "CUDA " + head.substr(at + mark.size(), head.find('\n', at) - at - mark.size());
}

result<result_source> on_the_engine(const library_function& f) {
  const library_kernel_text* row = library_kernel_texts;
  while (row->id != nullptr && f.id != row->id) ++row;
  if (row->id == nullptr) return fail("no kernel was compiled in for " + std::string(f.name));
  auto code = std::make_shared<session::compiled>();
  code->ptx = std::string(library_head) + row->text;
  auto module = ptx::parse(code->ptx, "library.ptx");
  if (!module) return tl::unexpected(module.error());
  code->module = ptx::inline_calls(*std::move(module));
  auto program = exec::decode(code->module);
  if (!program) return tl::unexpected(program.error());
  code->program = *std::move(program);
  return [code, kernel = "sweep_" + std::string(f.id)](const code_range& range) { return run_kernel(*code, kernel, range); };
}

} // namespace fpcheck::sweep

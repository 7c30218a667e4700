// Decodes and runs, on a small budget, whatever PTX the parser lets through: no input may crash or hang the engine.
#include "targets.hpp"

#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/inline_calls.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

void run_entry(const fpcheck::exec::program& code, const fpcheck::ptx::module& m, const fpcheck::ptx::function& f, const fpcheck::exec::domain_table& domain) {
  using namespace fpcheck::exec;
  run_request request;
  launch l;
  l.kernel = f.name;
  l.block = {40, 1, 1};
  l.grid = {2, 1, 1};
  for (const auto v : f.parameters) {
    argument a;
    if (m.variables[v].size > 4096) return;
    a.bytes.resize(m.variables[v].size, std::byte{1});
    if (a.bytes.size() == 8 && request.buffers.size() < 8) {
      a.pointers.push_back({0, static_cast<std::uint32_t>(request.buffers.size()), 0});
      buffer b;
      b.role = buffer_role::inout;
      b.type = fpcheck::tensor::dtype::f32;
      b.data.resize(1024, std::byte{0x3f});
      b.shape = {256};
      request.buffers.push_back(std::move(b));
    }
    l.arguments.push_back(std::move(a));
  }
  request.launches.push_back(std::move(l));
  request.instruction_budget = 20000;
  request.time_budget = 0.5;
  request.threads = 1;
  run_plan plan;
  plan.domain = domain;
  (void)run(code, request, plan);
}

} // namespace

void fpcheck::fuzz::run_engine(std::string_view text) {
  auto m = fpcheck::ptx::parse(text, "fuzz.ptx");
  if (!m) return;
  m = fpcheck::ptx::inline_calls(*std::move(m));
  std::uint64_t statics = 0;
  for (const auto& v : m->variables) statics += v.size;
  if (statics > (1u << 20)) return;
  const auto p = fpcheck::exec::decode(*m);
  if (!p) return;
  for (const auto& f : m->functions)
    if (f.is_entry && f.has_body) {
      run_entry(**p, *m, f, fpcheck::exec::no_shadow());
      run_entry(**p, *m, f, fpcheck::exec::ball_shadow());
      run_entry(**p, *m, f, fpcheck::exec::blame_shadow());
    }
}

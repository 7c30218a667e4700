#pragma once
#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/contract.hpp>
#include <fpcheck/ptx/parse.hpp>

#include "contraction_programs.hpp"

#include <bit>
#include <cmath>
#include <memory>

/// Modules of products and sums, in the emulator.
namespace gpu {

/// The launches of one module; every program has its part of the outputs.
inline fpcheck::exec::run_request contraction_request(std::uint32_t module) {
  namespace exec = fpcheck::exec;
  const program_type& t = type_of_module(module);
  exec::run_request r;
  r.shadow = exec::shadow_kind::none;
  r.threads = 1;
  r.buffers.resize(2);
  const std::uint64_t part = program_threads * program_outputs * t.bytes;
  r.buffers[0].data = module_inputs(module);
  r.buffers[1].data.resize(part * programs_in_module);
  for (std::size_t b = 0; b < 2; ++b) {
    r.buffers[b].role = b == 0 ? exec::buffer_role::input : exec::buffer_role::output;
    r.buffers[b].type = fpcheck::tensor::dtype::u8;
    r.buffers[b].shape = {r.buffers[b].data.size()};
  }
  exec::argument rounds{std::vector<std::byte>(4), {}};
  rounds.bytes[0] = std::byte{3};
  for (std::uint32_t k = 0; k < programs_in_module; ++k) {
    exec::launch l;
    l.kernel = "k" + std::to_string(k);
    l.grid = {1, 1, 1}, l.block = {program_threads, 1, 1};
    l.arguments = {{std::vector<std::byte>(8), {{0, 0, 0}}}, {std::vector<std::byte>(8), {{0, 1, static_cast<std::int64_t>(part * k)}}}, rounds};
    r.launches.push_back(std::move(l));
  }
  return r;
}

/// NaNs of binary64 are one: which operand's a sum hands on is not what is asked here. Bytes that nothing wrote are ones on the device.
inline void settle(std::vector<std::byte>& bytes, std::uint32_t module) {
  if (type_of_module(module).bytes != 8) return;
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    double x = 0;
    std::memcpy(&x, bytes.data() + at, 8);
    if (std::isnan(x)) std::memset(bytes.data() + at, 0xff, 8);
  }
}

/// FNV-1a.
inline std::uint64_t digest(const std::vector<std::byte>& bytes) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const std::byte b : bytes) h = (h ^ static_cast<std::uint64_t>(b)) * 0x100000001b3u;
  return h;
}

struct contracted_module {
  std::vector<std::byte> outputs;
  std::size_t fused = 0;
  std::string error;
};

/// What the programs of one module write, contracted.
inline contracted_module run_contracted(std::uint32_t module) {
  using namespace fpcheck;
  contracted_module out;
  auto parsed = ptx::parse(module_text(module), "programs.ptx");
  if (!parsed) return out.error = parsed.error().text(), out;
  ptx::contraction c = ptx::contract(*parsed);
  out.fused = c.fused;
  auto program = exec::decode(c.code);
  if (!program) return out.error = program.error().text(), out;
  const exec::run_request request = contraction_request(module);
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.tracks_races = false;
  const auto done = exec::run(**program, request, plan);
  if (!done) return out.error = done.error().text(), out;
  if (!done->incomplete.empty()) return out.error = done->incomplete[0].what, out;
  const auto& data = done->buffers[1]->data;
  out.outputs.assign(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(request.buffers[1].data.size()));
  settle(out.outputs, module);
  return out;
}

} // namespace gpu

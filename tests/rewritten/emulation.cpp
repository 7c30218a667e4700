#include "emulation.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fpcheck::instrument::test {
namespace {

exec::buffer filled(const char* name, std::vector<std::byte> data) {
  exec::buffer b;
  b.name = name, b.role = exec::buffer_role::inout, b.type = tensor::dtype::u8;
  b.shape = {data.size()};
  b.data = std::move(data);
  return b;
}

std::vector<std::byte> first_arena(const session::bound_case& c, const emulated& run) {
  std::vector<std::byte> data(run.where.bytes);
  for (const device::piece& p : device::first_contents(c.request, c.code->module, run.kernels, run.where)) std::copy(p.bytes.begin(), p.bytes.end(), data.begin() + static_cast<std::ptrdiff_t>(p.at));
  return data;
}

result<void> run_launch(const exec::launch& l, const rewritten& k, const exec::run_request& original, std::uint64_t most_instructions, emulated& run) {
  const auto module = ptx::parse(k.ptx, "rewritten.ptx");
  if (!module) return tl::unexpected(module.error());
  const auto program = exec::decode(*module);
  if (!program) return tl::unexpected(program.error());
  exec::run_request request = original;
  request.buffers.clear();
  request.buffers.push_back(filled("arena", std::move(run.arena)));
  request.buffers.push_back(filled("shadow", std::move(run.shadow)));
  request.buffers.push_back(filled("records", std::vector<std::byte>(std::max<std::size_t>(1, k.sites.size()) * sizeof(record))));
  request.launches = {l};
  request.shadow = exec::shadow_kind::none;
  request.instruction_budget = most_instructions;
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.tracks_races = false;
  const auto done = exec::run(**program, request, plan);
  if (!done) return tl::unexpected(done.error());
  if (!done->incomplete.empty()) return fail("incomplete: " + done->incomplete[0].what, {}, {});
  for (const exec::fault_record& f : done->faults) { // an undefined value is noted by looking at it
    const bool undefined = f.kind == exec::fault::uninitialised;
    return tl::unexpected(diagnostic{undefined ? "undefined values" : "a fault of kind " + std::to_string(static_cast<int>(f.kind)) + " at line " + std::to_string((*program)->ops[f.pc].source->ptx_line) + ": " + f.detail,
                                     {}, {}, {}, undefined ? exit_code::incomplete : exit_code::internal_error});
  }
  const auto bytes = [&](std::size_t b) {
    const exec::region_bytes& data = done->buffers[b]->data;
    return std::vector<std::byte>(data.begin(), data.end());
  };
  run.arena = bytes(0), run.shadow = bytes(1);
  const std::vector<std::byte> records = bytes(2);
  run.records.emplace_back(k.sites.size());
  if (!k.sites.empty()) std::memcpy(run.records.back().data(), records.data(), k.sites.size() * sizeof(record));
  return {};
}

} // namespace

result<emulated> emulate(const session::bound_case& c, domain what, depth looks_for, std::uint64_t most_instructions) {
  emulated out;
  const ptx::module& m = c.code->module;
  auto kernels = device::rewrite_all(*c.code->program, c.request, what, looks_for);
  if (!kernels) return tl::unexpected(kernels.error());
  out.kernels = *std::move(kernels);
  out.where = device::layout_of(c.request, out.kernels);
  out.arena = first_arena(c, out);
  out.shadow.resize(2 * out.arena.size());
  for (std::size_t k = 0; k < out.kernels.size(); ++k) {
    for (const device::piece& p : device::set_before(c.request.launches[k], m, out.kernels[k], out.where)) {
      std::copy(p.bytes.begin(), p.bytes.end(), out.arena.begin() + static_cast<std::ptrdiff_t>(p.at));
      std::fill_n(out.shadow.begin() + static_cast<std::ptrdiff_t>(2 * p.at), 2 * p.bytes.size(), std::byte{});
    }
    if (const auto ok = run_launch(device::shadowed(c.request.launches[k], m, out.kernels[k], out.where), out.kernels[k], c.request, most_instructions, out); !ok) return tl::unexpected(ok.error());
  }
  return out;
}

cell cell_at(const emulated& run, std::uint64_t byte, domain what) {
  const std::byte* at = run.shadow.data() + 2 * byte;
  cell out;
  if (what == domain::f64) return std::memcpy(&out.distance, at, 8), out;
  float words[2];
  std::memcpy(words, at, 8);
  return {static_cast<double>(words[0]), static_cast<double>(words[1])};
}

namespace {

/// What integer code left of a number whose bits were `code` is that number times a power of two, if it has its fraction, or the bits themselves.
double factor_of(std::uint32_t code, double stored) {
  const auto made = bit_cast<std::uint32_t>(static_cast<float>(stored));
  const auto normal = [](std::uint32_t bits) { return (bits >> 23 & 255u) != 0 && (bits >> 23 & 255u) != 255u; };
  const std::uint32_t changed = code ^ made;
  if ((changed & 0x007fffffu) == 0 && normal(code) && normal(made)) return stored / static_cast<double>(bit_cast<float>(code));
  return changed < 0x10000u && (changed & made) == 0 && (made & 255u) == 0 ? 1.0 : 0.0;
}

/// The engine's ball of the number in a cell, as a distance from its bits.
cell engine_cell(const exec::region& r, std::uint64_t byte, double stored) {
  const exec::shadow_cell* at = r.shadow.find(byte / 4);
  if (at == nullptr || (at->tag != exec::shadow_tag::f32 && at->tag != exec::shadow_tag::derived)) return {};
  const std::uint64_t* words = r.shadow.words(byte / 4);
  cell out;
  double mid;
  std::memcpy(&mid, words, 8);
  std::memcpy(&out.radius, words + 1, 8);
  if (at->tag == exec::shadow_tag::derived) {
    const double factor = factor_of(at->source, stored);
    if (factor == 0) return {};
    mid *= factor, out.radius *= std::fabs(factor);
  }
  out.distance = mid == stored ? 0 : mid - stored;
  return out;
}

void compare_element(const exec::region& r, const emulated& run, const emulated& balls, std::uint64_t place, std::uint64_t byte, domain what, comparison& out) {
  float before, after;
  std::memcpy(&before, r.data.data() + byte, 4);
  std::memcpy(&after, run.arena.data() + place + byte, 4);
  ++out.elements;
  if (std::memcmp(&before, &after, 4) != 0) {
    if (++out.bits == 1) out.first = r.name + ": " + std::to_string(after) + " instead of " + std::to_string(before);
    return;
  }
  const double x = static_cast<double>(before);
  const cell engine = engine_cell(r, byte, x), device = cell_at(run, place + byte, what), ball = cell_at(balls, place + byte, domain::ball);
  if (!std::isfinite(device.distance) || !std::isfinite(ball.radius) || !std::isfinite(engine.radius) || !std::isfinite(engine.distance)) return static_cast<void>(++out.unknown);
  const double tags = what == domain::f64 ? 0x1p-18 * std::fabs(device.distance) : 0; // two bits of it may say what it is
  const double apart = std::fabs(engine.distance - device.distance), allowed = engine.radius + ball.radius + tags + 0x1p-149;
  out.worst = std::max(out.worst, apart / allowed);
  if (apart > allowed && ++out.apart == 1)
    out.first = r.name + '[' + std::to_string(byte / 4) + "]: device " + std::to_string(device.distance / std::fabs(x) * 0x1p24) + " +- " + std::to_string(ball.radius / std::fabs(x) * 0x1p24) + ", engine " +
                std::to_string(engine.distance / std::fabs(x) * 0x1p24) + " +- " + std::to_string(engine.radius / std::fabs(x) * 0x1p24) + " half ulps at " + std::to_string(x);
}

} // namespace

result<exec::run_record> run_original(const session::bound_case& c) {
  exec::run_plan plan;
  plan.domain = exec::ball_shadow();
  auto done = exec::run(*c.code->program, c.request, plan);
  if (!done) return done;
  if (!done->incomplete.empty()) return fail("incomplete: " + done->incomplete[0].what, {}, {});
  if (!done->faults.empty()) return fail("wrong without a shadow already", {}, {});
  return done;
}

comparison compare(const session::bound_case& c, const exec::run_record& engine, const emulated& run, const emulated& balls, domain what) {
  comparison out;
  for (std::size_t k = 0; k < c.request.buffers.size(); ++k) {
    const exec::buffer& b = c.request.buffers[k];
    if (b.role == exec::buffer_role::input) continue;
    const exec::region& r = *engine.buffers[k];
    for (std::uint64_t byte = 0; byte + 4 <= b.data.size(); byte += 4) {
      if (!r.is_written(byte, 4) || r.is_undefined(byte, 4)) continue;
      if (b.type == tensor::dtype::f32) compare_element(r, run, balls, run.where.buffers[k], byte, what, out);
      else if (++out.elements; std::memcmp(r.data.data() + byte, run.arena.data() + run.where.buffers[k] + byte, 4) != 0 && ++out.bits == 1) out.first = r.name + ": other bits at byte " + std::to_string(byte);
    }
  }
  return out;
}

} // namespace fpcheck::instrument::test

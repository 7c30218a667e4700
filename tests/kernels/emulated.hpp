#pragma once
#include "row_plans.hpp"

#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <cstring>
#include <fstream>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <vector>

/// Kernels of a committed .ptx under the emulator, called with a struct as their only argument.
namespace emulated {

/// A module, decoded; the program refers to the module.
class module {
public:
  explicit module(const std::string& path) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    auto parsed = fpcheck::ptx::parse(text.str(), path);
    if (parsed) module_ = std::move(*parsed);
    else error_ = parsed.error().text();
    auto program = fpcheck::exec::decode(module_);
    if (program) program_ = std::move(*program);
    else error_ += program.error().text();
  }
  const std::string& error() const { return error_; }
  const fpcheck::exec::program& code() const { return *program_; }

private:
  fpcheck::ptx::module module_;
  std::unique_ptr<fpcheck::exec::program> program_;
  std::string error_;
};

/// Runs `kernel` on copies of the buffers and copies them back. Returns what went wrong, or nothing.
template <class Arguments>
std::string run(const module& m, const std::string& kernel, unsigned grid, unsigned block, const Arguments& a, const std::vector<rows::member>& buffers) {
  namespace exec = fpcheck::exec;
  exec::run_request request;
  request.shadow = exec::shadow_kind::none;
  request.launches.resize(1);
  exec::launch& l = request.launches[0];
  l.kernel = kernel, l.grid = {grid, 1, 1}, l.block = {block, 1, 1};
  exec::argument argument;
  argument.bytes.resize(sizeof a);
  std::memcpy(argument.bytes.data(), &a, sizeof a);
  for (const rows::member& b : buffers) {
    exec::buffer device;
    device.role = exec::buffer_role::inout;
    device.type = fpcheck::tensor::dtype::u8;
    device.shape = {b.host.size()};
    device.data.assign(b.host.begin(), b.host.end());
    argument.pointers.push_back({static_cast<std::uint32_t>(b.offset), static_cast<std::uint32_t>(request.buffers.size()), 0});
    request.buffers.push_back(std::move(device));
  }
  l.arguments.push_back(std::move(argument));
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  const auto record = exec::run(m.code(), request, plan);
  if (!record) return record.error().text();
  if (!record->incomplete.empty()) return "incomplete: " + record->incomplete[0].what;
  if (!record->faults.empty()) return "fault at instruction " + std::to_string(record->faults[0].pc) + " " + record->faults[0].detail;
  for (std::size_t i = 0; i < buffers.size(); ++i)
    std::memcpy(buffers[i].host.data(), record->buffers[i]->data.data(), buffers[i].host.size());
  return {};
}

} // namespace emulated

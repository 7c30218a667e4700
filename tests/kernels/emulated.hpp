#pragma once
#include "row_request.hpp"

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
std::string run(const module& m, const std::string& kernel, unsigned grid, unsigned block, const Arguments& a, const std::vector<rows::member>& buffers,
                launch_extras extras = {}) {
  namespace exec = fpcheck::exec;
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  const auto record = exec::run(m.code(), request_of(kernel, grid, block, a, buffers, extras), plan);
  if (!record) return record.error().text();
  if (!record->incomplete.empty()) return "incomplete: " + record->incomplete[0].what;
  if (!record->faults.empty()) return "fault at instruction " + std::to_string(record->faults[0].pc) + " " + record->faults[0].detail;
  for (std::size_t i = 0; i < buffers.size(); ++i)
    std::memcpy(buffers[i].host.data(), record->buffers[i]->data.data(), buffers[i].host.size());
  return {};
}

} // namespace emulated

#pragma once
#include "row_plans.hpp"

#include <fpcheck/exec/launch.hpp>

#include <cstring>
#include <span>
#include <string>
#include <vector>

/// Launches of kernels that take a struct as their only argument, as requests to whoever runs them.
namespace emulated {

/// What a launch has besides a grid and a block.
struct launch_extras {
  unsigned cluster = 0, dynamic_shared = 0; ///< CTAs of a cluster, bytes
};

/// A launch of `kernel` on copies of the buffers.
template <class Arguments>
fpcheck::exec::run_request request_of(const std::string& kernel, unsigned grid, unsigned block, const Arguments& a, const std::vector<rows::member>& buffers, launch_extras extras) {
  namespace exec = fpcheck::exec;
  exec::run_request request;
  request.shadow = exec::shadow_kind::none;
  request.launches.resize(1);
  exec::launch& l = request.launches[0];
  l.kernel = kernel, l.grid = {grid, 1, 1}, l.block = {block, 1, 1};
  l.dynamic_shared = extras.dynamic_shared;
  if (extras.cluster != 0) l.cluster = exec::dim3{extras.cluster, 1, 1};
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
  return request;
}

/// Wraps `run(name, grid, block, arguments, members, extras)` for kernels on clusters of as many CTAs as a row has parts, which read
/// `inputs` tensors; the word from which rows are drawn is 0 before.
template <class Plan, class Run>
auto on_clusters(const Run& run, unsigned inputs) {
  return [=](const std::string& name, unsigned grid, unsigned block, const auto& a, const std::vector<rows::member>& members) {
    for (const rows::member& m : members)
      if (m.offset == offsetof(std::decay_t<decltype(a)>, exchange)) std::memset(m.host.data(), 0, sizeof(std::uint64_t));
    const auto landing = static_cast<unsigned>(Plan::schedule::capacity * static_cast<int>(sizeof(fpcheck::code_type<typename Plan::in>))) * inputs;
    return run(name, grid, block, a, members, launch_extras{static_cast<unsigned>(a.parts), landing});
  };
}

} // namespace emulated

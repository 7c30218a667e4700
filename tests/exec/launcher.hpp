#pragma once
#include <fpcheck/exec/launch.hpp>

#include <cstring>
#include <string>
#include <vector>

namespace fpcheck::exec {

/// Collects buffers and arguments of one launch.
class launcher {
public:
  launcher(std::string kernel, dim3 grid, dim3 block) {
    launch_.kernel = std::move(kernel);
    launch_.grid = grid;
    launch_.block = block;
  }
  template <class T>
  launcher& in(const std::vector<T>& values, tensor::dtype type = tensor::dtype::f32) { return buffer_of(values, type, buffer_role::input); }
  template <class T>
  launcher& inout(const std::vector<T>& values, tensor::dtype type = tensor::dtype::f32) { return buffer_of(values, type, buffer_role::inout); }
  launcher& out(std::size_t count, tensor::dtype type = tensor::dtype::f32) {
    return buffer_of(std::vector<std::byte>(count * tensor::size_of(type)), type, buffer_role::output);
  }
  template <class T>
  launcher& value(T v) {
    argument a;
    a.bytes.resize(sizeof(T));
    std::memcpy(a.bytes.data(), &v, sizeof(T));
    launch_.arguments.push_back(std::move(a));
    return *this;
  }
  run_request request() const {
    run_request r = base_;
    r.launches.push_back(launch_);
    return r;
  }

private:
  template <class T>
  launcher& buffer_of(const std::vector<T>& values, tensor::dtype type, buffer_role role) {
    buffer b;
    b.name = std::to_string(launch_.arguments.size());
    b.role = role;
    b.type = type;
    b.data.resize(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(b.data.data(), values.data(), b.data.size());
    b.shape = {b.data.size() / tensor::size_of(type)};
    argument a;
    a.bytes.resize(8);
    a.pointers.push_back({0, static_cast<std::uint32_t>(base_.buffers.size()), 0});
    base_.buffers.push_back(std::move(b));
    launch_.arguments.push_back(std::move(a));
    return *this;
  }
  run_request base_;
  launch launch_;
};

} // namespace fpcheck::exec

#pragma once
#include <fpcheck/c.h>
#include <fpcheck/tensor/array.hpp>

#include <string>

namespace fpcheck::c {

/// A row-major copy of the tensor. `name` is for messages. Error: it is malformed, not in the CPU's memory, or of an element
/// type that fpcheck has no name for.
result<tensor::array> read(const fpcheck_tensor* t, const std::string& name);
/// Writes the elements of `a` where `t` has its own. Error: as `read`, or another type or shape.
result<void> write(const tensor::array& a, const fpcheck_tensor& t, const std::string& name);

} // namespace fpcheck::c

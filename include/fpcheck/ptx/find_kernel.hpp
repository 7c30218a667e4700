#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/ptx/module.hpp>

#include <string>
#include <string_view>

namespace fpcheck::ptx {

/// The source name of a mangled C++ name, "softmax(float*, float const*, int)"; other names are returned as they are.
std::string demangle(std::string_view name);

/// The kernel that `query` names: its name in the PTX; its demangled name or a prefix of it ("ns::softmax",
/// "softmax<float>"), with or without namespaces; or `regex:PATTERN`, searched in both names. An empty query names the
/// module's only kernel. Returns its index into module::functions.
/// Error: no such kernel (with a suggestion), several of them (they are listed), or a malformed pattern.
result<index> find_kernel(const module& m, std::string_view query);

} // namespace fpcheck::ptx

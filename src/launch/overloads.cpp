#include <fpcheck/launch/overloads.hpp>

#include <algorithm>

namespace fpcheck::launch {
namespace {

/// How many parameters have the type that the mangled name tells.
std::size_t agreeing(const kernel_signature& k, const demangled_kernel& name, const source_signatures& signatures) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < std::min(k.parameters.size(), name.parameter_types.size()); ++i) {
    const value_type told = parse_type(name.parameter_types[i], signatures.structs), &written = k.parameters[i].type;
    out += told.pointers == written.pointers && told.element == written.element && told.lanes == written.lanes && told.structure == written.structure ? 1 : 0;
  }
  return out;
}

} // namespace

const kernel_signature* signature_of(const demangled_kernel& name, std::size_t count, const source_signatures& signatures) {
  const kernel_signature* out = nullptr;
  const auto rank = [&](const kernel_signature& k) { return std::pair(k.parameters.size() == count, agreeing(k, name, signatures)); };
  for (const kernel_signature& k : signatures.kernels)
    if (k.name == name.base && (out == nullptr || rank(k) > rank(*out))) out = &k;
  return out;
}

} // namespace fpcheck::launch

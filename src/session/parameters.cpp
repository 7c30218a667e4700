#include "binder.hpp"

#include <fpcheck/launch/overloads.hpp>

#include <algorithm>

namespace fpcheck::session {
namespace {

/// Sizes as the PTX has them must be those of the source's types, or the two do not belong together.
bool fits(const launch::value_type& type, const ptx::variable& v, const launch::source_signatures& signatures) {
  const std::uint32_t bytes = launch::size_of(type, signatures.structs);
  return bytes == 0 || v.size == 0 || bytes == v.size;
}

} // namespace

std::optional<tensor::dtype> dtype_of(ptx::modifier type) {
  using tensor::dtype;
  switch (type) {
  case ptx::modifier::f16:
    return dtype::f16;
  case ptx::modifier::bf16:
    return dtype::bf16;
  case ptx::modifier::f32:
    return dtype::f32;
  case ptx::modifier::f64:
    return dtype::f64;
  case ptx::modifier::s8:
    return dtype::i8;
  case ptx::modifier::u8:
    return dtype::u8;
  case ptx::modifier::s16:
    return dtype::i16;
  case ptx::modifier::u16:
    return dtype::u16;
  case ptx::modifier::s32:
    return dtype::i32;
  case ptx::modifier::u32:
    return dtype::u32;
  case ptx::modifier::s64:
    return dtype::i64;
  case ptx::modifier::u64:
    return dtype::u64;
  default:
    return std::nullopt;
  }
}

result<std::vector<bound_parameter>> parameters_of(const ptx::module& module, const ptx::function& kernel,
                                                   const launch::source_signatures& signatures) {
  const launch::demangled_kernel name = launch::demangle_kernel(kernel.name);
  const launch::kernel_signature* source = launch::signature_of(name, kernel.parameters.size(), signatures);
  if (source != nullptr && source->parameters.size() != kernel.parameters.size())
    return fail("the kernel " + name.display + " has " + std::to_string(kernel.parameters.size()) +
                    " parameters in the PTX, but " + std::to_string(source->parameters.size()) + " in the source",
                source->where, "is the PTX older than the source?");
  std::vector<bound_parameter> out;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    bound_parameter p{std::to_string(i), std::nullopt, &module.variables[kernel.parameters[i]]};
    if (source != nullptr) {
      if (!source->parameters[i].name.empty()) p.name = source->parameters[i].name;
      p.type = source->parameters[i].type;
    }
    const bool vague = !p.type || (!p.type->element && p.type->structure.empty());
    if (vague && name.parameter_types.size() == kernel.parameters.size())
      p.type = launch::parse_type(name.parameter_types[i], signatures.structs);
    if (p.type && !fits(*p.type, *p.variable, signatures))
      return fail("parameter " + p.name + " of " + name.display + " (" + p.type->spelling + ") has " +
                      std::to_string(p.variable->size) + " bytes in the PTX",
                  source != nullptr ? source->where : source_location{module.file},
                  "is the PTX older than the source?");
    out.push_back(std::move(p));
  }
  return out;
}

} // namespace fpcheck::session

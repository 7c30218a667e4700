#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::launch {

/// A type as far as a launch needs to know it: an element type repeated, a struct, or a pointer to one.
struct value_type {
  std::string spelling;                 ///< as written, "const __half2 *"
  int pointers = 0;                     ///< levels of indirection
  bool pointee_const = false;           ///< what the outermost pointer points to is const
  std::optional<tensor::dtype> element; ///< of the value or of what is pointed to; nothing for structs and void
  std::uint32_t lanes = 1;              ///< 4 for float4, 2 for half2
  std::uint32_t alignment = 0;          ///< bytes, of a value that is no pointer
  std::string structure;                ///< its name, if it is one that the source defines

  bool is_pointer() const { return pointers > 0; }
};

/// A parameter of a kernel.
struct kernel_parameter {
  std::string name; ///< empty where the source gives none
  value_type type;
};

/// A `__global__` function with a body or a declaration.
struct kernel_signature {
  std::string name;                             ///< unqualified
  std::string scope;                            ///< the namespaces that it stands in: "a::b::"
  std::vector<std::string> template_parameters; ///< names, empty for a plain function
  bool has_pack = false;                        ///< the last template parameter is a pack
  std::vector<kernel_parameter> parameters;
  source_location where;
};

/// A leaf of a struct: a scalar, a vector or a pointer at a byte offset.
struct struct_field {
  std::string name; ///< "a", "inner.b", "v[2]"
  std::uint32_t offset = 0;
  value_type type;
};

/// A struct's layout by the rules of the C++ ABI that nvcc uses.
struct struct_layout {
  std::uint32_t size = 0, alignment = 1;
  bool complete = true; ///< false where a member's type is not understood
  std::vector<struct_field> fields;
};

/// What a scan of a source file found.
struct source_signatures {
  std::vector<kernel_signature> kernels;
  std::map<std::string, struct_layout> structs;
};

/// The kernels and structs of CUDA source text. It never fails: what it does not understand is left out. Comments,
/// strings, `#if 0`, object- and function-like macros, typedefs and using-aliases are seen through. `headers`: the text of what it includes,
/// for its structs, aliases and macros.
source_signatures scan_signatures(std::string_view source, const std::string& file, std::string_view headers = {});

/// The type that the words of a C++ type name, "const float *" or "__nv_bfloat162"; `structs` tells which names are structs.
value_type parse_type(const std::string& spelling, const std::map<std::string, struct_layout>& structs = {});
/// The bytes of a value of this type; 0 where that is not known.
std::uint32_t size_of(const value_type& type, const std::map<std::string, struct_layout>& structs);

/// A demangled kernel name in its parts.
struct demangled_kernel {
  std::string display; ///< "ns::k<float, 128>"
  std::string base;    ///< "k"
  std::vector<std::string> template_arguments;
  std::vector<std::string> parameter_types; ///< empty for an extern "C" name, which carries none
};
/// The parts of a mangled or plain name.
demangled_kernel demangle_kernel(const std::string& mangled);

} // namespace fpcheck::launch

#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fpcheck::tensor {

/// The type of a tensor's elements; one enumerator for each row of `dtype.def`.
enum class dtype : std::uint8_t {
#define FPCHECK_DTYPE(name, text, aliases, bytes, kind, npy, safetensors) name,
#include <fpcheck/tensor/dtype.def>
#undef FPCHECK_DTYPE
};

/// What sort of number an element is.
enum class dtype_class : std::uint8_t { real, signed_integer, unsigned_integer, logical };

/// All dtypes, in the order of the table.
const std::vector<dtype>& all_dtypes();
/// The name as users write it, "bf16".
std::string_view name(dtype type);
/// The bytes of one element. Range: 1, 2, 4 or 8.
std::size_t size_of(dtype type);
/// What sort of number an element is.
dtype_class class_of(dtype type);
/// Whether elements are floating-point numbers.
inline bool is_real(dtype type) {
  return class_of(type) == dtype_class::real;
}
/// The descr that stands for `type` in a .npy header, without its byte order, "f4".
std::string_view npy_name(dtype type);
/// The name that stands for `type` in a .safetensors header, "F8_E4M3", or empty.
std::string_view safetensors_name(dtype type);
/// The dtype called `text`, by any of its names, in upper or lower case.
std::optional<dtype> find_dtype(std::string_view text);
/// The dtype called `text`. Error: an unknown name, with the nearest known one as a hint.
result<dtype> parse_dtype(std::string_view text);

} // namespace fpcheck::tensor

#pragma once
#include <fpcheck/expr/commands.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/testing/numbers.hpp>

#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace fpcheck::tensor {
/// Shows a tensor in GoogleTest's messages: its type, shape and first elements.
void PrintTo(const array& a, std::ostream* out);
/// The same for counterexamples of RapidCheck.
void showValue(const array& a, std::ostream& out);
} // namespace fpcheck::tensor

namespace fpcheck::testing {

/// The element type with the format of `row`. Error: tensors have no such element type.
result<tensor::dtype> element_type(const format_row& row);

/// The element type that stands for T in tensors: a number, an integer of a fixed width, or bool.
template <class T>
result<tensor::dtype> element_type() {
  using enum tensor::dtype;
  if constexpr (std::is_same_v<T, double>)
    return f64;
  else if constexpr (std::is_same_v<T, bool>)
    return boolean;
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return sizeof(T) == 8 ? i64 : sizeof(T) == 4 ? i32 : sizeof(T) == 2 ? i16 : i8;
  else if constexpr (std::is_integral_v<T>)
    return sizeof(T) == 8 ? u64 : sizeof(T) == 4 ? u32 : sizeof(T) == 2 ? u16 : u8;
  else if constexpr (std::is_same_v<T, float>)
    return f32;
  else
    return element_type(T::row);
}

/// A tensor of the elements of `values`, bit for bit. Requires: the shape has as many elements.
template <class T>
result<tensor::array> to_tensor(std::span<const T> values, const tensor::shape& extents) {
  const auto type = element_type<T>();
  if (!type) return tl::unexpected(type.error());
  tensor::array out(*type, extents);
  if (out.size() != values.size())
    return fail(std::to_string(values.size()) + " elements do not make " + tensor::text(extents));
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t code = 0;
    if constexpr (std::is_integral_v<T>)
      code = static_cast<std::uint64_t>(values[i]);
    else
      code = to_code(values[i]);
    tensor::store_code(*type, out.data.data() + i * sizeof(T), code);
  }
  return out;
}
/// A vector as a tensor of one extent.
template <class T>
result<tensor::array> to_tensor(const std::vector<T>& values) {
  return to_tensor(std::span<const T>(values), {values.size()});
}
/// A number as a scalar.
template <class T>
requires(std::is_arithmetic_v<T> || generated_number<T>) result<tensor::array> to_tensor(const T& value) {
  return to_tensor(std::span<const T>(&value, 1), {});
}
/// Itself.
inline result<tensor::array> to_tensor(const tensor::array& a) {
  return a;
}
inline result<tensor::array> to_tensor(const result<tensor::array>& a) {
  return a;
}

/// Values by name, for expressions: `inputs{{"x", x}, {"eps", 1e-5}, {"N", 4}}`. A number is a scalar of its own type, an
/// integer defines a dimension too.
class inputs {
public:
  /// A name and what it stands for.
  struct entry {
    std::string name;
    result<tensor::array> value;
    template <class T>
    entry(std::string n, const T& v) : name(std::move(n)), value(to_tensor(v)) {}
  };
  inputs() = default;
  inputs(std::initializer_list<entry> entries);
  explicit inputs(expr::named_inputs values) : values_(std::move(values)) {}

  /// What the names stand for. Error: a value that is no tensor.
  result<expr::named_inputs> named() const;
  /// These and, for names that are not among them, those of `base`.
  inputs over(const inputs& base) const;

private:
  expr::named_inputs values_;
  std::vector<diagnostic> errors_;
};

} // namespace fpcheck::testing

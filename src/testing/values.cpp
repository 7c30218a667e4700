#include <fpcheck/testing/values.hpp>

#include <cstdio>
#include <ostream>

namespace fpcheck::tensor {

void PrintTo(const array& a, std::ostream* out) {
  constexpr std::uint64_t most = 8;
  *out << text(a.shape) << ' ' << name(a.type) << " [";
  for (std::uint64_t i = 0; i < a.size() && i < most; ++i) {
    char number[40];
    std::snprintf(number, sizeof number, "%.9g", a.value(i));
    *out << (i > 0 ? ", " : "") << number;
  }
  *out << (a.size() > most ? ", ...]" : "]");
}

void showValue(const array& a, std::ostream& out) {
  PrintTo(a, &out);
}

} // namespace fpcheck::tensor

namespace fpcheck::testing {

result<tensor::dtype> element_type(const format_row& row) {
  for (const tensor::dtype type : tensor::all_dtypes())
    if (const format_row* own = tensor::format_of(type); own != nullptr && *own == row) return type;
  return fail("tensors have no element type of this format");
}

inputs::inputs(std::initializer_list<entry> entries) {
  for (const entry& e : entries) {
    if (!e.value) {
      errors_.push_back(e.value.error());
      continue;
    }
    if (e.value->shape.empty() && !tensor::is_real(e.value->type)) values_.dimensions[e.name] = e.value->integer(0);
    values_.tensors.emplace(e.name, *e.value);
  }
  for (const auto& [name, value] : values_.dimensions) values_.tensors.erase(name);
}

inputs inputs::over(const inputs& base) const {
  inputs out = *this;
  out.values_.tensors.insert(base.values_.tensors.begin(), base.values_.tensors.end());
  out.values_.dimensions.insert(base.values_.dimensions.begin(), base.values_.dimensions.end());
  out.values_.scalars.insert(base.values_.scalars.begin(), base.values_.scalars.end());
  out.values_.round.insert(base.values_.round.begin(), base.values_.round.end());
  out.errors_.insert(out.errors_.end(), base.errors_.begin(), base.errors_.end());
  return out;
}

result<expr::named_inputs> inputs::named() const {
  if (!errors_.empty()) return tl::unexpected(errors_[0]);
  return values_;
}

} // namespace fpcheck::testing

#include "dlpack.hpp"

#include <cstring>
#include <optional>

namespace fpcheck::c {
namespace {

using tensor::dtype;

constexpr int largest_rank = 32;
constexpr std::uint64_t largest_bytes = std::uint64_t{1} << 40;

/// DLPack's type codes beside the element types. Source: DLPack 1.1, DLDataTypeCode.
struct dlpack_type {
  std::uint8_t code, bits;
  dtype type;
};
constexpr dlpack_type types[] = {
    {0, 8, dtype::i8},       {0, 16, dtype::i16},      {0, 32, dtype::i32},        {0, 64, dtype::i64},
    {1, 8, dtype::u8},       {1, 16, dtype::u16},      {1, 32, dtype::u32},        {1, 64, dtype::u64},
    {2, 16, dtype::f16},     {2, 32, dtype::f32},      {2, 64, dtype::f64},        {4, 16, dtype::bf16},
    {6, 8, dtype::boolean},  {7, 8, dtype::e3m4},      {9, 8, dtype::e4m3b11fnuz}, {10, 8, dtype::e4m3fn},
    {11, 8, dtype::e4m3fnuz}, {12, 8, dtype::e5m2},    {13, 8, dtype::e5m2fnuz},   {14, 8, dtype::e8m0fnu},
    {15, 8, dtype::e2m3fn},  {16, 8, dtype::e3m2fn},   {17, 8, dtype::e2m1fn}};

std::optional<dtype> type_of(const fpcheck_tensor& t) {
  for (const dlpack_type& row : types)
    if (row.code == t.dtype_code && row.bits == t.dtype_bits) return row.type;
  return std::nullopt;
}

diagnostic wrong(const std::string& name, std::string what, std::string hint = {}) {
  return {std::move(what), {name}, {}, std::move(hint)};
}

/// Where the elements lie, checked.
result<tensor::view> look(const fpcheck_tensor* t, const std::string& name) {
  if (t == nullptr) return tl::unexpected(wrong(name, "the tensor is NULL"));
  if (t->device_type != 1) return tl::unexpected(wrong(name, "the tensor is not in the CPU's memory", "copy it there first"));
  if (t->dtype_lanes != 1) return tl::unexpected(wrong(name, "elements of several lanes are not read"));
  const auto type = type_of(*t);
  if (!type)
    return tl::unexpected(wrong(name, "no element type has the DLPack code " + std::to_string(t->dtype_code) + " with " +
                                          std::to_string(t->dtype_bits) + " bits"));
  if (t->ndim < 0 || t->ndim > largest_rank)
    return tl::unexpected(wrong(name, std::to_string(t->ndim) + " is no number of extents"));
  if (t->ndim > 0 && t->shape == nullptr) return tl::unexpected(wrong(name, "the shape is NULL"));
  tensor::view out;
  out.type = *type;
  for (int i = 0; i < t->ndim; ++i) {
    if (t->shape[i] < 0) return tl::unexpected(wrong(name, "the extent " + std::to_string(t->shape[i]) + " is negative"));
    out.shape.push_back(static_cast<std::uint64_t>(t->shape[i]));
  }
  const std::size_t bytes = tensor::size_of(*type);
  const auto count = tensor::element_count(out.shape, bytes);
  if (!count || *count * bytes > largest_bytes) return tl::unexpected(wrong(name, tensor::text(out.shape) + " elements do not fit memory"));
  if (*count > 0 && t->data == nullptr) return tl::unexpected(wrong(name, "the data are NULL"));
  auto stride = static_cast<std::int64_t>(bytes);
  out.strides.resize(out.shape.size());
  for (std::size_t i = out.shape.size(); i-- > 0;) {
    if (t->strides != nullptr && __builtin_mul_overflow(t->strides[i], static_cast<std::int64_t>(bytes), &out.strides[i]))
      return tl::unexpected(wrong(name, "the stride " + std::to_string(t->strides[i]) + " is too large"));
    if (t->strides == nullptr) out.strides[i] = stride;
    stride *= static_cast<std::int64_t>(std::max<std::uint64_t>(out.shape[i], 1));
  }
  out.data = static_cast<const std::byte*>(t->data) + (*count > 0 ? t->byte_offset : 0);
  return out;
}

} // namespace

result<tensor::array> read(const fpcheck_tensor* t, const std::string& name) {
  const auto view = look(t, name);
  if (!view) return tl::unexpected(view.error());
  return tensor::copy(*view);
}

result<void> write(const tensor::array& a, const fpcheck_tensor& t, const std::string& name) {
  const auto view = look(&t, name);
  if (!view) return tl::unexpected(view.error());
  if (a.type != view->type || tensor::element_count(a.shape) != tensor::element_count(view->shape))
    return tl::unexpected(wrong(name, "the buffer is " + tensor::text(a.shape) + ' ' + std::string(tensor::name(a.type)) +
                                          ", but the tensor is " + tensor::text(view->shape) + ' ' + std::string(tensor::name(view->type))));
  std::vector<std::uint64_t> indices(view->shape.size());
  const std::size_t bytes = tensor::size_of(a.type);
  for (std::uint64_t i = 0; i < a.size(); ++i) {
    std::uint64_t rest = i;
    for (std::size_t d = indices.size(); d-- > 0; rest /= view->shape[d]) indices[d] = rest % view->shape[d];
    std::memcpy(const_cast<std::byte*>(view->at(indices)), a.data.data() + i * bytes, bytes);
  }
  return {};
}

} // namespace fpcheck::c

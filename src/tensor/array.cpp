#include <fpcheck/tensor/array.hpp>

#include <cstring>
#include <limits>

namespace fpcheck::tensor {

std::optional<std::uint64_t> element_count(const shape& extents, std::size_t bytes) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  std::uint64_t count = 1;
  for (const std::uint64_t n : extents)
    if (n == 0) return 0;
  for (const std::uint64_t n : extents) {
    if (count > most / n) return std::nullopt;
    count *= n;
  }
  if (bytes != 0 && count > most / bytes) return std::nullopt;
  return count;
}

std::string text(const shape& extents) {
  if (extents.empty()) return "scalar";
  std::string out;
  for (const std::uint64_t n : extents) {
    if (!out.empty()) out += 'x';
    out += std::to_string(n);
  }
  return out;
}

std::string printable(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text.substr(0, 60)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f)
      out += c;
    else
      out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  }
  return text.size() > 60 ? out + "..." : out;
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  out += printable(text);
  return out += '\'';
}

array::array(dtype t, tensor::shape extents) : type(t), shape(std::move(extents)) {
  data.resize(element_count(shape, size_of(type)).value_or(0) * size_of(type));
}

const std::byte* view::at(std::span<const std::uint64_t> indices) const {
  const std::byte* p = data;
  for (std::size_t d = 0; d < indices.size(); ++d) p += static_cast<std::int64_t>(indices[d]) * strides[d];
  return p;
}

view view_of(const array& a) {
  view v{a.type, a.shape, std::vector<std::int64_t>(a.shape.size()), a.data.data()};
  std::int64_t stride = static_cast<std::int64_t>(size_of(a.type));
  for (std::size_t d = a.shape.size(); d-- > 0;) {
    v.strides[d] = stride;
    stride *= static_cast<std::int64_t>(a.shape[d]);
  }
  return v;
}

view transposed(const view& v) {
  return {v.type, {v.shape.rbegin(), v.shape.rend()}, {v.strides.rbegin(), v.strides.rend()}, v.data};
}

array copy(const view& v) {
  array out(v.type, v.shape);
  const std::size_t bytes = size_of(v.type);
  std::vector<std::uint64_t> indices(v.shape.size(), 0);
  for (std::uint64_t i = 0, n = out.size(); i < n; ++i) {
    std::memcpy(out.data.data() + i * bytes, v.at(indices), bytes);
    for (std::size_t d = indices.size(); d-- > 0;) {
      if (++indices[d] < v.shape[d]) break;
      indices[d] = 0;
    }
  }
  return out;
}

result<array> reinterpret(array a, dtype type) {
  if (a.type == type) return a;
  const bool codes =
      class_of(a.type) == dtype_class::unsigned_integer || class_of(type) == dtype_class::unsigned_integer;
  if (size_of(a.type) != size_of(type) || !codes)
    return fail("the tensor holds " + std::string(name(a.type)) + ", not " + std::string(name(type)));
  a.type = type;
  return a;
}

} // namespace fpcheck::tensor

#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/kernels/fingerprint.hpp>
#include <fpcheck/kernels/product_tangent.hpp>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

/// Launches of kernels of the committed .ptx, as requests to whoever runs them.
namespace requests {

using namespace fpcheck;
using namespace fpcheck::kernels;

/// The name of the kernel of a PTX text that contains `part`.
inline std::string entry_of(std::string_view ptx, std::string_view part) {
  for (std::size_t at = ptx.find(".entry "); at != std::string_view::npos; at = ptx.find(".entry ", at + 1)) {
    const std::string_view name = ptx.substr(at + 7, ptx.find('(', at) - at - 7);
    if (name.find(part) != std::string_view::npos) return std::string(name);
  }
  return {};
}

template <class T>
std::uint32_t add_buffer(exec::run_request& r, const std::vector<T>& values, tensor::dtype type, exec::buffer_role role) {
  exec::buffer b;
  b.name = std::to_string(r.buffers.size()), b.role = role, b.type = type;
  b.data.resize(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(b.data.data(), values.data(), b.data.size());
  b.shape = {b.data.size() / tensor::size_of(type)};
  r.buffers.push_back(std::move(b));
  return static_cast<std::uint32_t>(r.buffers.size() - 1);
}
inline exec::argument pointer_to(std::uint32_t buffer) { return {std::vector<std::byte>(8), {{0, buffer, 0}}}; }
template <class T>
exec::argument value_of(const T& v) {
  exec::argument a{std::vector<std::byte>(sizeof v), {}};
  std::memcpy(a.bytes.data(), &v, sizeof v);
  return a;
}

inline constexpr std::size_t product_result = 4; ///< the buffer of the tangents

/// The tangents of a product as the device takes them: greatest magnitude, digits, integer tensor cores.
inline exec::run_request product(std::string_view ptx, const std::vector<float>& a, const product_shape& s, const directions& d, std::uint64_t moving, std::uint32_t groups) {
  using role = exec::buffer_role;
  exec::run_request r;
  r.shadow = exec::shadow_kind::none;
  std::vector<std::uint32_t> words;
  for (std::uint32_t g = 0; g < groups; ++g)
    for (std::uint64_t i = 0; i < moving; ++i) words.push_back(sign_word(d, i, g));
  const std::uint32_t of_a = add_buffer(r, a, tensor::dtype::f32, role::input), most = add_buffer(r, std::vector<std::uint64_t>{0}, tensor::dtype::u64, role::inout);
  const std::vector<std::uint32_t> cut(std::size_t{s.steps()} * s.row_tiles() * product_digits * lanes * 4);
  const std::uint32_t digits = add_buffer(r, cut, tensor::dtype::u32, role::output), signs = add_buffer(r, words, tensor::dtype::u32, role::input);
  const std::vector<double> tangents(std::size_t{s.rows} * s.fibres * groups * probes_per_group);
  const std::uint32_t result = add_buffer(r, tangents, tensor::dtype::f64, role::output);
  const auto launch = [&](std::string_view kernel, exec::dim3 grid, exec::dim3 block, std::vector<exec::argument> arguments) {
    exec::launch l;
    l.kernel = entry_of(ptx, kernel), l.grid = grid, l.block = block, l.arguments = std::move(arguments);
    r.launches.push_back(std::move(l));
  };
  launch("greatest_kernel", {3, 1, 1}, {256, 1, 1}, {pointer_to(of_a), value_of(std::uint64_t{a.size()}), pointer_to(most)});
  launch("product_digits", {s.steps(), s.row_tiles(), 1}, {lanes, 1, 1}, {pointer_to(of_a), value_of(s), pointer_to(most), pointer_to(digits)});
  launch("product_tangents", {(s.fibres + fibres_per_block - 1) / fibres_per_block, groups, s.row_tiles()}, {fibres_per_block * lanes, 1, 1},
         {pointer_to(digits), value_of(s), pointer_to(most), pointer_to(signs), value_of(moving), pointer_to(result)});
  return r;
}

/// One product to try: A, its extents and the directions in which the other factor moves.
struct product_case {
  std::vector<float> a;
  product_shape shape;
  directions d;
  std::uint64_t moving;
  std::uint32_t groups;
};

/// Products X W with W moving, its columns the fibres, and with X moving, A the transpose of W.
inline std::vector<product_case> product_cases() {
  struct extents {
    std::uint32_t rows, inner, fibres, groups;
  };
  std::vector<product_case> out;
  for (const extents e : {extents{19, 45, 11, 2}, extents{16, 32, 8, 1}, extents{1, 1, 1, 1}, extents{33, 100, 3, 1}}) {
    const std::uint64_t moving = std::uint64_t{e.inner} * e.fibres;
    std::vector<float> a;
    for (std::uint32_t i = 0; i < e.rows * e.inner; ++i)
      a.push_back((2.0f * static_cast<float>(fmix32(i ^ e.rows << 16) >> 8) * 0x1p-24f - 1) * (i % 5 == 0 ? 1e-3f : 3.0f));
    for (const product_shape& s : {product_shape{e.rows, e.inner, e.fibres, e.inner, 1, e.fibres, 1, e.fibres, 1}, product_shape{e.rows, e.inner, e.fibres, 1, e.rows, 1, e.inner, 1, e.rows}})
      out.push_back({a, s, directions{e.rows + 5, 0, moving}, moving, e.groups});
  }
  return out;
}

/// Bytes to take a fingerprint of.
inline std::vector<std::uint8_t> some_bytes(std::uint64_t n) {
  std::vector<std::uint8_t> out(n);
  for (std::uint64_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(fmix64(i));
  return out;
}
/// Numbers of bytes whose trees are of every kind; the last has two nodes below the top.
inline constexpr std::uint64_t tree_sizes[] = {1, 8193, 100001, 8395000};

/// The fingerprint in one launch: leaves, what is above and the digest are buffers 1, 2 and 3. The slots are as a launch of another tag
/// left them.
inline exec::run_request short_tree(std::string_view ptx, const std::vector<std::uint8_t>& data, const fingerprint_key& key) {
  using role = exec::buffer_role;
  const std::uint64_t leaves = leaf_count(data.size()), parents = parent_count(leaves);
  const auto blocks = static_cast<std::uint32_t>((leaves + 7) / 8);
  std::vector<std::uint64_t> slots(2 * blocks);
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = fmix64(i);
  exec::run_request r;
  r.shadow = exec::shadow_kind::none;
  const std::uint32_t in = add_buffer(r, data, tensor::dtype::u8, role::input);
  const std::uint32_t of_leaves = add_buffer(r, std::vector<std::uint64_t>(leaves), tensor::dtype::u64, role::output);
  const std::uint32_t above = add_buffer(r, std::vector<std::uint64_t>(parents + (parents > 1 ? 1 : 0)), tensor::dtype::u64, role::output);
  const std::uint32_t digest = add_buffer(r, std::vector<std::uint64_t>(1), tensor::dtype::u64, role::output), of_slots = add_buffer(r, slots, tensor::dtype::u64, role::inout);
  exec::argument to = value_of(kernels::short_tree{nullptr, nullptr, nullptr, nullptr, 0x1234567890abcdefu});
  to.pointers = {{offsetof(kernels::short_tree, leaves), of_leaves, 0}, {offsetof(kernels::short_tree, parents), above, 0},
                 {offsetof(kernels::short_tree, digest), digest, 0}, {offsetof(kernels::short_tree, slots), of_slots, 0}};
  exec::launch l;
  l.kernel = entry_of(ptx, "fingerprint_short_tree"), l.grid = {blocks, 1, 1}, l.block = {256, 1, 1};
  l.arguments = {pointer_to(in), value_of(std::uint64_t{data.size()}), value_of(key), std::move(to)};
  r.launches.push_back(std::move(l));
  return r;
}

} // namespace requests

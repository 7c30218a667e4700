#include <fpcheck/tolerance/accumulation.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::tolerance {
namespace {

/// What an instruction does to a sum. A step adds `step` products and the accumulator, M the largest of them in magnitude: every one is cut by
/// less than 2^-kept M, and the sum by 2^-fraction of itself. A sum of n products takes n / step steps, M is no more than the sum
/// of all magnitudes S, so that the error stays below n (2^-kept (1 + 1 / step) + 2^-fraction / step) S. Sums that go into wider ones after
/// `depth` products have a sixteenth more, which the roundings of 2^21 / `depth` such additions stay below.
struct tensor_core_row {
  std::string_view name;
  int kept, fraction, step, longest;
  std::int64_t depth;
};
// The shortest step that an instruction of the name has: with it the bound is largest. The longest: of the sparse ones, whose products that are no zeros
// lie so far apart. Source: tests/gpu/RESULTS.md.
constexpr tensor_core_row rows[] = {
    {"wgmma.fp8", 13, 13, 32, 64, 128}, {"mma.tf32", 25, 23, 4, 16, 0}, {"wgmma.tf32", 25, 23, 8, 16, 0},  {"mma.fp8", 25, 23, 8, 64, 0},
    {"mma.f16", 25, 23, 8, 32, 0},      {"mma.bf16", 25, 23, 8, 32, 0}, {"wgmma.f16", 25, 23, 16, 32, 0}, {"wgmma.bf16", 25, 23, 16, 32, 0},
};

double unit_of(const tensor_core_row& r) {
  const double unit = std::ldexp(1 + 1.0 / r.step, -r.kept) + std::ldexp(1.0 / r.step, -r.fraction);
  return std::max(r.depth == 0 ? unit : unit * 17 / 16, 0x1p-24); // other operations are binary32's own
}

} // namespace

result<accumulation> find_accumulation(std::string_view name) {
  std::vector<std::string> names;
  for (const tensor_core_row& r : rows) {
    names.emplace_back(r.name);
    if (r.name != name) continue;
    auto out = expr::find_number_format("f32").map([&](const expr::number_format& f) { return accumulation{f, r.depth, true, {}}; });
    if (out) out->format.unit = unit_of(r), out->core = {r.step, r.longest, r.kept, r.fraction, r.name == "mma.fp8", r.depth};
    return out;
  }
  auto format = expr::find_number_format(name);
  if (format) return accumulation{*std::move(format), 0, false, {}};
  const std::string near = name.find('.') != std::string_view::npos ? nearest_name(std::string(name), names) : "";
  return near.empty() ? tl::unexpected<diagnostic>(format.error()) : fail("unknown format '" + std::string(name) + "'", {}, "did you mean '" + near + "'?");
}

std::vector<std::string_view> tensor_core_sums() {
  std::vector<std::string_view> out;
  for (const tensor_core_row& r : rows) out.push_back(r.name);
  return out;
}

} // namespace fpcheck::tolerance

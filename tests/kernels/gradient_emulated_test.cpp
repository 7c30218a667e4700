// The device code of the gradient check, executed by the emulator, gives the bits of its CPU twins.
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/kernels/difference.hpp>
#include <fpcheck/kernels/product_tangent.hpp>
#include <fpcheck/ptx/find_kernel.hpp>

#include "../exec/launching.hpp"
#include "device_digests.hpp"
#include "gradient_functors.hpp"
#include "kernel_requests.hpp"

#include <gtest/gtest.h>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;
using exec::launcher;
using tensor::dtype;
using bf16 = basic_float<bf16_format>;

const exec::loaded& module() {
  static const auto m = exec::load_text(exec::read_file(FPCHECK_SOURCE_DIR "/tests/kernels/gradient_kernels.ptx"),
                                        "gradient_kernels.ptx");
  return *m;
}

std::string kernel(const std::string& pattern) {
  const auto index = ptx::find_kernel(module().module, "regex:" + pattern);
  EXPECT_TRUE(index) << (index ? "" : index.error().text());
  return index ? std::string(module().module.functions[*index].name) : std::string();
}

exec::run_record run(const exec::run_request& request) {
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  auto r = exec::run(*module().code, request, plan);
  EXPECT_TRUE(r) << (r ? "" : r.error().text());
  EXPECT_TRUE(r->faults.empty());
  for (const exec::incomplete_record& i : r->incomplete) ADD_FAILURE() << i.what;
  return std::move(*r);
}

std::vector<double> doubles(std::size_t count, std::uint32_t seed) {
  std::vector<double> out;
  for (std::uint32_t i = 0; i < count; ++i)
    out.push_back((2.0 * static_cast<double>(unit_open(fmix32(i ^ seed << 16))) - 1) * (i % 5 == 0 ? 1e-3 : 3.0));
  return out;
}

template <class T>
std::vector<T> numbers(std::size_t count, std::uint32_t seed) {
  std::vector<T> out;
  for (const double v : doubles(count, seed)) out.push_back(static_cast<T>(v));
  return out;
}

/// The sum over chunks as the device takes it.
std::vector<double> added(const std::vector<double>& partial, std::uint64_t chunks, std::uint32_t probes) {
  launcher l(kernel("add_chunks"), {(probes + 3) / 4}, {4 * lanes});
  l.in(partial, dtype::f64).value(chunks).value(probes).out(probes, dtype::f64);
  return exec::contents<double>(run(l.request()), 1);
}

template <class T>
void expect_projection(const char* name, dtype type, std::size_t n) {
  const std::vector<T> x = numbers<T>(n, 1);
  const projection_shape s = shape_of(n);
  const directions d{99, 3, n - 2};
  const std::uint32_t groups = 3;
  launcher l(kernel(name), {static_cast<std::uint32_t>(s.chunks()), 1}, {groups_per_block * lanes});
  l.in(x, type).value(s).value(d).value(groups).out(s.chunks() * groups * probes_per_group, dtype::f64);
  const std::vector<double> partial = exec::contents<double>(run(l.request()), 1);
  const std::vector<double> device = added(partial, s.chunks(), groups * probes_per_group);
  EXPECT_EQ(device, project(x.data(), n, d, groups * probes_per_group)) << name << ' ' << n;
}

TEST(Emulated, ProjectionsHaveTheBitsOfTheTwin) {
  for (const std::size_t n : {1u, 5u, 130u, 1037u}) {
    expect_projection<float>("project_kernelIf", dtype::f32, n);
    expect_projection<double>("project_kernelId", dtype::f64, n);
    expect_projection<bf16>("project_kernelIN.*bf16", dtype::bf16, n);
  }
}

TEST(Emulated, BackProjectionHasTheBitsOfTheTwin) {
  const std::vector<double> residual = doubles(96, 7);
  const directions d{4, 10, 250};
  launcher l(kernel("back_project"), {3}, {128});
  l.in(residual, dtype::f64).value(96).value(d).value(std::uint64_t{300}).out(300, dtype::f64);
  exec::run_request request = l.request();
  request.launches[0].dynamic_shared = 96 * sizeof(double);
  const exec::run_record r = run(request);
  const std::vector<double> device = exec::contents<double>(r, 1);
  for (std::uint64_t i = 0; i < 300; ++i) EXPECT_EQ(device[i], back_project_element(residual.data(), 96, d, i)) << i;
}

template <class T>
void expect_displacement(const char* name, dtype type) {
  const std::size_t n = 777;
  const std::vector<T> x = numbers<T>(n, 2), g = numbers<T>(n, 3);
  const directions d{31, 0, 700};
  const projection_shape s = shape_of(n);
  launcher l(kernel(name), {static_cast<std::uint32_t>(s.chunks())}, {lanes});
  l.in(x, type).in(g, type).out(n, type).out(n, type).value(s).value(d).value(37).value(0.01).out(s.chunks(),
                                                                                                  dtype::f64);
  const exec::run_record r = run(l.request());
  std::vector<T> up(n), down(n);
  const double twin = displace(x.data(), g.data(), up.data(), down.data(), n, d, 37, 0.01);
  EXPECT_EQ(added(exec::contents<double>(r, 4), s.chunks(), 1)[0], twin);
  const std::vector<T> device_up = exec::contents<T>(r, 2), device_down = exec::contents<T>(r, 3);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_TRUE(device_up[i] == up[i]) << i;
    EXPECT_TRUE(device_down[i] == down[i]) << i;
  }
}

TEST(Emulated, DisplacementsHaveTheBitsOfTheTwin) {
  expect_displacement<float>("displace_kernelIf", dtype::f32);
  expect_displacement<bf16>("displace_kernelIN.*bf16", dtype::bf16);
}

TEST(Emulated, DirectionalDerivativesHaveTheBitsOfTheTwin) {
  const std::vector<float> x = numbers<float>(50, 5);
  const std::vector<double> weight = doubles(123, 6);
  const directions d{8};
  const output_shape s = outputs_of(weight.size());
  const ratios forward{x.size()};
  // The parameters hold a pointer inside a struct passed by value.
  launcher l(kernel("directional_kernel"), {static_cast<std::uint32_t>(s.chunks()), 4}, {lanes});
  l.value(forward).value(s).in(weight, dtype::f64).value(seeded_parameters<float, 8>{nullptr, d});
  l.out(s.chunks() * 32, dtype::f64).in(x);
  exec::run_request request = l.request();
  exec::launch& launch = request.launches[0];
  launch.arguments[3].pointers.push_back({0, 2, 0});
  launch.arguments.pop_back(); // x is no parameter of its own
  const exec::run_record r = run(request);
  EXPECT_EQ(added(exec::contents<double>(r, 1), s.chunks(), 32),
            directional<8>(forward, weight.size(), weight.data(), seeded_parameters<float, 8>{x.data(), d}, 32));
}

TEST(Emulated, DigitsOfProductsAddUp) {
  const std::uint32_t rows = 19, inner = 45;
  const product_shape s{rows, inner, 11, inner, 1, 11, 1, 11, 1};
  const std::vector<float> a = numbers<float>(rows * inner, 8);
  launcher most(kernel("greatest_kernel"), {2}, {256});
  most.in(a).value(std::uint64_t{a.size()}).inout(std::vector<std::uint64_t>{0}, dtype::u64);
  const auto greatest = exec::contents<std::uint64_t>(run(most.request()), 1);
  const double unit = product_unit(bit_cast<double>(greatest[0]));
  launcher digits(kernel("product_digits"), {s.steps(), s.row_tiles()}, {lanes});
  digits.in(a).value(s).in(greatest, dtype::u64);
  digits.out(std::size_t{s.steps()} * s.row_tiles() * product_digits * lanes * 4, dtype::u32);
  const auto cut = exec::contents<std::uint32_t>(run(digits.request()), 2);
  for (std::uint32_t m = 0; m < s.row_tiles() * 16; ++m)
    for (std::uint32_t i = 0; i < s.steps() * 32; ++i) {
      // PTX manual, fragments of m16n8k32: which lane, word and byte hold A(m, i).
      const std::uint32_t lane = m % 8 * 4 + i % 16 / 4, word = m % 16 / 8 + 2 * (i % 32 / 16), byte = i % 4;
      std::int64_t all = 0;
      for (int d = product_digits - 1; d >= 0; --d) {
        const std::size_t at =
            ((std::size_t{m / 16} * s.steps() + i / 32) * product_digits + static_cast<std::size_t>(d)) * lanes + lane;
        all = all * 256 + static_cast<signed char>(cut[at * 4 + word] >> (8 * byte));
      }
      const bool inside = m < rows && i < inner;
      ASSERT_EQ(all, inside ? in_units(static_cast<double>(a[m * inner + i]), unit) : 0) << m << ' ' << i;
    }
}

TEST(Emulated, TangentsOfProductsHaveTheBitsOfTheTwinAndOfTheDevice) {
  const std::string ptx = exec::read_file(FPCHECK_SOURCE_DIR "/tests/kernels/gradient_kernels.ptx");
  device_digests::digest digest;
  for (const requests::product_case& c : requests::product_cases()) {
    const exec::run_record r = run(requests::product(ptx, c.a, c.shape, c.d, c.moving, c.groups));
    EXPECT_EQ(exec::contents<double>(r, requests::product_result), product_tangents(c.a.data(), c.shape, c.d, static_cast<int>(c.groups) * probes_per_group))
        << c.shape.rows << ' ' << c.shape.inner << ' ' << c.shape.fibres;
    digest.add(r.buffers[requests::product_result]->data);
  }
  EXPECT_EQ(device_digests::difference_from_device("product_tangents", digest), "");
}

} // namespace

#include "twins.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace corpus {
namespace {

using floats = std::vector<float>;

floats draw(unsigned seed, std::size_t n, float low, float high) {
  std::mt19937 random(seed);
  floats v(n);
  for (auto& x : v) x = low + (high - low) * (static_cast<float>(random() >> 8) * 0x1p-24f);
  return v;
}

twin kahan() {
  const unsigned n = 300;
  const floats x = draw(1, n * 32, -1, 1);
  floats out(32);
  for (unsigned t = 0; t < 32; ++t) {
    float sum = 0, carry = 0;
    for (unsigned i = 0; i < n; ++i) {
      const float y = x[i * 32 + t] - carry, next = sum + y;
      carry = (next - sum) - y;
      sum = next;
    }
    out[t] = sum;
  }
  return {"summation", "sum_kahan", "<<<1, 32>>>", {"n=300"}, {tensor("x", x)}, {"out=empty:32"}, {tensor("out", out)}};
}

twin neumaier() {
  const unsigned n = 200;
  floats x = draw(2, n * 32, -1, 1);
  for (std::size_t i = 0; i < x.size(); i += 17) x[i] *= 1e6f;
  floats out(32);
  for (unsigned t = 0; t < 32; ++t) {
    float sum = 0, carry = 0;
    for (unsigned i = 0; i < n; ++i) {
      const float v = x[i * 32 + t], next = sum + v;
      carry += std::fabs(sum) >= std::fabs(v) ? (sum - next) + v : (v - next) + sum;
      sum = next;
    }
    out[t] = sum + carry;
  }
  return {"summation",      "sum_neumaier",   "<<<1, 32>>>",       {"n=200"},
          {tensor("x", x)}, {"out=empty:32"}, {tensor("out", out)}};
}

twin two_sum() {
  const floats a = draw(3, 1024, -1, 1), b = draw(4, 1024, -100, 100);
  floats sum(1024), error(1024);
  for (unsigned i = 0; i < 1024; ++i) {
    const float s = a[i] + b[i], z = s - a[i];
    sum[i] = s;
    error[i] = (a[i] - (s - z)) + (b[i] - z);
  }
  return {"summation",
          "two_sum_parts",
          "<<<4, 256>>>",
          {"n=1024"},
          {tensor("a", a), tensor("b", b)},
          {"sum=empty:1024", "error=empty:1024"},
          {tensor("sum", sum), tensor("error", error)}};
}

twin compensated_dot() {
  const unsigned n = 100;
  const floats a = draw(5, n * 32, -1, 1), b = draw(6, n * 32, -1, 1);
  floats out(32);
  for (unsigned t = 0; t < 32; ++t) {
    float sum = 0, carry = 0;
    for (unsigned i = 0; i < n; ++i) {
      const float x = a[i * 32 + t], y = b[i * 32 + t], p = x * y, pe = std::fma(x, y, -p);
      const float s = sum + p, z = s - sum, se = (sum - (s - z)) + (p - z);
      sum = s;
      carry += pe + se;
    }
    out[t] = sum + carry;
  }
  return {"summation",      "dot_compensated",   "<<<1, 32>>>", {"n=100"}, {tensor("a", a), tensor("b", b)},
          {"out=empty:32"}, {tensor("out", out)}};
}

twin welford() {
  const unsigned n = 200;
  const floats x = draw(7, n * 32, 1000, 1001);
  floats out(32);
  for (unsigned t = 0; t < 32; ++t) {
    float mean = 0, q = 0;
    for (unsigned i = 0; i < n; ++i) {
      const float v = x[i * 32 + t], d = v - mean;
      mean += d / static_cast<float>(i + 1);
      q = std::fma(d, v - mean, q);
    }
    out[t] = q / static_cast<float>(n);
  }
  return {"summation",      "variance_welford", "<<<1, 32>>>",       {"n=200"},
          {tensor("x", x)}, {"out=empty:32"},   {tensor("out", out)}};
}

twin inverse_root() {
  const floats x = draw(8, 1024, 0.1f, 100);
  floats y(1024);
  for (unsigned i = 0; i < 1024; ++i) {
    std::int32_t b;
    std::memcpy(&b, &x[i], 4);
    b = 0x5f3759df - (b >> 1);
    float r;
    std::memcpy(&r, &b, 4);
    for (int k = 0; k < 4; ++k) r = r * std::fma(-0.5f * x[i] * r, r, 1.5f);
    y[i] = r;
  }
  return {"bits", "inverse_square_root", "<<<4, 256>>>", {}, {tensor("x", x)}, {"y=empty:1024"}, {tensor("y", y)}};
}

twin laplacian() {
  const unsigned n = 1024;
  const floats x = draw(9, n, -1, 1);
  floats y(n);
  for (unsigned i = 0; i < n; ++i) y[i] = (x[i == 0 ? 0 : i - 1] - 2 * x[i]) + x[std::min(i + 1, n - 1)];
  return {"linear", "laplacian", "<<<4, 256>>>", {"n=1024"}, {tensor("x", x)}, {"y=empty:1024"}, {tensor("y", y)}};
}

twin scan() {
  const floats x = draw(10, 512, 0, 1);
  floats y = x;
  for (unsigned block = 0; block < 512; block += 256)
    for (unsigned step = 1; step < 256; step *= 2)
      for (unsigned t = 255; t >= step; --t) y[block + t] = y[block + t] + y[block + t - step];
  return {"scan_sort", "scan_block", "<<<2, 256>>>", {}, {tensor("x", x)}, {"y=empty:512"}, {tensor("y", y)}};
}

twin matmul() {
  const unsigned n = 64;
  const floats a = draw(11, n * n, -1, 1), b = draw(12, n * n, -1, 1);
  floats c(n * n);
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j)
      for (unsigned k = 0; k < n; ++k) c[i * n + j] = std::fma(a[i * n + k], b[k * n + j], c[i * n + j]);
  return {"linear",         "matmul_tiled",  "<<<(4, 4), (16, 16)>>>", {"n=64"}, {tensor("a", a), tensor("b", b)},
          {"c=empty:4096"}, {tensor("c", c)}};
}

twin cholesky() {
  const floats a = draw(13, 64 * 64, 0, 1);
  floats l(64 * 64);
  for (unsigned m = 0; m < 64 * 64; m += 64)
    for (unsigned j = 0; j < 8; ++j)
      for (unsigned i = 0; i < 8; ++i) {
        float sum = a[m + std::max(i, j) * 8 + std::min(i, j)] + (i == j ? 8.f : 0.f);
        for (unsigned k = 0; k < std::min(i, j); ++k) sum = std::fma(-l[m + i * 8 + k], l[m + j * 8 + k], sum);
        l[m + i * 8 + j] = i < j ? 0.f : i == j ? std::sqrt(sum) : sum / l[m + j * 9];
      }
  return {"linear", "cholesky_8", "<<<2, 32>>>", {}, {tensor("a", a)}, {"l=empty:4096"}, {tensor("l", l)}};
}

twin jacobi() {
  const floats a = draw(14, 32 * 32, 0, 0.02f), b = draw(15, 32, 1, 2);
  floats v(32, 0.f);
  for (int k = 0; k < 25; ++k) {
    floats next(32);
    for (unsigned t = 0; t < 32; ++t) {
      float sum = b[t];
      for (unsigned i = 0; i < 32; ++i)
        if (i != t) sum = std::fma(-a[t * 32 + i], v[i], sum);
      next[t] = sum / (1.f + a[t * 33]);
    }
    v = next;
  }
  return {"linear",       "solve_jacobi",  "<<<1, 32>>>", {"steps=25"}, {tensor("a", a), tensor("b", b)},
          {"x=empty:32"}, {tensor("x", v)}};
}

twin smooth() {
  const floats x = draw(16, 128, -1, 1);
  floats u = x;
  for (int k = 0; k < 20; ++k) {
    floats next(128);
    for (int t = 0; t < 128; ++t)
      next[static_cast<unsigned>(t)] = 0.25f * u[static_cast<unsigned>(std::max(t - 1, 0))] +
                                       0.5f * u[static_cast<unsigned>(t)] +
                                       0.25f * u[static_cast<unsigned>(std::min(t + 1, 127))];
    u = next;
  }
  return {"linear", "smooth_steps", "<<<1, 128>>>", {"steps=20"}, {tensor("x", x)}, {"y=empty:128"}, {tensor("y", u)}};
}

} // namespace

std::vector<twin> arithmetic_twins() {
  return {kahan(),     neumaier(), two_sum(), compensated_dot(), welford(), inverse_root(),
          laplacian(), scan(),     matmul(),  cholesky(),        jacobi(),  smooth()};
}

} // namespace corpus

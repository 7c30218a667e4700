// Lane-instructions a second of the engine, bare and shadowed, in one run with the same algorithms in C++.
#include "launching.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

namespace fpcheck::exec {
namespace {

using clock = std::chrono::steady_clock;

std::vector<float> uniform(std::size_t n, float lo, float hi) {
  std::mt19937 g(7);
  std::vector<float> v(n);
  for (float& x : v) x = lo + (hi - lo) * static_cast<float>(g() >> 8) * 0x1p-24f;
  return v;
}

struct timing {
  double seconds;
  std::uint64_t instructions;
};

timing best_of(const program& code, run_request request, const domain_table& domain, int repeats = 3) {
  request.threads = 1;
  timing best{1e9, 0};
  for (int k = 0; k < repeats; ++k) {
    run_plan plan;
    plan.domain = domain;
    plan.tracks_races = false;
    const auto start = clock::now();
    const auto r = run(code, request, plan);
    const double s = std::chrono::duration<double>(clock::now() - start).count();
    if (!r || !r->incomplete.empty()) {
      std::printf("a benchmark kernel did not run: %s\n", r ? r->incomplete[0].what.c_str() : r.error().text().c_str());
      std::exit(1);
    }
    if (s < best.seconds) best = {s, r->counts.instructions};
  }
  return best;
}

template <class F>
double native(F f, int repeats = 3) {
  double best = 1e9;
  for (int k = 0; k < repeats; ++k) {
    const auto start = clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(clock::now() - start).count());
  }
  return best;
}

void line(const char* what, const program& code, const run_request& request, double native_seconds) {
  const timing bare = best_of(code, request, no_shadow()), ball = best_of(code, request, ball_shadow()), wide = best_of(code, request, wide_shadow(), 1);
  std::printf("%-22s bare %.2e lane-instructions/s | ball %.2f x bare | dd %.1f x bare", what, bare.instructions / bare.seconds,
              ball.seconds / bare.seconds, wide.seconds / bare.seconds);
  if (native_seconds > 0) std::printf(" | bare %.1f x, ball %.1f x the C++ loop", bare.seconds / native_seconds, ball.seconds / native_seconds);
  std::printf("\n");
}

void naive_matmul(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k) s = s + a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
void naive_softmax(const float* x, float* y, int rows, int n) {
  for (int r = 0; r < rows; ++r, x += n, y += n) {
    float m = -INFINITY, s = 0;
    for (int i = 0; i < n; ++i) m = std::fmax(m, x[i]);
    for (int i = 0; i < n; ++i) s += std::exp(x[i] - m);
    for (int i = 0; i < n; ++i) y[i] = std::exp(x[i] - m) / s;
  }
}

int bench() {
  const auto k = load_text(read_file(FPCHECK_SOURCE_DIR "/tests/exec/kernels/bench.ptx"), "bench.ptx");
  std::printf("engine, one thread, %s\n", engine_level());
  const int n = 256;
  const auto a = uniform(n * n, -1, 1), b = uniform(n * n, -1, 1);
  std::vector<float> c(n * n);
  line("matmul 256x256x256", *k->code, launcher("matmul", {16, 16, 1}, {16, 16, 1}).in(a).in(b).out(n * n).value(n).request(),
       native([&] { naive_matmul(a.data(), b.data(), c.data(), n); asm volatile("" ::"r"(c.data()) : "memory"); }));
  const auto x = uniform(1024 * 1024, -4, 4);
  std::vector<float> y(x.size());
  line("softmax 1024x1024", *k->code, launcher("softmax", {1024, 1, 1}, {256, 1, 1}).in(x).out(x.size()).value(1024).request(),
       native([&] { naive_softmax(x.data(), y.data(), 1024, 1024); asm volatile("" ::"r"(y.data()) : "memory"); }));
  const auto table = uniform(1024, -1, 1);
  std::vector<int> index(128);
  for (int i = 0; i < 128; ++i) index[static_cast<std::size_t>(i)] = i * 37 % 1024;
  line("mix 40/25/35", *k->code, launcher("mix", {64, 1, 1}, {256, 1, 1}).in(table).in(index, tensor::dtype::i32).out(64 * 256).value(200).request(), 0);
  return 0;
}

} // namespace
} // namespace fpcheck::exec

int main() { return fpcheck::exec::bench(); }

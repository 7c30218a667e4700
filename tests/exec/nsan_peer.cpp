// The algorithms of engine_bench in plain C++, one thread, timed. Built by clang with and without its numerical sanitizer:
// what a shadow costs in compiled code. Prints `matmul softmax sum`, seconds each, the best of some runs.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

__attribute__((noinline)) void matmul(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
__attribute__((noinline)) void softmax(const float* x, float* y, int rows, int n) {
  for (int r = 0; r < rows; ++r, x += n, y += n) {
    float m = x[0], s = 0;
    for (int i = 1; i < n; ++i) m = x[i] > m ? x[i] : m;
    for (int i = 0; i < n; ++i) s += std::exp(x[i] - m);
    for (int i = 0; i < n; ++i) y[i] = std::exp(x[i] - m) / s;
  }
}
__attribute__((noinline)) float sum(const float* x, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += x[i];
  return s;
}

/// Of this thread: other work on the machine does not count.
double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class F>
double best(int repeats, F f) {
  double least = 1e9;
  for (int k = 0; k < repeats; ++k) {
    const double start = cpu_seconds();
    f();
    const double s = cpu_seconds() - start;
    if (s < least) least = s;
  }
  return least;
}

} // namespace

int main(int count, char** words) {
  const int repeats = count > 1 ? std::atoi(words[1]) : 3, n = 256, rows = 256, columns = 1024, terms = 1 << 22;
  std::vector<float> a(n * n), b(n * n), c(n * n), x(rows * columns), y(rows * columns), z(terms);
  unsigned state = 1;
  const auto fill = [&](std::vector<float>& v) {
    for (float& e : v) state = state * 1664525u + 1013904223u, e = static_cast<float>(state >> 8) * 0x1p-23f - 1;
  };
  fill(a), fill(b), fill(x), fill(z);
  volatile float sink = 0;
  const double m = best(repeats, [&] { matmul(a.data(), b.data(), c.data(), n); sink = c[7]; });
  const double s = best(repeats, [&] { softmax(x.data(), y.data(), rows, columns); sink = y[7]; });
  const double t = best(repeats, [&] { sink = sum(z.data(), terms); });
  std::printf("%.6e %.6e %.6e\n", m, s, t);
  return 0;
}

// Interval operations over arrays as ratios to plain scalar arithmetic and to other libraries, all in one run.
#include <fpcheck/exact/accumulator.hpp>
#include <fpcheck/interval/batch.hpp>

#include "peers.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>

namespace {

using fpcheck::interval::batch::input;
using fpcheck::interval::batch::isa;
using fpcheck::interval::batch::output;
namespace batch = fpcheck::interval::batch;

constexpr std::size_t n = 512; // six arrays in the first-level cache
alignas(64) double al[n], au[n], bl[n], bu[n], rl[n], ru[n];

/// The least time of many short runs, in nanoseconds an element: a long one would be cut by other work of the machine.
template <class F>
double time_of(F f) {
  double best = 1e300;
  const auto first = std::chrono::steady_clock::now();
  for (int run = 0; run < 2000; ++run) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 4; ++i) f();
    const auto end = std::chrono::steady_clock::now();
    best = std::fmin(best, std::chrono::duration<double, std::nano>(end - start).count() / (4 * n));
    if (end - first > std::chrono::milliseconds(300) && run > 20) break;
  }
  return best;
}

using plain_loop = void (*)();
#define PLAIN(name, expression)                                                                                        \
  __attribute__((noinline, optimize("no-tree-vectorize"))) void name() {                                               \
    for (std::size_t i = 0; i < n; ++i) rl[i] = expression;                                                            \
  }
PLAIN(plain_add, al[i] + bl[i])
PLAIN(plain_mul, al[i] * bl[i])
PLAIN(plain_div, al[i] / bl[i])
PLAIN(plain_sqrt, std::sqrt(al[i]))
PLAIN(plain_exp, std::exp(al[i]))
PLAIN(plain_log, std::log(al[i]))
PLAIN(plain_sin, std::sin(al[i]))

const input a{al, au}, b{bl, bu};
const output r{rl, ru};

struct row {
  const char* name;
  plain_loop plain;
  void (*ours)(isa);
  peers::pairwise peers::loops::*peer;
  double target;
};

const row rows[] = {
    {"add", plain_add, [](isa p) { batch::add(a, b, r, n, p); }, &peers::loops::add, 0.4},
    {"mul", plain_mul, [](isa p) { batch::mul(a, b, r, n, p); }, &peers::loops::mul, 1.0},
    {"div", plain_div, [](isa p) { batch::div(a, b, r, n, p); }, &peers::loops::div, 1.0},
    {"sqrt", plain_sqrt, [](isa p) { batch::sqrt(a, r, n, p); }, &peers::loops::sqrt, 1.0},
    {"exp", plain_exp, [](isa p) { batch::exp(a, r, n, p); }, &peers::loops::exp, 2.5},
    {"log", plain_log, [](isa p) { batch::log(a, r, n, p); }, &peers::loops::log, 2.5},
    {"sin", plain_sin, [](isa p) { batch::sin(a, r, n, p); }, &peers::loops::sin, 5.0},
};

void fill() {
  std::uint64_t s = 7;
  const auto draw = [&s] {
    s = s * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(s >> 11) * 0x1p-53;
  };
  for (std::size_t i = 0; i < n; ++i) {
    // Positive bounds: every library has its fast case there, and branch prediction plays no part.
    al[i] = 0.1 + draw() * 9, au[i] = al[i] * (1 + 1e-3 * draw());
    bl[i] = 0.1 + draw() * 9, bu[i] = bl[i] * (1 + 1e-3 * draw());
  }
}

#if defined(FPCHECK_WITHOUT_PEERS)
template <class Row>
void print_peers(const Row&, double, double) {}
#else
void print_peer(const peers::loops& p, const row& x, double ours, double plain) {
  const peers::pairwise f = p.*x.peer;
  if (f == nullptr) return;
  const double t = time_of([&] { f(al, au, bl, bu, rl, ru, n); });
  std::printf("  | %s %.2fx plain, %.1fx ours", p.name, t / plain, t / ours);
}
void print_peers(const row& x, double ours, double plain) {
  for (const peers::loops& p : {peers::boost(), peers::cgal(), peers::mpfi()}) print_peer(p, x, ours, plain);
}
#endif

void sums() {
  volatile double sink = 0;
  const double plain = time_of([&] {
    double s = 0;
    for (std::size_t i = 0; i < n; ++i) s += al[i];
    sink = s;
  });
  const double exact = time_of([&] {
    fpcheck::exact::double_sum s;
    for (std::size_t i = 0; i < n; ++i) s.add(al[i]);
    sink = s.round<double>();
  });
  std::printf("exact sum %.2f ns a term, %.1fx a plain sum\n", exact, exact / plain);
}

} // namespace

int main() {
  fill();
  const char* names[] = {"generic", "avx2", "avx512"};
  for (const row& x : rows) {
    const double plain = time_of([&] { x.plain(); });
    std::printf("%-5s plain %.2f ns", x.name, plain);
    double best = 1e300;
    for (const isa path : {isa::generic, isa::avx2, isa::avx512}) {
      if (!batch::is_available(path)) continue;
      const double t = time_of([&] { x.ours(path); });
      best = std::fmin(best, t);
      std::printf("  | %s %.2fx", names[static_cast<int>(path)], t / plain);
    }
    std::printf(" (target %.1fx: %s)", x.target, best / plain <= x.target ? "met" : "missed");
    print_peers(x, best, plain);
    std::printf("\n");
  }
  sums();
  return 0;
}

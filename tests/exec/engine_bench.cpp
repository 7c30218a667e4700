// Lane-instructions a second of the engine, bare and shadowed, in one run with the same algorithms in C++: compiled by clang
// with -O2, and with its numerical sanitizer, where there is one. Times are those of this thread, not of the clock.
#include "launching.hpp"

#include <cstdio>
#include <ctime>
#include <malloc.h>
#include <random>
#include <string>

namespace fpcheck::exec {
namespace {

double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

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

enum class races { ignored, tracked };

timing best_of(const program& code, run_request request, const domain_table& domain, int repeats = 5, races races = races::ignored) {
  request.threads = 1;
  timing best{1e9, 0};
  for (int k = 0; k < repeats; ++k) {
    run_plan plan;
    plan.domain = domain;
    plan.tracks_races = races == races::tracked;
    const double start = cpu_seconds();
    const auto r = run(code, request, plan);
    const double s = cpu_seconds() - start;
    if (!r || !r->incomplete.empty()) {
      std::printf("a benchmark kernel did not run: %s\n", r ? r->incomplete[0].what.c_str() : r.error().text().c_str());
      std::exit(1);
    }
    if (s < best.seconds) best = {s, r->counts.instructions};
  }
  return best;
}

/// What nsan_peer measured, in seconds.
struct peer_times {
  double matmul = 0, softmax = 0, sum = 0;
};
/// Error: all zero where the program is not there or fails.
peer_times run_peer(const std::string& command) {
  peer_times t;
  FILE* const pipe = command.empty() ? nullptr : popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return t;
  if (std::fscanf(pipe, "%lf %lf %lf", &t.matmul, &t.softmax, &t.sum) != 3) t = {};
  pclose(pipe);
  return t;
}

/// What the command line asked for: `engine_bench KERNEL DOMAIN`, for a profiler; nothing is everything.
struct selection {
  std::string kernel, domain;
  std::string names; ///< of the kernels there are, as they pass
  bool found = false;
};
selection* selected = nullptr;

void line(const char* what, const program& code, const run_request& request, double native, double sanitized) {
  if (!selected->kernel.empty()) {
    selected->names += std::string("  '") + what + "'\n";
    if (selected->kernel != what) return;
    selected->found = true;
    const timing t = best_of(code, request, selected->domain == "ball" ? ball_shadow() : no_shadow(), 100);
    std::printf("%s %s: %.4f ms, %.2e lane-instructions/s\n", what, selected->domain.c_str(), 1e3 * t.seconds, static_cast<double>(t.instructions) / t.seconds);
    return;
  }
  const timing bare = best_of(code, request, no_shadow()), ball = best_of(code, request, ball_shadow()), wide = best_of(code, request, wide_shadow(), 1);
  const timing tracked = best_of(code, request, ball_shadow(), 3, races::tracked);
  std::printf("%-22s bare %.2e lane-instructions/s | ball %.2f x bare, with races tracked %.2f x | dd %.1f x", what, static_cast<double>(bare.instructions) / bare.seconds,
              ball.seconds / bare.seconds, tracked.seconds / bare.seconds, wide.seconds / bare.seconds);
  if (native > 0) std::printf(" | over native -O2: bare %.1f x, ball %.1f x", bare.seconds / native, ball.seconds / native);
  if (native > 0 && sanitized > 0) std::printf(", clang's numerical sanitizer %.1f x", sanitized / native);
  std::printf("\n");
}

int bench(selection words) {
  selected = &words;
  if (words.domain != "ball" && words.domain != "none") {
    std::fprintf(stderr, "engine_bench: no domain '%s' here; there are ball and none\n", words.domain.c_str());
    return 2;
  }
  const auto k = load_text(read_file(FPCHECK_SOURCE_DIR "/tests/exec/kernels/bench.ptx"), "bench.ptx");
  std::printf("engine, one thread, %s\n", engine_level());
  const bool whole = words.kernel.empty();
  const peer_times native = run_peer(whole ? FPCHECK_NATIVE_PEER : ""), sanitized = run_peer(whole ? FPCHECK_NSAN_PEER : "");
  if (whole && native.sum == 0) std::printf("no clang with a numerical sanitizer here: nothing to compare with\n");
  const int n = 256, rows = 256, columns = 1024, terms = 1 << 22;
  const auto a = uniform(n * n, -1, 1), b = uniform(n * n, -1, 1);
  line("matmul 256x256x256", *k->code, launcher("matmul", {16, 16, 1}, {16, 16, 1}).in(a).in(b).out(n * n).value(n).request(), native.matmul, sanitized.matmul);
  const auto x = uniform(rows * columns, -1, 1);
  line("softmax, row a thread", *k->code, launcher("softmax_rows", {1, 1, 1}, {rows, 1, 1}).in(x).out(x.size()).value(columns).request(), native.softmax, sanitized.softmax);
  line("softmax, row a block", *k->code, launcher("softmax", {rows, 1, 1}, {256, 1, 1}).in(x).out(x.size()).value(columns).request(), native.softmax, sanitized.softmax);
  const auto z = uniform(terms, -1, 1);
  line("sum", *k->code, launcher("sum_parts", {8, 1, 1}, {256, 1, 1}).in(z).out(8 * 256).value(terms).request(), native.sum, sanitized.sum);
  const auto table = uniform(1024, -1, 1);
  std::vector<int> index(128);
  for (int i = 0; i < 128; ++i) index[static_cast<std::size_t>(i)] = i * 37 % 1024;
  line("mix 40/25/35", *k->code, launcher("mix", {64, 1, 1}, {256, 1, 1}).in(table).in(index, tensor::dtype::i32).out(64 * 256).value(200).request(), 0, 0);
  if (whole || words.found) return 0;
  std::fprintf(stderr, "engine_bench: no kernel '%s' here; there are\n%s", words.kernel.c_str(), words.names.c_str());
  return 2;
}

} // namespace
} // namespace fpcheck::exec

int main(int count, char** words) {
  mallopt(M_MMAP_THRESHOLD, 1 << 30); // as the program does
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 64 << 20);
  return fpcheck::exec::bench({count > 1 ? words[1] : "", count > 2 ? words[2] : "none", {}});
}

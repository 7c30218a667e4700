// Schedules of the row kernels, measured beside the traffic without the work: one line a variant, then the best of each
// shape. Built once for each kind of kernel, -DTUNE=1 softmax, 2 its gradient, 3 cross-entropy; see softmax_tune.sh.
#include "row_bench.hpp"

#include <fpcheck/kernels/launch_rows.hpp>

#include <cstring>
#include <memory>
#include <string>

using namespace fpcheck;
using namespace fpcheck::kernels;

namespace {

#if !defined(TUNE)
#define TUNE 1
#endif
#if !defined(TUNE_FORMAT)
#define TUNE_FORMAT bf16_format
#endif
using element = TUNE_FORMAT;
using code = code_type<element>;
constexpr int packet_elements = 16 / static_cast<int>(sizeof(code));

struct shape {
  std::int64_t rows;
  std::int32_t columns;
  double elements() const { return static_cast<double>(rows) * columns; }
};

/// Buffers of one shape, and the clock.
struct bench {
  shape size;
  gpu::device_bytes x, y, x2, states, loss, targets, exchange;
  gpu::cold_clock clock;
  double ceiling = 0, best = 0;
  std::string best_name = "none";

  explicit bench(shape s)
      : size(s), x(bytes_of(s)), y(TUNE == 3 ? 16 : bytes_of(s)), x2(TUNE == 2 ? bytes_of(s) : 16), states(8 * s.rows), loss(4 * s.rows),
        targets(8 * s.rows), exchange(8 * s.rows * 64) {
    gpu::fill_uniform<element><<<1056, 512>>>(x.as<code>(), static_cast<std::size_t>(s.elements()), TUNE == 2 ? 0.0f : -8.0f, TUNE == 2 ? 0x1p-10f : 8.0f, 1);
    if (TUNE == 2) gpu::fill_uniform<element><<<1056, 512>>>(x2.as<code>(), static_cast<std::size_t>(s.elements()), -1, 1, 2);
    gpu::check(cudaMemset(targets.as(), 0, targets.size()), "targets");
  }
  static std::size_t bytes_of(shape s) { return static_cast<std::size_t>(s.elements()) * sizeof(code); }
  double traffic() const { return static_cast<double>(bytes_of(size)) * (TUNE == 1 ? 2 : TUNE == 2 ? 3 : 1); }

  void measure_ceilings() {
    const std::size_t quads = bytes_of(size) / 16;
    const int runs = gpu::runs_for(traffic());
    const auto speed = [&](const char* name, double seconds) {
      std::printf("%-44s %7.0f GB/s\n", name, traffic() / seconds * 1e-9);
      ceiling = std::max(ceiling, traffic() / seconds * 1e-9);
    };
    if (TUNE == 1) speed("cudaMemcpy device to device", clock.seconds([&] { cudaMemcpyAsync(y.as(), x.as(), bytes_of(size), cudaMemcpyDeviceToDevice); }, runs));
    // The last reads and writes each word by a thread of its own, in order: the fastest of large sizes.
    for (const int blocks : {1056, 2112, 8448, static_cast<int>(quads / 256)}) {
      if (TUNE == 1) speed("copy kernel", clock.seconds([&] { gpu::move_words<1><<<blocks, 256>>>(x.as<uint4>(), nullptr, y.as<uint4>(), quads); }, runs));
      if (TUNE == 2) speed("two reads, one write", clock.seconds([&] { gpu::move_words<2><<<blocks, 256>>>(x.as<uint4>(), x2.as<uint4>(), y.as<uint4>(), quads); }, runs));
      if (TUNE == 3) speed("read kernel", clock.seconds([&] { gpu::read_words<<<blocks, 256>>>(x.as<uint4>(), loss.as<unsigned>(), quads); }, runs));
    }
  }
  void report(const std::string& name, int registers, int resident, double seconds) {
    const double speed = traffic() / seconds * 1e-9;
    std::printf("%-44s %7.0f GB/s  %5.3f of the ceiling  %3d registers %2d CTAs\n", name.c_str(), speed, speed / ceiling, registers, resident);
    if (speed > best) best = speed, best_name = name;
  }
};

std::string name_of_schedule(int threads, int row_threads, int vector, int vectors, int ctas, const char* grid) {
  char text[96];
  std::snprintf(text, sizeof text, "%4d threads %4d a row  %d x %d  min %d  %s", threads, row_threads, vector, vectors, ctas, grid);
  return text;
}

/// Runs `kernel` with one CTA a group of rows and with as many as are resident; split rows the second way.
template <class Schedule, class Arguments>
void measure(bench& b, void (*kernel)(Arguments), Arguments a, const char* note) {
  cudaFuncAttributes attributes{};
  gpu::check(cudaFuncGetAttributes(&attributes, kernel), "attributes");
  int resident = 0, processors = 0;
  gpu::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, Schedule::threads, 0), "occupancy");
  gpu::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), "processors");
  std::int64_t parts = 1;
  if constexpr (TUNE != 3) a.parts = parts_of<Schedule>(b.size.columns), a.exchange = b.exchange.as<std::uint64_t>(), parts = a.parts;
  const std::int64_t groups = (b.size.rows + Schedule::rows - 1) / Schedule::rows;
  const std::int64_t fits = std::int64_t{resident} * processors / parts;
  void* arguments[] = {&a};
  const auto time = [&](const char* grid, const auto& launch) {
    const double seconds = b.clock.seconds([&] { gpu::check(launch(), "launch"); }, gpu::runs_for(b.traffic()));
    const std::string name = std::string(grid) + " " + note;
    b.report(name_of_schedule(Schedule::threads, Schedule::row_threads, Schedule::vector, Schedule::vectors, Schedule::ctas, name.c_str()),
             attributes.numRegs, resident, seconds);
  };
  if (parts == 1) time("a CTA a row", [&] { return kernels::detail::launch_whole<Schedule>(kernel, a, nullptr); });
  if constexpr (TUNE != 3)
    if (parts > 1) return time("parts", [&] { return kernels::detail::launch_parts<Schedule>(kernel, a, nullptr); });
  if (fits < groups) time("persistent", [&] { return cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(fits)), dim3(Schedule::threads), arguments, 0, nullptr); });
}

/// The same schedule on clusters, one part of a row each.
template <class Plan, class Arguments>
void measure_clusters(bench& b, void (*kernel)(Arguments), Arguments a) {
  using schedule = typename Plan::schedule;
  if (b.size.columns <= schedule::capacity || b.size.columns > most_cluster_parts * schedule::capacity) return;
  cudaFuncAttributes attributes{};
  gpu::check(cudaFuncGetAttributes(&attributes, kernel), "attributes");
  a.exchange = b.exchange.as<std::uint64_t>();
  const auto launch = [&] { gpu::check(kernels::detail::launch_clusters<Plan>(kernel, a, TUNE == 2 ? 2 : 1, nullptr).value_or(cudaErrorNotSupported), "clusters"); };
  const double seconds = b.clock.seconds(launch, gpu::runs_for(b.traffic()));
  b.report(name_of_schedule(schedule::threads, schedule::row_threads, schedule::vector, schedule::vectors, schedule::ctas,
                            ("clusters of " + std::to_string(parts_of<schedule>(b.size.columns))).c_str()),
           attributes.numRegs, 0, seconds);
}

template <int Threads, int Vectors, int Ctas = 1>
void clustered(bench& b) {
  using schedule = row_schedule<Threads, Threads, packet_elements, Vectors, Ctas>;
#if TUNE == 1
  using plan = softmax_plan<element, element, logits<>, special_exp2, schedule>;
  softmax_arguments a;
  a.x = b.x.as(), a.y = b.y.as(), a.rows = b.size.rows, a.columns = b.size.columns, a.x_row = a.y_row = b.size.columns;
  measure_clusters<plan>(b, softmax_forward_cluster<plan>, a);
#elif TUNE == 2
  using plan = softmax_gradient_plan<element, element, logits<>, special_exp2, schedule>;
  softmax_gradient_arguments a;
  a.y = b.x.as(), a.upstream = b.x2.as(), a.gradient = b.y.as(), a.rows = b.size.rows, a.columns = b.size.columns;
  a.y_row = a.upstream_row = a.gradient_row = b.size.columns;
  measure_clusters<plan>(b, softmax_backward_cluster<plan>, a);
#endif
}

template <int Threads, int RowThreads, int Vectors, int Ctas, access_hint Hint, kept_values Kept>
void variant(bench& b) {
  using schedule = row_schedule<Threads, RowThreads, packet_elements, Vectors, Ctas>;
  const char* note = Hint == access_hint::streaming ? (Kept == kept_values::codes ? "cs codes" : "cs") : (Kept == kept_values::codes ? "codes" : "");
  using plan = softmax_plan<element, element, logits<>, special_exp2, schedule, softmax_result::probability, Kept>;
#if TUNE == 1
  softmax_arguments a;
  a.x = b.x.as(), a.y = b.y.as(), a.rows = b.size.rows, a.columns = b.size.columns, a.x_row = a.y_row = b.size.columns;
  measure<schedule>(b, softmax_forward<plan, Hint>, a, note);
#elif TUNE == 2
  softmax_gradient_arguments a;
  a.y = b.x.as(), a.upstream = b.x2.as(), a.gradient = b.y.as(), a.rows = b.size.rows, a.columns = b.size.columns;
  a.y_row = a.upstream_row = a.gradient_row = b.size.columns;
  measure<schedule>(b, softmax_backward<softmax_gradient_plan<element, element, logits<>, special_exp2, schedule>, Hint>, a, note);
#else
  cross_entropy_arguments a;
  a.x = b.x.as(), a.targets = b.targets.as<std::int64_t>(), a.loss = b.loss.as<float>(), a.states = b.states.as<online_state>();
  a.rows = b.size.rows, a.columns = b.size.columns, a.x_row = b.size.columns;
  measure<schedule>(b, cross_entropy_forward<plan, Hint>, a, note);
#endif
}

constexpr kept_values weights = kept_values::weights, codes = kept_values::codes;
constexpr access_hint cs = access_hint::streaming, ca = access_hint::cached;
/// Packets that hold as much as `N` of four elements.
template <int N>
constexpr int wide = N * 4 / packet_elements;

void short_rows(bench& b) { // 1024
  variant<128, 32, wide<8>, 1, cs, weights>(b);
  variant<128, 64, wide<4>, 1, cs, weights>(b);
  variant<256, 32, wide<8>, 1, cs, weights>(b);
  variant<256, 64, wide<4>, 1, cs, weights>(b);
  variant<128, 128, wide<2>, 1, cs, weights>(b);
  variant<128, 32, wide<8>, 1, ca, weights>(b);
  variant<64, 32, wide<8>, 1, ca, weights>(b);
  variant<128, 128, wide<4>, 1, ca, weights>(b);
  variant<512, 64, wide<4>, 1, cs, weights>(b);
  variant<64, 64, wide<4>, 1, cs, weights>(b);
}
void middle_rows(bench& b) { // 8192
  constexpr int more = TUNE == 2 ? 2 : 1;
  if constexpr (TUNE == 2 && packet_elements == 8) variant<256, 256, 4, 2, ca, weights>(b);
  variant<256 * more, 256 * more, wide<8 / more>, 2, cs, weights>(b);
  variant<512, 512, wide<4>, 2, cs, weights>(b);
  variant<512, 512, wide<4>, 3, cs, weights>(b);
  variant<512, 512, wide<4>, 2, ca, weights>(b);
  variant<1024, 1024, wide<2>, 1, cs, weights>(b);
  variant<1024, 1024, wide<2>, 2, cs, weights>(b);
  if constexpr (TUNE == 1 && packet_elements == 8) {
    variant<256, 256, 4, 3, cs, codes>(b);
    variant<256, 256, 4, 2, ca, codes>(b);
    variant<256, 256, 4, 2, ca, weights>(b);
    variant<128, 128, 8, 4, cs, codes>(b);
    variant<512, 512, 2, 2, cs, codes>(b);
  }
}
void long_rows(bench& b) { // 32768 and more
  clustered<1024, wide<4>>(b);
  clustered<512, wide<8>>(b);
  clustered<256, wide<16>>(b);
  clustered<256, wide<8>, 2>(b);
  clustered<1024, wide<2>>(b);
  clustered<512, wide<4>, 2>(b);
  if constexpr (TUNE == 2) {
    variant<512, 512, 4, 2, ca, weights>(b);
    variant<1024, 1024, 4, 1, ca, weights>(b);
  } else if constexpr (packet_elements == 4) {
    variant<512, 512, 8, 2, ca, weights>(b);
    variant<1024, 1024, 8, 1, ca, weights>(b);
  } else {
    variant<512, 512, 8, 2, ca, codes>(b);
    variant<512, 512, 16, 1, ca, codes>(b);
    variant<1024, 1024, 4, 1, ca, weights>(b);
  }
}
void running_rows(bench& b) {
  variant<256, 256, 2, 4, cs, codes>(b);
  variant<256, 256, 4, 4, cs, codes>(b);
  variant<256, 256, 8, 2, cs, codes>(b);
  variant<512, 512, 2, 2, cs, codes>(b);
  variant<512, 512, 4, 2, cs, codes>(b);
  variant<512, 512, 4, 2, ca, codes>(b);
  variant<512, 512, 8, 1, cs, codes>(b);
  variant<1024, 1024, 2, 1, cs, codes>(b);
  variant<1024, 1024, 4, 1, cs, codes>(b);
  variant<1024, 1024, 2, 2, cs, codes>(b);
}

void tune(shape s, void (*variants)(bench&)) {
  static const char* const kinds[] = {"", "softmax", "softmax gradient", "cross-entropy"};
  bench b(s);
  gpu::check(cudaDeviceSynchronize(), "inputs");
  std::printf("\n%s %lld x %d, %d-bit elements\n", kinds[TUNE], static_cast<long long>(s.rows), s.columns, static_cast<int>(8 * sizeof(code)));
  b.measure_ceilings();
  variants(b);
  std::printf("BEST %s %lld x %d, %d bits: %.0f GB/s, %.3f of %.0f: %s\n", kinds[TUNE], static_cast<long long>(s.rows), s.columns,
              static_cast<int>(8 * sizeof(code)), b.best, b.best / b.ceiling, b.ceiling, b.best_name.c_str());
}

} // namespace

/// With the argument `long`: only the rows of 32768 and more; with `longest`: only the first of these.
int main(int count, char** words) {
  if (!gpu::present()) return gpu::skip("softmax_tune");
  std::printf("%s\n", gpu::name().c_str());
  if (TUNE == 3) {
    tune({8192, 131072}, running_rows);
  } else {
    if (count == 1) tune({4096, 1024}, short_rows);
    if (count == 1) tune({8192, 8192}, middle_rows);
    tune({16384, 131072}, long_rows);
    if (count == 1 || std::strcmp(words[1], "longest") != 0)
      for (const shape s : {shape{65536, 32768}, shape{32768, 65536}, shape{8192, 262144}, shape{64, 131072}}) tune(s, long_rows);
  }
}

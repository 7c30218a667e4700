// Long rows whose parts land in shared memory by bulk copies while the row before is worked on: how wide a cluster, how many
// stages, who passes the parts' states on and who writes the results. Every variant is compared, bit for bit, with the
// kernel that has the same schedule without any of it. Built with -DTUNE=1 softmax, 2 its gradient; see softmax_stream_tune.sh.
#include "row_bench.hpp"

#include <fpcheck/kernels/bulk_copy.hpp>
#include <fpcheck/kernels/launch_rows.hpp>

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
constexpr int inputs = TUNE;
#if TUNE == 1
using arguments = softmax_arguments;
#else
using arguments = softmax_gradient_arguments;
#endif

enum class exchange { none, barrier, sent, memory };
enum class dealing { fixed, tickets };
enum class writer { threads, streaming_threads, copies };

struct mail {
  std::uint64_t word[2][16];
  std::uint64_t arrived[2];
  std::uint64_t upcoming[16]; // rows, by turn
};

__device__ __forceinline__ online_state state_in(std::uint64_t word) {
  return {bit_cast<float>(static_cast<std::uint32_t>(word >> 32)), bit_cast<float>(static_cast<std::uint32_t>(word))};
}

__device__ __forceinline__ void send_plainly(std::uint64_t* to, std::uint64_t word, std::uint32_t rank) {
  asm volatile("{\n\t.reg .b32 a;\n\tmapa.shared::cluster.u32 a, %0, %2;\n\tst.shared::cluster.b64 [a], %1;\n\t}" ::"r"(bulk::shared_address(to)), "l"(word), "r"(rank) : "memory");
}

__device__ __forceinline__ std::uint64_t evict_first() {
  std::uint64_t policy;
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  return policy;
}

__device__ __forceinline__ void fetch(void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier, int hints) {
  if ((hints & 1) == 0) return bulk::load(to, from, bytes, barrier);
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;"
               ::"r"(bulk::shared_address(to)), "l"(from), "r"(bytes), "r"(bulk::shared_address(barrier)), "l"(evict_first()) : "memory");
}

__device__ __forceinline__ void send_back(void* to, const void* from, std::uint32_t bytes, int hints) {
  if ((hints & 2) == 0)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(bulk::shared_address(from)), "r"(bytes) : "memory");
  else
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::"l"(to), "r"(bulk::shared_address(from)), "r"(bytes), "l"(evict_first()) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

template <class Exp2, exchange How, dealing Dealing>
__device__ __forceinline__ online_state pass_on(online_state s, float c, row_exchange& room, mail& box, int turn, std::uint64_t* slots, std::int32_t part, std::int32_t parts, std::uint64_t later, int ahead) {
  const int half = turn & 1;
  if constexpr (How == exchange::none) return s;
  if constexpr (How == exchange::memory) return merge_parts<Exp2>(s, c, room, half, slots, part, parts);
  const std::uint64_t word = std::uint64_t{bits_of(s.max)} << 32 | bits_of(s.sum);
  if constexpr (How == exchange::barrier) {
    if (threadIdx.x < static_cast<unsigned>(parts)) send_plainly(&box.word[half][part], word, threadIdx.x);
    bulk::meet_cluster();
  } else {
    if (threadIdx.x == 0) bulk::expect(&box.arrived[half], static_cast<std::uint32_t>(8 * parts + (Dealing == dealing::tickets ? 8 : 0)));
    if (threadIdx.x < 32) {
      if (threadIdx.x < static_cast<unsigned>(parts)) bulk::send(&box.word[half][part], word, &box.arrived[half], threadIdx.x);
      if (Dealing == dealing::tickets && part == 0) {
        later = __shfl_sync(0xffffffffu, later, 0);
        if (threadIdx.x < static_cast<unsigned>(parts)) bulk::send(&box.upcoming[(turn + ahead) & 15], later, &box.arrived[half], threadIdx.x);
      }
    }
    bulk::wait(&box.arrived[half], static_cast<std::uint32_t>(turn >> 1 & 1));
  }
  const int lane = static_cast<int>(threadIdx.x & 31);
  online_state all;
  if (lane < parts) all = merge<Exp2>(all, state_in(*static_cast<volatile std::uint64_t*>(&box.word[half][lane])), c);
  return merge_warp<Exp2>(all, c);
}

template <class Plan, exchange How, writer Writer, dealing Dealing>
__global__ void __launch_bounds__(Plan::schedule::threads, Plan::schedule::ctas) stream(const arguments a, int stages, int hints) {
  using schedule = typename Plan::schedule;
  constexpr std::uint32_t part_bytes = schedule::capacity * sizeof(code), stage_bytes = part_bytes * inputs;
  extern __shared__ __align__(128) unsigned char landing[];
  __shared__ row_exchange room;
  __shared__ mail box;
  __shared__ std::uint64_t landed[8];
  const std::int32_t parts = a.parts, part = static_cast<std::int32_t>(blockIdx.x % static_cast<unsigned>(parts));
  const std::int64_t group = blockIdx.x / static_cast<unsigned>(parts), groups = gridDim.x / static_cast<unsigned>(parts);
  const std::int32_t mine = min(schedule::capacity, a.columns - part * schedule::capacity);
  const auto bytes = static_cast<std::uint32_t>(mine * static_cast<int>(sizeof(code)));
  const auto refill = [&](int stage, std::int64_t row) {
    if (row >= a.rows) return;
    bulk::expect(&landed[stage], bytes * inputs);
#if TUNE == 1
    fetch(landing + stage * stage_bytes, static_cast<const code*>(a.x) + row * a.x_row + part * schedule::capacity, bytes, &landed[stage], hints);
#else
    fetch(landing + stage * stage_bytes, static_cast<const code*>(a.y) + row * a.y_row + part * schedule::capacity, bytes, &landed[stage], hints);
    fetch(landing + stage * stage_bytes + part_bytes, static_cast<const code*>(a.upstream) + row * a.upstream_row + part * schedule::capacity, bytes, &landed[stage], hints);
#endif
  };
  if (threadIdx.x == 0) {
    for (int i = 0; i < stages; ++i) bulk::make_barrier(&landed[i]);
    bulk::make_barrier(&box.arrived[0]), bulk::make_barrier(&box.arrived[1]);
    bulk::publish_barriers();
    for (int i = 0; i < stages; ++i) refill(i, group + i * groups);
    for (int i = 0; i <= stages; ++i) box.upcoming[i] = static_cast<std::uint64_t>(group + i * groups);
  }
  if constexpr (How == exchange::barrier || How == exchange::sent) bulk::meet_cluster();
  else __syncthreads();
  std::uint32_t phases = 0;
  int stage = 0, last = 0, turn = 0;
  const auto row_at = [&](int t) { return Dealing == dealing::tickets ? static_cast<std::int64_t>(*static_cast<volatile std::uint64_t*>(&box.upcoming[t & 15])) : group + t * groups; };
  for (std::int64_t row = group; row < a.rows; ++turn, row = row_at(turn)) {
    std::uint64_t later = 0;
    if (Dealing == dealing::tickets && part == 0 && threadIdx.x == 0)
      later = atomicAdd(reinterpret_cast<unsigned long long*>(a.exchange), 1ull) + static_cast<std::uint64_t>((stages + 1) * groups);
    const unsigned char* here = landing + stage * stage_bytes;
    const auto merge = [&](online_state s, float c) {
      s = merge_warps<typename Plan::exp2, schedule::row_warps>(s, c, room, turn & 1, 0);
      if (threadIdx.x == 0) {
        if constexpr (Writer == writer::copies) {
          if (turn > 0) {
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
            refill(last, row_at(turn + stages - 1));
          }
        } else {
          refill(stage, row_at(turn + stages));
        }
      }
      return pass_on<typename Plan::exp2, How, Dealing>(s, c, room, box, turn, a.exchange + row * parts, part, parts, later, stages + 1);
    };
    arguments b = a;
    constexpr access_hint hint = Writer == writer::streaming_threads ? access_hint::streaming : access_hint::cached;
    bulk::wait(&landed[stage], phases >> stage & 1);
#if TUNE == 1
    if constexpr (Writer == writer::copies) b.y = const_cast<code*>(reinterpret_cast<const code*>(here)) - part * schedule::capacity, b.y_row = 0;
    kernels::detail::softmax_part<Plan, hint>(b, row, part, [&](auto& held, std::int32_t, std::int32_t left) {
      held.template load<access_hint::cached>(reinterpret_cast<const code*>(here) + threadIdx.x * schedule::vector, 1, left, kernels::detail::absent_word<element>());
    }, merge);
    void* to = static_cast<code*>(a.y) + row * a.y_row + part * schedule::capacity;
#else
    if constexpr (Writer == writer::copies) b.gradient = const_cast<code*>(reinterpret_cast<const code*>(here)) - part * schedule::capacity, b.gradient_row = 0;
    kernels::detail::softmax_gradient_part<Plan, hint>(b, row, part, [&](auto& y, auto& upstream, std::int32_t, std::int32_t left) {
      y.template load<access_hint::cached>(reinterpret_cast<const code*>(here) + threadIdx.x * schedule::vector, 1, left, 0);
      upstream.template load<access_hint::cached>(reinterpret_cast<const code*>(here + part_bytes) + threadIdx.x * schedule::vector, 1, left, 0);
    }, merge);
    void* to = static_cast<code*>(a.gradient) + row * a.gradient_row + part * schedule::capacity;
#endif
    if constexpr (Writer == writer::copies) {
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncthreads();
      if (threadIdx.x == 0) send_back(to, here, bytes, hints);
    }
    phases ^= 1u << stage;
    last = stage;
    stage = stage + 1 == stages ? 0 : stage + 1;
  }
  if constexpr (Writer == writer::copies)
    if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  if constexpr (How == exchange::barrier || How == exchange::sent) bulk::meet_cluster();
}

__global__ void count_differences(const uint4* x, const uint4* y, std::size_t quads, unsigned long long* count) {
  unsigned mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < quads; i += std::size_t{gridDim.x} * blockDim.x) {
    const uint4 v = x[i], w = y[i];
    mine += v.x != w.x || v.y != w.y || v.z != w.z || v.w != w.w;
  }
  if (mine != 0) atomicAdd(count, static_cast<unsigned long long>(mine));
}

struct result {
  double part;
  std::string text, group;
};

struct bench {
  std::int64_t rows = 16384;
  std::int32_t columns = 131072;
  std::size_t bytes = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * sizeof(code);
  gpu::device_bytes x{bytes}, x2{TUNE == 2 ? bytes : 16}, y{bytes}, expected{bytes}, exchange{8 * static_cast<std::size_t>(rows) * 64}, count{8};
  gpu::cold_clock clock;
  double ceiling = 0;
  int processors = 0;
  std::vector<result> results;

  bench() {
    gpu::fill_uniform<element><<<1056, 512>>>(x.as<code>(), bytes / sizeof(code), TUNE == 2 ? 0.0f : -8.0f, TUNE == 2 ? 0x1p-10f : 8.0f, 1);
    if (TUNE == 2) gpu::fill_uniform<element><<<1056, 512>>>(x2.as<code>(), bytes / sizeof(code), -1, 1, 2);
    gpu::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), "processors");
    gpu::check(cudaDeviceSynchronize(), "inputs");
  }
  double traffic() const { return static_cast<double>(bytes) * (inputs + 1); }
  void ceilings() {
    const auto speed = [&](const char* name, double seconds) {
      std::printf("%-30s %7.0f GB/s\n", name, traffic() / seconds * 1e-9);
      ceiling = std::max(ceiling, traffic() / seconds * 1e-9);
    };
    const std::size_t quads = bytes / 16;
    if (TUNE == 1) speed("cudaMemcpy", clock.seconds([&] { cudaMemcpyAsync(y.as(), x.as(), bytes, cudaMemcpyDeviceToDevice); }, 5));
    for (unsigned blocks : {1056u, 8448u, static_cast<unsigned>(quads / 512), static_cast<unsigned>(quads / 2048)})
      speed(("loop kernel " + std::to_string(blocks)).c_str(), clock.seconds([&] { gpu::move_words<inputs><<<blocks, 512>>>(x.as<uint4>(), x2.as<uint4>(), y.as<uint4>(), quads); }, 5));
  }
  arguments make(std::int32_t parts, void* to) const {
    arguments a;
#if TUNE == 1
    a.x = x.as(), a.y = to, a.x_row = a.y_row = columns;
#else
    a.y = x.as(), a.upstream = x2.as(), a.gradient = to, a.y_row = a.upstream_row = a.gradient_row = columns;
#endif
    a.rows = rows, a.columns = columns, a.parts = parts, a.exchange = exchange.as<std::uint64_t>();
    return a;
  }
  unsigned long long differences() {
    gpu::check(cudaMemset(count.as(), 0, 8), "count");
    count_differences<<<2112, 512>>>(y.as<uint4>(), expected.as<uint4>(), bytes / 16, count.as<unsigned long long>());
    unsigned long long n = 0;
    gpu::check(cudaMemcpy(&n, count.as(), 8, cudaMemcpyDeviceToHost), "count");
    return n;
  }
};

template <class Plan, exchange How, writer Writer, dealing Dealing = dealing::fixed, int MostHints = 0>
void variant(bench& b, const char* schedule_name) {
  using schedule = typename Plan::schedule;
  constexpr int stage_bytes = schedule::capacity * static_cast<int>(sizeof(code)) * inputs;
  const auto kernel = stream<Plan, How, Writer, Dealing>;
  const std::int32_t parts = parts_of<schedule>(b.columns);
  constexpr bool clustered = How == exchange::barrier || How == exchange::sent;
  if (clustered && parts > 16) return;
  cudaFuncAttributes attributes{};
  gpu::check(cudaFuncGetAttributes(&attributes, kernel), "attributes");
  const int most = 227 * 1024 - static_cast<int>(attributes.sharedSizeBytes);
  gpu::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most), "shared memory");
  if (clustered) gpu::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), "cluster size");
  for (int stages = Writer == writer::copies ? 2 : 1; stages <= 6 && stages * stage_bytes <= most; ++stages)
    for (int hints = 0; hints <= MostHints; ++hints) for (const bool persistent : {true, false}) {
      if (!persistent) continue;
      cudaLaunchConfig_t how{};
      cudaLaunchAttribute attribute[1]{};
      attribute[0].id = clustered ? cudaLaunchAttributeClusterDimension : cudaLaunchAttributeCooperative;
      if (clustered) attribute[0].val.clusterDim = {static_cast<unsigned>(parts), 1, 1};
      else attribute[0].val.cooperative = 1;
      how.attrs = attribute, how.numAttrs = 1;
      how.blockDim = dim3(schedule::threads), how.dynamicSmemBytes = static_cast<std::size_t>(stages * stage_bytes);
      how.gridDim = dim3(static_cast<unsigned>(parts));
      int groups = 0, resident = 0;
      gpu::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, schedule::threads, how.dynamicSmemBytes), "occupancy");
      if (clustered) {
        if (cudaOccupancyMaxActiveClusters(&groups, kernel, &how) != cudaSuccess) cudaGetLastError(), groups = 0;
      } else {
        groups = resident * b.processors / parts;
      }
      if (groups == 0) continue;
      if (!persistent) groups = static_cast<int>(b.rows);
      how.gridDim = dim3(static_cast<unsigned>(groups * parts));
      const arguments a = b.make(parts, b.y.as());
      const auto launch = [&] {
        if (Dealing == dealing::tickets) gpu::check(cudaMemsetAsync(b.exchange.as(), 0, 8), "ticket");
        if (How == exchange::memory) gpu::check(cudaMemsetAsync(b.exchange.as(), 0xff, 8 * static_cast<std::size_t>(b.rows * parts)), "slots");
        gpu::check(cudaLaunchKernelEx(&how, kernel, a, stages, hints), "launch");
      };
      gpu::check(cudaMemset(b.y.as(), 0x5a, b.bytes), "poison");
      launch();
      const unsigned long long wrong = How == exchange::none ? 0 : b.differences();
      const double speed = b.traffic() / b.clock.seconds(launch, 5) * 1e-9;
      static const char* const exchanges[] = {"none", "barrier", "sent", "memory"};
      static const char* const writers[] = {"threads", "cs", "copies"};
      char text[200];
      std::snprintf(text, sizeof text, "%-18s %2d parts %-7s %-7s %d stages hints %d %s %5d groups %3d regs %d CTAs", schedule_name, parts, exchanges[static_cast<int>(How)],
                    writers[static_cast<int>(Writer)], stages, hints, Dealing == dealing::tickets ? "tickets" : "fixed  ", groups, attributes.numRegs, resident);
      std::string line = text;
      if (wrong != 0) line += "  WRONG in " + std::to_string(wrong) + " quads";
      std::printf("%s %6.0f GB/s %5.3f\n", line.c_str(), speed, speed / b.ceiling);
      std::fflush(stdout);
      b.results.push_back({speed / b.ceiling, line, std::string(exchanges[static_cast<int>(How)]) + " " + writers[static_cast<int>(Writer)]});
    }
}

template <int Threads, int Vectors, int Ctas, bool Wide = false, kept_values Kept = kept_values::weights>
void schedules(bench& b) {
  using schedule = row_schedule<Threads, Threads, packet_elements, Vectors, Ctas>;
  char name[40];
  std::snprintf(name, sizeof name, "%4dx%dx%d min%d%s", Threads, packet_elements, Vectors, Ctas, Kept == kept_values::codes ? " codes" : "");
#if TUNE == 1
  using plan = softmax_plan<element, element, logits<>, special_exp2, schedule, softmax_result::probability, Kept>;
  const auto reference = softmax_forward<plan>;
#else
  using plan = softmax_gradient_plan<element, element, logits<>, special_exp2, schedule>;
  const auto reference = softmax_backward<plan>;
#endif
  const arguments a = b.make(parts_of<schedule>(b.columns), b.expected.as());
  gpu::check(kernels::detail::launch_parts<schedule>(reference, a, nullptr), "reference");
  gpu::check(cudaDeviceSynchronize(), "reference");
  std::printf("%s: without copies %.3f\n", name, b.traffic() * 1e-9 / b.clock.seconds([&] { kernels::detail::launch_parts<schedule>(reference, a, nullptr); }, 5) / b.ceiling);
  variant<plan, exchange::sent, writer::threads, dealing::tickets>(b, name);
  variant<plan, exchange::sent, writer::copies, dealing::tickets>(b, name);
  if constexpr (Wide) {
    variant<plan, exchange::sent, writer::threads>(b, name);
    variant<plan, exchange::sent, writer::copies>(b, name);
    variant<plan, exchange::sent, writer::streaming_threads, dealing::tickets>(b, name);
  }
}

/// Packets that hold as much as `N` of four elements.
template <int N>
constexpr int wide = N * 4 / packet_elements;

void all(bench& b) {
#if TUNE == 1
  schedules<1024, wide<4>, 1, true>(b);
  schedules<1024, wide<4>, 2>(b);
  schedules<1024, wide<8>, 1>(b);
  schedules<512, wide<8>, 1>(b);
  schedules<512, wide<4>, 2, true>(b);
  schedules<256, wide<8>, 2>(b);
  schedules<1024, wide<2>, 1>(b);
  schedules<256, wide<16>, 1>(b);
  if constexpr (packet_elements == 8) {
    schedules<512, wide<16>, 1>(b);
    schedules<256, wide<8>, 4>(b);
  }
#else
  schedules<1024, wide<2>, 1, true>(b);
  schedules<1024, wide<4>, 1>(b);
  schedules<512, wide<8>, 1>(b);
  schedules<512, wide<4>, 1>(b);
  schedules<256, wide<8>, 1>(b);
  if constexpr (packet_elements == 8) schedules<256, wide<16>, 1>(b);
#endif
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("softmax_stream_tune");
  static const char* const kinds[] = {"", "softmax", "softmax gradient"};
  std::printf("%s: %s, 16384 x 131072, %d-bit elements\n", gpu::name().c_str(), kinds[TUNE], static_cast<int>(8 * sizeof(code)));
  bench b;
  b.ceilings();
  all(b);
  std::sort(b.results.begin(), b.results.end(), [](const result& x, const result& y) { return x.part > y.part; });
  int shown = 0;
  std::vector<std::string> groups;
  for (const result& r : b.results) {
    const bool first = std::find(groups.begin(), groups.end(), r.group) == groups.end();
    if (shown++ >= 10 && !first) continue;
    if (first) groups.push_back(r.group);
    std::printf("BEST %s %d: %5.3f %s\n", kinds[TUNE], static_cast<int>(8 * sizeof(code)), r.part, r.text.c_str());
  }
}

// Ways to fold a fingerprint's tree behind its leaves, for tensors small enough that the folds' start shows.
#include "row_bench.hpp"

#include <fpcheck/kernels/launch_fingerprint.hpp>

using namespace fpcheck;
using namespace fpcheck::kernels;

namespace {

constexpr int threads = 256, warps = threads / 32;

/// The node sum of the leaves of a block, on thread 0.
__device__ std::uint64_t leaves_of_block(const unsigned char* data, std::uint64_t bytes, const fingerprint_key& key, std::uint64_t* leaves) {
  __shared__ std::uint64_t sums[warps];
  const std::uint64_t count = leaf_count(bytes), leaf = (blockIdx.x * std::uint64_t{threads} + threadIdx.x) / leaf_lanes;
  const std::uint32_t lane = threadIdx.x % leaf_lanes;
  std::uint64_t term = 0;
  if (leaf < count) {
    const std::uint64_t sum = kernels::detail::warp_sum(kernels::detail::whole_lane<16>(data + leaf * leaf_bytes + lane * 16, lane_mask_of(key, leaf, lane)));
    term = child_term(key, 0, leaf, sum);
    if (lane == 0) leaves[leaf] = sum, sums[threadIdx.x / 32] = term;
  } else if (lane == 0) {
    sums[threadIdx.x / 32] = 0;
  }
  __syncthreads();
  std::uint64_t all = 0;
  if (threadIdx.x == 0)
    for (int i = 0; i < warps; ++i) all += sums[i];
  return all;
}

__device__ std::uint64_t block_sum(std::uint64_t x, std::uint64_t* sums) {
  x = kernels::detail::warp_sum(x);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = x;
  __syncthreads();
  x = 0;
  for (unsigned i = 0; i < blockDim.x / 32; ++i) x += sums[i];
  __syncthreads();
  return x;
}

/// ws: leaves, parents, root, digest; then the ticket, or a sum for each block.
__global__ void clear(std::uint64_t* parents, std::uint64_t count, unsigned* ticket) {
  kernels::detail::let_next_kernel_start();
  for (std::uint64_t i = threadIdx.x; i < count; i += blockDim.x) parents[i] = 0;
  if (threadIdx.x == 0) *ticket = 0;
}

template <bool Wait, bool Clean>
__global__ void fused(const unsigned char* data, std::uint64_t bytes, fingerprint_key key, std::uint64_t* leaves, std::uint64_t* parents, std::uint64_t parent_total,
                      std::uint64_t* digest, unsigned* ticket) {
  __shared__ bool last;
  __shared__ std::uint64_t sums[warps];
  const std::uint64_t mine = leaves_of_block(data, bytes, key, leaves);
  if (threadIdx.x == 0) {
    if (Wait) kernels::detail::wait_for_last_kernel();
    atomicAdd(reinterpret_cast<unsigned long long*>(parents + blockIdx.x / (fan_out / warps)), static_cast<unsigned long long>(mine));
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    if (last) __threadfence();
  }
  __syncthreads();
  if (!last) return;
  std::uint64_t sum = 0;
  for (std::uint64_t i = threadIdx.x; i < parent_total; i += threads) {
    sum += child_term(key, 1, i, __ldcg(reinterpret_cast<unsigned long long*>(parents + i)));
    if (Clean) parents[i] = 0;
  }
  sum = block_sum(sum, sums);
  if (threadIdx.x == 0) parents[parent_total] = sum, *digest = finish_digest(key, bytes, sum);
  if (Clean && threadIdx.x == 0) *ticket = 0;
}

__global__ void leaves_and_sums(const unsigned char* data, std::uint64_t bytes, fingerprint_key key, std::uint64_t* leaves, std::uint64_t* block_sums) {
  kernels::detail::let_next_kernel_start();
  const std::uint64_t mine = leaves_of_block(data, bytes, key, leaves);
  if (threadIdx.x == 0) block_sums[blockIdx.x] = mine;
}
__global__ void __launch_bounds__(1024) fold_all(const std::uint64_t* block_sums, std::uint64_t blocks, std::uint64_t bytes, fingerprint_key key, std::uint64_t* parents, std::uint64_t parent_total,
                         std::uint64_t* digest) {
  __shared__ std::uint64_t sums[32];
  constexpr std::uint64_t each = fan_out / warps; // sums of a parent: 128, four for each lane of a warp
  kernels::detail::wait_for_last_kernel();
  const unsigned lane = threadIdx.x % 32;
  std::uint64_t root = 0;
  for (std::uint64_t parent = threadIdx.x / 32; parent < parent_total; parent += blockDim.x / 32) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < each / 32; ++i) {
      const std::uint64_t at = parent * each + i * 32 + lane;
      if (at < blocks) sum += block_sums[at];
    }
    sum = kernels::detail::warp_sum(sum);
    if (lane == 0) parents[parent] = sum, root += child_term(key, 1, parent, sum);
  }
  root = block_sum(root, sums);
  if (threadIdx.x == 0) parents[parent_total] = root, *digest = finish_digest(key, bytes, root);
}

/// A sum and the tag of its launch, in one access.
__device__ void post(std::uint64_t* slot, std::uint64_t sum, std::uint64_t tag) {
  asm volatile("{\n\t.reg .b128 v;\n\tmov.b128 v, {%1, %2};\n\tst.relaxed.gpu.global.b128 [%0], v;\n\t}" ::"l"(slot), "l"(sum), "l"(tag) : "memory");
}
__device__ void look(std::uint64_t* slot, std::uint64_t& sum, std::uint64_t& seen) {
  asm volatile("{\n\t.reg .b128 v;\n\tld.relaxed.gpu.global.b128 v, [%2];\n\tmov.b128 {%0, %1}, v;\n\t}" : "=l"(sum), "=l"(seen) : "l"(slot) : "memory");
}

/// The last block waits for the sums of all.
template <int Loads, int Threads>
__global__ void __launch_bounds__(Threads) polled(const unsigned char* data, std::uint64_t bytes, fingerprint_key key, std::uint64_t* leaves, std::uint64_t* parents, std::uint64_t parent_total,
                       std::uint64_t* digest, std::uint64_t* slots, std::uint64_t tag) {
  constexpr int own = Threads / 32;
  __shared__ std::uint64_t sums[own];
  const std::uint64_t leaf = (blockIdx.x * std::uint64_t{Threads} + threadIdx.x) / leaf_lanes;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::uint64_t sum = kernels::detail::warp_sum(kernels::detail::whole_lane<Loads>(data + leaf * leaf_bytes + lane * 16, lane_mask_of(key, leaf, lane)));
  if (lane == 0) leaves[leaf] = sum, sums[warp] = child_term(key, 0, leaf, sum);
  __syncthreads();
  if (threadIdx.x == 0) {
    std::uint64_t all = 0;
    for (int i = 0; i < own; ++i) all += sums[i];
    post(slots + 2 * blockIdx.x, all, tag);
  }
  if (blockIdx.x != gridDim.x - 1) return;
  __syncthreads();
  constexpr unsigned each = fan_out / own; // sums of a parent
  std::uint64_t root = 0;
  for (std::uint64_t parent = warp; parent < parent_total; parent += own) {
    std::uint64_t part = 0, sum[each / 32], seen[each / 32];
    std::uint64_t* slot = slots + 2 * (parent * each + lane);
#pragma unroll
    for (unsigned i = 0; i < each / 32; ++i)
      if (parent * each + 32 * i + lane < gridDim.x) look(slot + 64 * i, sum[i], seen[i]);
#pragma unroll
    for (unsigned i = 0; i < each / 32; ++i) {
      if (parent * each + 32 * i + lane >= gridDim.x) continue;
      while (seen[i] != tag) look(slot + 64 * i, sum[i], seen[i]);
      part += sum[i];
      slot[64 * i + 1] = ~tag;
    }
    part = kernels::detail::warp_sum(part);
    if (lane == 0) parents[parent] = part;
    root += child_term(key, 1, parent, part);
  }
  if (lane == 0) sums[warp] = root;
  __syncthreads();
  if (threadIdx.x != 0) return;
  root = 0;
  for (int i = 0; i < own; ++i) root += sums[i];
  parents[parent_total] = root, *digest = finish_digest(key, bytes, root);
}

template <class... Parameters, class... Arguments>
void launch_early(unsigned grid, unsigned block, void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(grid), how.blockDim = dim3(block), how.attrs = &early, how.numAttrs = 1;
  gpu::check(cudaLaunchKernelEx(&how, kernel, arguments...), "launch");
}

template <int Loads>
__global__ void read_only(const uint4* __restrict__ in, std::uint64_t leaves, std::uint32_t* out) {
  const std::uint64_t all = std::uint64_t{gridDim.x} * (blockDim.x / 32);
  std::uint32_t sum = 0;
  for (std::uint64_t leaf = (blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x) / 32; leaf < leaves; leaf += all) {
    const uint4* start = in + leaf * (leaf_bytes / 16) + threadIdx.x % 32;
#pragma unroll 1
    for (std::uint32_t v = 0; v < lane_vectors; v += Loads) {
      uint4 x[Loads];
#pragma unroll
      for (int k = 0; k < Loads; ++k) x[k] = __ldcs(start + (v + k) * 32);
#pragma unroll
      for (int k = 0; k < Loads; ++k) sum ^= x[k].x ^ x[k].y ^ x[k].z ^ x[k].w;
    }
  }
  if (sum == 0x12345678u) *out = sum;
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("fingerprint_tune");
  const fingerprint_key key = make_fingerprint_key(1);
  gpu::cold_clock clock;
  for (const std::uint64_t mib : {4, 16, 64, 128, 256, 1024}) {
    const std::uint64_t bytes = mib << 20, leaves = leaf_count(bytes), parents = parent_count(leaves);
    const auto blocks = static_cast<unsigned>((leaves + warps - 1) / warps);
    gpu::device_bytes data(bytes), work(8 * (fingerprint_workspace_words(bytes) + 4 * blocks + 4)), expected(8 * fingerprint_workspace_words(bytes));
    gpu::fill_uniform<f32_format><<<1056, 512>>>(data.as<std::uint32_t>(), bytes / 4, -1, 1, 3);
    auto* ws = work.as<std::uint64_t>();
    auto* up = ws + leaves;
    const std::uint64_t words = fingerprint_workspace_words(bytes);
    std::uint64_t* digest = ws + words - 1;
    auto* ticket = reinterpret_cast<unsigned*>(ws + words);
    std::uint64_t* sums = ws + words + 1;
    const auto* bytes_at = data.as<unsigned char>();
    launch_fingerprint(data.as(), bytes, key, expected.as<std::uint64_t>(), nullptr);
    std::uint64_t right = 0;
    gpu::check(cudaMemcpy(&right, expected.as<std::uint64_t>() + words - 1, 8, cudaMemcpyDeviceToHost), "digest");
    double ceiling = 0;
    const auto take = [&](const auto& work_of) { return static_cast<double>(bytes) / clock.seconds(work_of, 21) * 1e-9; };
    for (unsigned grid : {132u * 4, 132u * 8, 132u * 32, blocks}) {
      ceiling = std::max(ceiling, take([&] { read_only<4><<<grid, 256>>>(data.as<uint4>(), leaves, ticket); }));
      ceiling = std::max(ceiling, take([&] { read_only<8><<<grid, 256>>>(data.as<uint4>(), leaves, ticket); }));
      ceiling = std::max(ceiling, take([&] { read_only<16><<<grid, 256>>>(data.as<uint4>(), leaves, ticket); }));
    }
    std::printf("%5llu MiB read %6.0f GB/s", static_cast<unsigned long long>(mib), ceiling);
    const auto show = [&](const char* name, bool checked, const auto& run) {
      gpu::check(cudaMemset(digest, 0, 8), "digest");
      const double rate = take(run);
      std::uint64_t got = 0;
      gpu::check(cudaMemcpy(&got, digest, 8, cudaMemcpyDeviceToHost), "digest");
      std::printf(" | %s %5.3f%s", name, rate / ceiling, checked && got != right ? " WRONG" : "");
    };
    show("now", true, [&] { launch_fingerprint(data.as(), bytes, key, ws, nullptr); });
    show("leaves", false, [&] { fingerprint_leaves<16><<<blocks, 256>>>(bytes_at, bytes, key, ws); });
    if (parents > 1) {
    show("clear, fused", true, [&] {
      clear<<<1, 256>>>(up, parents, ticket);
      launch_early(blocks, threads, fused<true, false>, bytes_at, bytes, key, ws, up, parents, digest, ticket);
    });
    clear<<<1, 256>>>(up, parents, ticket);
    show("fused", true, [&] { fused<false, true><<<blocks, threads>>>(bytes_at, bytes, key, ws, up, parents, digest, ticket); });
    show("one fold", true, [&] {
      leaves_and_sums<<<blocks, threads>>>(bytes_at, bytes, key, ws, sums);
      launch_early(1, 1024, fold_all, static_cast<const std::uint64_t*>(sums), std::uint64_t{blocks}, bytes, key, up, parents, digest);
    });
    show("one fold, 256", true, [&] {
      leaves_and_sums<<<blocks, threads>>>(bytes_at, bytes, key, ws, sums);
      launch_early(1, 256, fold_all, static_cast<const std::uint64_t*>(sums), std::uint64_t{blocks}, bytes, key, up, parents, digest);
    });
    }
    std::uint64_t* slots = ws + (words + 1) / 2 * 2;
    std::uint64_t tag = 0x123456789abcdefull;
    const auto polled_as = [&](const char* name, auto kernel, unsigned block) {
      show(name, true, [&] { kernel<<<static_cast<unsigned>(leaves * 32 / block), block>>>(bytes_at, bytes, key, ws, up, parents, digest, slots, fmix64(++tag)); });
    };
    if (parents > 1) {
      polled_as("polled 16x256", polled<16, 256>, 256);
      polled_as("8x256", polled<8, 256>, 256);
      polled_as("4x256", polled<4, 256>, 256);
      polled_as("16x512", polled<16, 512>, 512);
      polled_as("8x512", polled<8, 512>, 512);
      polled_as("16x1024", polled<16, 1024>, 1024);
      polled_as("16x128", polled<16, 128>, 128);
    }
    std::printf("\n");
    gpu::check(cudaDeviceSynchronize(), "end");
  }
}

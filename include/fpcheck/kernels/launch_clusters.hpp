#pragma once
#include <fpcheck/kernels/softmax_cluster.hpp>

#include <cuda_runtime.h>

#include <algorithm>
#include <optional>
#include <type_traits>

/// Launches of rows on clusters, for cards that have them. Needs nvcc and the CUDA runtime.
namespace fpcheck::kernels::detail {

/// The schedules of rows on clusters, the fastest measured (tests/gpu/RESULTS.md): for two CTAs a multiprocessor, or for one.
template <class In, int Vector>
using cluster_schedule = std::conditional_t<sizeof(code_type<In>) < 4, row_schedule<256, 256, Vector, (Vector < 64 ? 64 / Vector : 1)>,
                                            row_schedule<1024, 1024, Vector, (Vector < 16 ? 16 / Vector : 1)>>;
template <int Vector>
using cluster_gradient_schedule = row_schedule<1024, 1024, Vector, (Vector < 16 ? 16 / Vector : 1)>;

/// Readies `kernel` and says how many clusters of `a.parts` CTAs the card holds: 0 where it has none, or none so large.
template <class Arguments>
int clusters_resident(void (*kernel)(Arguments), const cudaLaunchConfig_t& how, std::int32_t parts) {
  int device = 0, major = 0, clusters = 0;
  if (cudaGetDevice(&device) != cudaSuccess || cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess || major < 9) return 0;
  const bool ready = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(how.dynamicSmemBytes)) == cudaSuccess &&
                     (parts <= 8 || cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) == cudaSuccess) &&
                     cudaOccupancyMaxActiveClusters(&clusters, kernel, &how) == cudaSuccess;
  if (!ready) cudaGetLastError(); // the caller goes another way: the error is not its
  return ready ? clusters : 0;
}

/// Starts `kernel`, which reads `inputs` tensors, on clusters; nothing where a row is one part or too many, or the card has no
/// clusters so large.
template <class Plan, class Arguments>
std::optional<cudaError_t> launch_clusters(void (*kernel)(Arguments), Arguments a, int inputs, cudaStream_t stream) {
  a.parts = parts_of<typename Plan::schedule>(a.columns);
  if (a.parts < 2 || a.parts > most_cluster_parts) return std::nullopt;
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {static_cast<unsigned>(a.parts), 1, 1};
  cudaLaunchConfig_t how{};
  how.attrs = &cluster, how.numAttrs = 1, how.stream = stream;
  how.blockDim = dim3(Plan::schedule::threads), how.gridDim = dim3(static_cast<unsigned>(a.parts));
  how.dynamicSmemBytes = landing_bytes<Plan>(inputs);
  const std::int64_t clusters = std::min<std::int64_t>(a.rows, clusters_resident(kernel, how, a.parts));
  if (clusters == 0) return std::nullopt;
  how.gridDim = dim3(static_cast<unsigned>(clusters * a.parts));
  if (const cudaError_t e = cudaMemsetAsync(a.exchange, 0, sizeof(std::uint64_t), stream)) return e;
  return cudaLaunchKernelEx(&how, kernel, a);
}

} // namespace fpcheck::kernels::detail

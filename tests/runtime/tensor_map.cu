// A tensor map made by the driver's function, which the runtime hands out: a box of a matrix that reaches over its edge is loaded, doubled and stored.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

constexpr int rows = 20, columns = 12, box_rows = 8, box_columns = 8;

__global__ void doubled(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ alignas(128) float tile[box_rows][box_columns];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile)), at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  const int row = blockIdx.y * box_rows, column = blockIdx.x * box_columns;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;\n\tfence.mbarrier_init.release.cluster;" ::"r"(at) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(static_cast<unsigned>(sizeof tile)) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 ::"r"(to), "l"(&map), "r"(column), "r"(row), "r"(at) : "memory");
  }
  __syncthreads();
  asm volatile("{\n\t.reg .pred p;\nwait:\n\tmbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n\t@!p bra wait;\n\t}" ::"r"(at) : "memory");
  const int r = row + threadIdx.x / box_columns, c = column + threadIdx.x % box_columns;
  if (r < rows && c < columns) out[r * columns + c] = 2 * tile[threadIdx.x / box_columns][threadIdx.x % box_columns];
}

int main() {
  using encode_function = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                                       CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
  void* encode = nullptr;
  void* nothing = &encode;
  cudaDriverEntryPointQueryResult found;
  if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found) != cudaSuccess || found != cudaDriverEntryPointSuccess) return 1;
  if (cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &nothing, 12000, cudaEnableDefault, &found) != cudaSuccess || found == cudaDriverEntryPointSuccess || nothing != nullptr) return 2;
  std::vector<float> host(rows * columns);
  for (int i = 0; i < rows * columns; ++i) host[i] = 0.25f * static_cast<float>(i);
  float *in, *out;
  cudaMalloc(&in, host.size() * sizeof(float));
  cudaMalloc(&out, host.size() * sizeof(float));
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  alignas(64) CUtensorMap map;
  const cuuint64_t extents[] = {columns, rows}, strides[] = {columns * sizeof(float)};
  const cuuint32_t box[] = {box_columns, box_rows}, steps[] = {1, 1};
  const auto made = reinterpret_cast<encode_function>(encode)(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                                             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (made != CUDA_SUCCESS) return 3;
  doubled<<<dim3(2, 3), box_rows * box_columns>>>(map, out);
  if (cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 4;
  for (int i = 0; i < rows * columns; ++i)
    if (host[i] != 0.5f * static_cast<float>(i)) return std::printf("%d: %g\n", i, host[i]), 5;
  std::puts("PASS");
}

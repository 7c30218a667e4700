// Boxes of a matrix that the tensor memory accelerator brings and takes: not shown to it, not waited for, counted wrongly, brought again too early, begun between multiples of 16 bytes,
// taken to a negative row, written beyond the tensor's end; and as it should be.
#include <cuda.h>

typedef unsigned int word;
__device__ word shared_address(const void* p) { return static_cast<word>(__cvta_generic_to_shared(p)); }
__device__ void make(unsigned long long* signal, int arrivals) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(signal)), "r"(arrivals) : "memory"); }
__device__ void announce(unsigned long long* signal, int bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(signal)), "r"(bytes) : "memory"); }
__device__ void arrive(unsigned long long* signal) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(signal)) : "memory"); }
__device__ void await(unsigned long long* signal, int parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra WAIT;\n}" ::"r"(shared_address(signal)), "r"(parity) : "memory");
}
__device__ void bring(float* tile, const CUtensorMap* map, int column, int row, unsigned long long* signal) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(tile)), "l"(map), "r"(column), "r"(row),
               "r"(shared_address(signal)) : "memory");
}
__device__ void take(const CUtensorMap* map, int column, int row, const float* tile) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::"l"(map), "r"(column), "r"(row),
               "r"(shared_address(tile)) : "memory");
}
__device__ void show() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
constexpr int tile_bytes = 8 * 32 * 4;

// fpcheck: boxes_unshown <<<4, 256>>> y=tensormap(Y, 8x32) x=randn:32x32 Y=empty:32x32 ref=Y=x*3
// expect: boxes_unshown rule=race line=marked max_findings=2
__global__ void boxes_unshown(const __grid_constant__ CUtensorMap y, const float* x) {
  __shared__ alignas(128) float tile[8 * 32];
  tile[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x] * 3;
  __syncthreads();
  if (threadIdx.x == 0) take(&y, 0, blockIdx.x * 8, tile); // expect-line: the fence is missing
}

// fpcheck: boxes_unawaited <<<4, 256>>> x=tensormap(X, 8x32) X=randn:32x32 y=empty:32x32 ref=X*3
// expect: boxes_unawaited rule=race line=marked max_findings=2
__global__ void boxes_unawaited(const __grid_constant__ CUtensorMap x, float* y) {
  __shared__ alignas(128) float tile[8 * 32];
  __shared__ unsigned long long signal;
  if (threadIdx.x == 0) make(&signal, 1);
  __syncthreads();
  if (threadIdx.x == 0) announce(&signal, tile_bytes), bring(tile, &x, 0, blockIdx.x * 8, &signal);
  __syncthreads(); // orders the threads, not the copy
  y[blockIdx.x * 256 + threadIdx.x] = tile[threadIdx.x] * 3; // expect-line
}

// fpcheck: boxes_miscounted <<<4, 256>>> x=tensormap(X, 8x32) X=randn:32x32 y=empty:32x32 ref=X*3
// expect: boxes_miscounted rule=barrier-divergence max_findings=3
__global__ void boxes_miscounted(const __grid_constant__ CUtensorMap x, float* y) {
  __shared__ alignas(128) float tile[8 * 32];
  __shared__ unsigned long long signal;
  if (threadIdx.x == 0) make(&signal, 1);
  __syncthreads();
  if (threadIdx.x == 0) announce(&signal, 8 * 32), bring(tile, &x, 0, blockIdx.x * 8, &signal); // elements, not bytes
  await(&signal, 0);
  y[blockIdx.x * 256 + threadIdx.x] = tile[threadIdx.x] * 3;
}

// fpcheck: boxes_brought_again <<<1, 256>>> x=tensormap(X, 8x32) X=randn:32x32 y=empty:32x32 ref=X*3
// expect: boxes_brought_again rule=race line=marked max_findings=3
__global__ void boxes_brought_again(const __grid_constant__ CUtensorMap x, float* y) {
  __shared__ alignas(128) float tile[2][8 * 32];
  __shared__ unsigned long long full[4];
  for (int s = 0; s < 4 && threadIdx.x == 0; ++s) make(&full[s], 1);
  __syncthreads();
  for (int s = 0; s < 2 && threadIdx.x == 0; ++s) announce(&full[s], tile_bytes), bring(tile[s], &x, 0, s * 8, &full[s]);
  for (int k = 0; k < 4; ++k) {
    await(&full[k], 0);
    y[k * 256 + threadIdx.x] = tile[k % 2][threadIdx.x] * 3; // expect-line: what the others read may be the next box
    if (k < 2 && threadIdx.x == 0) announce(&full[k + 2], tile_bytes), bring(tile[k % 2], &x, 0, (k + 2) * 8, &full[k + 2]);
  }
}

// fpcheck: boxes_in_order <<<4, 256>>> x=tensormap(X, 8x32, swizzle=128) y=tensormap(Y, 8x32, swizzle=128) X=randn:30x28 Y=empty:30x28 ref=Y=X*3
// expect: boxes_in_order clean
__global__ void boxes_in_order(const __grid_constant__ CUtensorMap x, const __grid_constant__ CUtensorMap y) {
  __shared__ alignas(1024) float tile[8 * 32];
  __shared__ unsigned long long signal;
  if (threadIdx.x == 0) make(&signal, 1);
  __syncthreads();
  if (threadIdx.x == 0) announce(&signal, tile_bytes), bring(tile, &x, 0, blockIdx.x * 8, &signal);
  await(&signal, 0);
  tile[threadIdx.x] *= 3; // wherever it lies
  show();
  __syncthreads();
  if (threadIdx.x == 0) take(&y, 0, blockIdx.x * 8, tile);
}

// fpcheck: boxes_in_turn <<<1, 256>>> x=tensormap(X, 8x32) X=randn:32x32 y=empty:32x32 ref=X*3
// expect: boxes_in_turn clean
__global__ void boxes_in_turn(const __grid_constant__ CUtensorMap x, float* y) {
  __shared__ alignas(128) float tile[2][8 * 32];
  __shared__ unsigned long long full[2], empty[2];
  if (threadIdx.x == 0)
    for (int s = 0; s < 2; ++s) make(&full[s], 1), make(&empty[s], 256);
  __syncthreads();
  for (int s = 0; s < 2 && threadIdx.x == 0; ++s) announce(&full[s], tile_bytes), bring(tile[s], &x, 0, s * 8, &full[s]);
  for (int k = 0; k < 4; ++k) {
    await(&full[k % 2], k / 2);
    y[k * 256 + threadIdx.x] = tile[k % 2][threadIdx.x] * 3;
    arrive(&empty[k % 2]);
    if (k < 2 && threadIdx.x == 0) {
      await(&empty[k % 2], 0);
      announce(&full[k % 2], tile_bytes);
      bring(tile[k % 2], &x, 0, (k + 2) * 8, &full[k % 2]);
    }
  }
}

// A device stops at a box that begins within 16 bytes, or is taken to a negative coordinate; and of a row's last 16 bytes it writes all.
// fpcheck: boxes_moved_aside <<<1, 256>>> aside=1 down=0 x=tensormap(X, 8x32) y=tensormap(Y, 8x32) X=randn:8x40 Y=empty:8x40
// expect: boxes_moved_aside rule=misaligned line=marked max_findings=3
// fpcheck: boxes_moved_aside <<<1, 256>>> aside=4 down=-1 x=tensormap(X, 8x32) y=tensormap(Y, 8x32) X=randn:8x40 Y=inout:zeros:8x40
// expect: boxes_moved_aside rule=out-of-bounds line=marked max_findings=3
// fpcheck: boxes_moved_aside <<<1, 256>>> aside=4 down=0 x=tensormap(X, 8x32) y=tensormap(Y, 8x32, shape=8x34, strides=36x1) X=randn:8x40 Y=inout:zeros:286
// expect: boxes_moved_aside rule=out-of-bounds line=marked max_findings=3
// fpcheck: boxes_moved_aside <<<1, 256>>> aside=4 down=0 x=tensormap(X, 8x32) y=tensormap(Y, 8x32) X=randn:8x40 Y=inout:zeros:8x40
// expect: boxes_moved_aside clean
__global__ void boxes_moved_aside(int aside, int down, const __grid_constant__ CUtensorMap x, const __grid_constant__ CUtensorMap y) {
  __shared__ alignas(128) float tile[8 * 32];
  __shared__ unsigned long long signal;
  if (threadIdx.x == 0) make(&signal, 1);
  __syncthreads();
  if (threadIdx.x == 0) announce(&signal, tile_bytes), bring(tile, &x, 4, 0, &signal);
  await(&signal, 0);
  tile[threadIdx.x] *= 3;
  show();
  __syncthreads();
  if (threadIdx.x == 0) take(&y, aside, down, tile); // expect-line
}

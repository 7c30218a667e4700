// Two passes over a matrix in one launch, along the rows and then along the columns: each block writes its row and reads from the rows of all
// others. A fence says in which order a block's own stores are seen; it waits for nobody. The second pass belongs into a second launch, or
// behind a barrier of the whole grid.

constexpr int side = 64;

__device__ float mixed(float a, float b) { return 0.5f * (a + b); }

// fpcheck: both_axes_by_a_fence <<<64, 64>>> x=uniform(0,1):64x64 rows=inout:zeros:64x64 y=empty:64x64 --expect race
__global__ void both_axes_by_a_fence(const float* x, float* rows, float* y) {
  const int at = blockIdx.x * side + threadIdx.x;
  rows[at] = mixed(x[at], x[blockIdx.x * side + (threadIdx.x + 1) % side]);
  __threadfence();
  __syncthreads();
  y[at] = mixed(rows[at], rows[(blockIdx.x + 1) % side * side + threadIdx.x]);
}

// fpcheck: along_rows <<<64, 64>>> x=uniform(0,1):64x64 rows=empty:64x64 --expect clean
__global__ void along_rows(const float* x, float* rows) {
  const int at = blockIdx.x * side + threadIdx.x;
  rows[at] = mixed(x[at], x[blockIdx.x * side + (threadIdx.x + 1) % side]);
}

// fpcheck: along_columns <<<64, 64>>> rows=uniform(0,1):64x64 y=empty:64x64 --expect clean
__global__ void along_columns(const float* rows, float* y) {
  const int at = blockIdx.x * side + threadIdx.x;
  y[at] = mixed(rows[at], rows[(blockIdx.x + 1) % side * side + threadIdx.x]);
}

// A tile whose rows are one longer than they need to be, against bank conflicts. The place in the tile is no place in the matrix: used for the
// output too, it shifts every row by one more element, and the last ones lie behind its end.

constexpr int side = 32, pitch = side + 1;

// fpcheck: written_by_the_tile <<<1, (32, 32)>>> x=randn:32x32 y=inout:zeros:32x32 --expect out-of-bounds
__global__ void written_by_the_tile(const float* x, float* y) {
  __shared__ float tile[side * pitch];
  const int at = threadIdx.y * pitch + threadIdx.x;
  tile[at] = x[threadIdx.y * side + threadIdx.x];
  __syncthreads();
  y[at] = tile[threadIdx.x * pitch + threadIdx.y];
}

// fpcheck: written_by_the_matrix <<<1, (32, 32)>>> x=randn:32x32 y=empty:32x32 --ref 'y=transpose(x)' --tol bitwise --expect clean
__global__ void written_by_the_matrix(const float* x, float* y) {
  __shared__ float tile[side * pitch];
  tile[threadIdx.y * pitch + threadIdx.x] = x[threadIdx.y * side + threadIdx.x];
  __syncthreads();
  y[threadIdx.y * side + threadIdx.x] = tile[threadIdx.x * pitch + threadIdx.y];
}

// Lanes of one warp that write what a neighbour has read: nothing but habit has them go on together.

// fpcheck: layers_in_place <<<1, 32>>> start=uniform(1,2):33 steps=8 root=empty:1
// expect: layers_in_place rule=race
__global__ void layers_in_place(const float* start, int steps, float* root) {
  __shared__ float value[33];
  const int i = threadIdx.x;
  value[i] = start[i];
  if (i == 0) value[32] = start[32];
  __syncthreads();
  for (int layer = 0; layer < steps; ++layer) {
    const float above = value[i + 1], below = value[i];
    value[i] = 0.5f * (above + below);
    __syncthreads();
  }
  if (i == 0) *root = value[0];
}

// fpcheck: layers_with_two_barriers <<<1, 32>>> start=uniform(1,2):33 steps=8 root=empty:1
// expect: layers_with_two_barriers clean
__global__ void layers_with_two_barriers(const float* start, int steps, float* root) {
  __shared__ float value[33];
  const int i = threadIdx.x;
  value[i] = start[i];
  if (i == 0) value[32] = start[32];
  __syncthreads();
  for (int layer = 0; layer < steps; ++layer) {
    const float above = value[i + 1], below = value[i];
    __syncwarp();
    value[i] = 0.5f * (above + below);
    __syncwarp();
  }
  if (i == 0) *root = value[0];
}

// Adds a bias to each row of z; threads outside the matrix do nothing.
//
// fpcheck: add_bias <<<(1, 2), (16, 4)>>> B=8 O=10 z=inout:randn:BxO bias=randn:O ref=z=z+bias

__global__ void add_bias(float* z, const float* bias, int B, int O) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < B && column < O) z[row * O + column] += bias[column];
}

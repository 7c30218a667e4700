// Adds a bias to each row of z. The grid is rounded up to whole blocks of 16 columns, and the kernel does not look whether
// its column exists: with 10 columns, threads 10 to 15 read past the bias and add what they find to the next row, in a
// race with the threads whose elements these are. With 16 columns nothing shows.
//
// fpcheck: add_bias <<<(1, 2), (16, 4)>>> B=8 O=10 z=inout:randn:BxO bias=randn:O --expect out-of-bounds,race,uninitialised

__global__ void add_bias(float* z, const float* bias, int O) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  z[row * O + column] += bias[column];
}

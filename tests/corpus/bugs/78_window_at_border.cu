// A median over a window, gathered in a local array: at the border fewer values were gathered than are sorted.

struct window {
  float v[9];
  int count;
};
__device__ void gather(window& a, int width, int row, int column, const float* x) {
  a.count = 0;
  for (int y = -1; y <= 1; ++y)
    for (int z = -1; z <= 1; ++z)
      if (row + y >= 0 && row + y < width && column + z >= 0 && column + z < width) a.v[a.count++] = x[(row + y) * width + column + z];
}
__device__ float middle(window& a, int sorted) {
  for (int i = 1; i < sorted; ++i)
    for (int j = i; j > 0 && a.v[j] < a.v[j - 1]; --j) { // expect-line
      const float t = a.v[j];
      a.v[j] = a.v[j - 1], a.v[j - 1] = t;
    }
  return a.v[a.count / 2];
}

// fpcheck: median_of_nine <<<2, 32>>> width=8 x=randn:8x8 out=empty:64
// expect: median_of_nine rule=uninitialised line=marked max_findings=3
__global__ void median_of_nine(int width, const float* x, float* out) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  window a;
  gather(a, width, i / width, i % width, x);
  out[i] = middle(a, 9);
}

// fpcheck: median_of_gathered <<<2, 32>>> width=8 x=randn:8x8 out=empty:64
// expect: median_of_gathered clean
__global__ void median_of_gathered(int width, const float* x, float* out) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  window a;
  gather(a, width, i / width, i % width, x);
  out[i] = middle(a, a.count);
}

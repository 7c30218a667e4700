// The crash of a search for the least key among integers made of a number's bits, in a loop: the largest of the negative ones wins.

// fpcheck: nearest_by_bits <<<1, 64>>> n=64 k=16 x=randn:nx4 c=randn:kx4 label=empty:n:i32 --ref 'label=argmin(0.5 * sum(c*c,1)[None,:] - x @ c.T, 1)'
// expect: nearest_by_bits rule=mismatch line=marked max_findings=3
__global__ void nearest_by_bits(const float* x, const float* c, int* label, int n, int k) {
  const int i = threadIdx.x;
  if (i >= n) return;
  long long best = 0x7fffffffffffffffll;
  for (int j = 0; j < k; ++j) {
    float dot = 0, square = 0;
    for (int d = 0; d < 4; ++d) dot += x[4 * i + d] * c[4 * j + d], square += c[4 * j + d] * c[4 * j + d];
    const long long key = static_cast<long long>(__float_as_int(0.5f * square - dot)) << 32 | j;
    best = min(best, key);
  }
  label[i] = static_cast<int>(best & 0xffffffff); // expect-line
}

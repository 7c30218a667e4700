// Four floats read at once from an address that is a multiple of four bytes only.

// fpcheck: load_shifted <<<1, 16>>> shift=1 x=randn:80 y=empty:16
// expect: load_shifted rule=misaligned line=marked max_findings=3
// fpcheck: load_shifted <<<1, 16>>> shift=4 x=randn:80 y=empty:16
// expect: load_shifted clean
__global__ void load_shifted(int shift, const float* x, float* y) {
  const float4 v = *reinterpret_cast<const float4*>(x + shift + 4 * threadIdx.x); // expect-line
  y[threadIdx.x] = (v.x + v.y) + (v.z + v.w);
}

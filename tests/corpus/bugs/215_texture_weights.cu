// A table between whose entries the texture unit interpolates, with weights of eight bits, and one where arithmetic does; entries read at the edges of texels
// instead of their centres; and a surface whose first coordinate counts bytes.

// fpcheck: table_by_filter <<<2, 128>>> a=uniform(0,1):257 t=texture(a, linear, clamp) y=empty:256 'ref=0.7*a[:256]+0.3*a[1:]'
// expect: table_by_filter rule=mismatch line=marked max_findings=2
__global__ void table_by_filter(cudaTextureObject_t t, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tex1D<float>(t, i + 0.8f); // expect-line
}

// fpcheck: table_by_arithmetic <<<2, 128>>> a=uniform(0,1):257 t=texture(a, point, clamp) y=empty:256 'ref=0.7*a[:256]+0.3*a[1:]'
// expect: table_by_arithmetic clean
__global__ void table_by_arithmetic(cudaTextureObject_t t, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float low = tex1D<float>(t, i + 0.5f), high = tex1D<float>(t, i + 1.5f);
  y[i] = 0.7f * low + 0.3f * high;
}

// fpcheck: entries_by_edges <<<2, 128>>> a=randn:256 t=texture(a, linear, clamp) y=empty:256 ref=a
// expect: entries_by_edges rule=mismatch line=marked max_findings=2
__global__ void entries_by_edges(cudaTextureObject_t t, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tex1D<float>(t, i); // expect-line
}

// fpcheck: entries_by_centres <<<2, 128>>> a=randn:256 t=texture(a, linear, clamp) y=empty:256 ref=a
// expect: entries_by_centres clean
__global__ void entries_by_centres(cudaTextureObject_t t, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tex1D<float>(t, i + 0.5f);
}

// fpcheck: surface_by_elements <<<1, 64>>> a=empty:64 s=surface(a) x=randn:64 'ref=a=2*x'
// expect: surface_by_elements rule=misaligned line=marked max_findings=4
__global__ void surface_by_elements(cudaSurfaceObject_t s, const float* x) {
  const int i = threadIdx.x;
  surf1Dwrite(2 * x[i], s, i); // expect-line
}

// fpcheck: surface_by_bytes <<<1, 64>>> a=empty:64 s=surface(a) x=randn:64 'ref=a=2*x'
// expect: surface_by_bytes clean
__global__ void surface_by_bytes(cudaSurfaceObject_t s, const float* x) {
  const int i = threadIdx.x;
  surf1Dwrite(2 * x[i], s, i * 4);
}

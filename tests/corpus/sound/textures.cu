// Textures and surfaces in the ways that programs use them.

// fpcheck: scale_by_fetch <<<4, 64>>> n=200 a=randn:200 t=texture(a) y=empty:200 ref=2*a
// expect: scale_by_fetch clean
__global__ void scale_by_fetch(int n, cudaTextureObject_t t, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * tex1Dfetch<float>(t, i);
}

// fpcheck: means_of_neighbours <<<dim3(2, 4), dim3(32, 8)>>> a=randn:32x64 t=texture(a, linear, clamp) y=empty:32x63 'ref=(a[:,:63]+a[:,1:])/2' --tol 4ulp
// expect: means_of_neighbours clean
__global__ void means_of_neighbours(cudaTextureObject_t t, float* y) {
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (column < 63) y[row * 63 + column] = tex2D<float>(t, column + 1.0f, row + 0.5f);
}

// fpcheck: bytes_as_fractions <<<4, 64>>> a=randint(0,255):256:u8 t=texture(a, point, wrap, normalised, fractions) y=empty:256 'ref=a/255'
// expect: bytes_as_fractions clean
__global__ void bytes_as_fractions(cudaTextureObject_t t, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tex1D<float>(t, (i + 0.5f) / 256 + 1); // once around
}

// fpcheck: edges_with_border <<<1, 128>>> a=uniform(1,2):126 t=texture(a, point, border) y=empty:128
// expect: edges_with_border clean
__global__ void edges_with_border(cudaTextureObject_t t, float* y) { y[threadIdx.x] = 1 - tex1D<float>(t, threadIdx.x - 0.5f); }

// fpcheck: layers_of_pairs <<<3, 64>>> a=randn:3x64x2 t=texture(a, point, clamp, layered, channels=2) y=empty:3x64 'ref=a[:,:,0]-a[:,:,1]'
// expect: layers_of_pairs clean
__global__ void layers_of_pairs(cudaTextureObject_t t, float* y) {
  const float2 v = tex1DLayered<float2>(t, threadIdx.x + 0.5f, blockIdx.x);
  y[blockIdx.x * 64 + threadIdx.x] = v.x - v.y;
}

// fpcheck: volume_by_filter <<<4, 64>>> a=randn:4x8x8 t=texture(a, linear, clamp) y=empty:4x8x8 ref=a --tol 2ulp
// expect: volume_by_filter clean
__global__ void volume_by_filter(cudaTextureObject_t t, float* y) {
  const int x = threadIdx.x % 8, z = threadIdx.x / 8;
  y[(blockIdx.x * 8 + z) * 8 + x] = tex3D<float>(t, x + 0.5f, z + 0.5f, blockIdx.x + 0.5f);
}

// fpcheck: squares_gathered <<<1, 49>>> a=randn:8x8 t=texture(a, point, clamp) y=empty:7x7 'ref=(a[:7,:7]+a[1:,:7])+(a[:7,1:]+a[1:,1:])'
// expect: squares_gathered clean
__global__ void squares_gathered(cudaTextureObject_t t, float* y) {
  const int x = threadIdx.x % 7, row = threadIdx.x / 7;
  const float4 v = tex2Dgather<float4>(t, x + 1.0f, row + 1.0f, 0);
  y[threadIdx.x] = (v.w + v.x) + (v.z + v.y);
}

// fpcheck: image_on_surface <<<dim3(2, 2), dim3(16, 16)>>> a=inout:randn:32x32 s=surface(a) w=[0.5] --ref 'a=a*w[0]'
// expect: image_on_surface clean
__global__ void image_on_surface(cudaSurfaceObject_t s, const float* w) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  surf2Dwrite(surf2Dread<float>(s, x * 4, y) * w[0], s, x * 4, y);
}

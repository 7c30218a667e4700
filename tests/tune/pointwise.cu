// Sound kernels in binary32 whose results may be off by two ulps of bfloat16: narrowings.py asks which of their lines may be narrower.

__global__ void blend(const float* a, const float* b, const float* t, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float rest = 1.f - t[i];
  const float first = a[i] * rest;
  y[i] = first + b[i] * t[i];
}

__global__ void luminance(const float* r, const float* g, const float* b, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.2126f * r[i];
  sum += 0.7152f * g[i];
  y[i] = sum + 0.0722f * b[i];
}

__global__ void bilinear(const float* p, const float* u, const float* v, float* y, int w) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float low = p[i] + u[i] * (p[i + 1] - p[i]);
  const float high = p[i + w] + u[i] * (p[i + w + 1] - p[i + w]);
  y[i] = low + v[i] * (high - low);
}

__global__ void smooth_step(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float t = x[i];
  const float square = t * t;
  y[i] = square * (3.f - 2.f * t);
}

__global__ void five_points(const float* p, float* y, int w) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + w;
  const float beside = p[i - 1] + p[i + 1];
  const float across = p[i - w] + p[i + w];
  y[i - w] = 0.5f * p[i] + 0.125f * (beside + across);
}

__global__ void bezier(const float* a, const float* b, const float* c, const float* t, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float s = 1.f - t[i];
  const float start = s * s * a[i];
  const float middle = 2.f * s * t[i] * b[i];
  y[i] = start + middle + t[i] * t[i] * c[i];
}

__global__ void decayed_average(const float* m, const float* g, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float square = g[i] * g[i];
  y[i] = 0.9f * m[i] + 0.1f * square;
}

__global__ void length(const float* x, const float* y, const float* z, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float square = x[i] * x[i];
  square += y[i] * y[i];
  square += z[i] * z[i];
  out[i] = sqrtf(square);
}

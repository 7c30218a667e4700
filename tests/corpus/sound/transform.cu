// Fourier and cosine transforms, rotations, and polynomials.

// fpcheck: fft_256 <<<4, 128>>> re=randn:4x256 im=randn:4x256 out_re=empty:4x256 out_im=empty:4x256
// expect: fft_256 clean
__global__ void fft_256(const float* re, const float* im, float* out_re, float* out_im) {
  __shared__ float r[256], s[256];
  const int t = threadIdx.x, base = blockIdx.x * 256;
  for (int i = t; i < 256; i += 128) {
    const int j = __brev(i) >> 24;
    r[i] = re[base + j];
    s[i] = im[base + j];
  }
  for (int half = 1; half < 256; half *= 2) {
    __syncthreads();
    const int k = t & (half - 1), i = 2 * t - k, j = i + half;
    float ws, wc;
    sincospif(-static_cast<float>(k) / static_cast<float>(half), &ws, &wc);
    const float xr = r[j] * wc - s[j] * ws, xi = fmaf(r[j], ws, s[j] * wc);
    const float ar = r[i], ai = s[i];
    r[i] = ar + xr, s[i] = ai + xi;
    r[j] = ar - xr, s[j] = ai - xi;
  }
  __syncthreads();
  for (int i = t; i < 256; i += 128) out_re[base + i] = r[i], out_im[base + i] = s[i];
}

// fpcheck: rotary <<<256, 32>>> base=10000 x=randn:256x64 y=empty:256x64
// expect: rotary clean no-fast
__global__ void rotary(float base, const float* x, float* y) {
  const int pair = threadIdx.x, row = blockIdx.x * 64;
  const float angle = static_cast<float>(blockIdx.x * 131) * powf(base, -static_cast<float>(pair) / 32.f);
  float s, c;
  sincosf(angle, &s, &c);
  const float a = x[row + pair], b = x[row + pair + 32];
  y[row + pair] = a * c - b * s;
  y[row + pair + 32] = fmaf(a, s, b * c);
}

// fpcheck: cosine_transform <<<4, 32>>> x=randn:4x32 y=empty:4x32
// expect: cosine_transform clean
__global__ void cosine_transform(const float* x, float* y) {
  const int k = threadIdx.x;
  float sum = 0.f;
  for (int i = 0; i < 32; ++i) sum = fmaf(x[blockIdx.x * 32 + i], cospif((i + 0.5f) * k / 32.f), sum);
  y[blockIdx.x * 32 + k] = sum;
}

// fpcheck: polynomial_horner <<<8, 128>>> x=uniform(-1,1):1024 y=empty:1024
// expect: polynomial_horner clean
__global__ void polynomial_horner(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = x[i];
  y[i] = fmaf(fmaf(fmaf(fmaf(0.2f, v, 0.4f), v, -0.3f), v, 0.7f), v, 1.1f);
}

// fpcheck: quaternion_rotate <<<4, 64>>> q=randn:256x4 v=randn:256x4 out=empty:256x4
// expect: quaternion_rotate clean
__global__ void quaternion_rotate(const float4* q, const float4* v, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 a = q[i];
  const float scale = rsqrtf(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
  a.x *= scale, a.y *= scale, a.z *= scale, a.w *= scale;
  const float4 b = v[i];
  const float tx = 2.f * (a.y * b.z - a.z * b.y), ty = 2.f * (a.z * b.x - a.x * b.z), tz = 2.f * (a.x * b.y - a.y * b.x);
  out[i] = make_float4(b.x + a.w * tx + (a.y * tz - a.z * ty), b.y + a.w * ty + (a.z * tx - a.x * tz),
                       b.z + a.w * tz + (a.x * ty - a.y * tx), b.w);
}

// fpcheck: mandelbrot_count <<<8, 64>>> x=uniform(-2,1):512 y=uniform(-1,1):512 count=empty:512:i32
// expect: mandelbrot_count clean
__global__ void mandelbrot_count(const float* x, const float* y, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0.f, b = 0.f;
  int n = 0;
  while (n < 16 && a * a + b * b < 4.f) {
    const float next = a * a - b * b + x[i];
    b = 2.f * a * b + y[i];
    a = next;
    ++n;
  }
  count[i] = n;
}

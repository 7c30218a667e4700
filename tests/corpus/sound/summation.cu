// Sums that are as accurate as they look: compensated, pairwise, in two parts, in f64; and variances that do not cancel.

// fpcheck: sum_kahan <<<1, 32>>> n=2000 x=uniform(0,1):2000x32 out=empty:32
// expect: sum_kahan clean
// fpcheck: sum_kahan <<<1, 32>>> n=2000 x=randn:2000x32 out=empty:32
// expect: sum_kahan clean
__global__ void sum_kahan(int n, const float* x, float* out) {
  float sum = 0.f, carry = 0.f;
  for (int i = 0; i < n; ++i) {
    const float y = x[i * 32 + threadIdx.x] - carry;
    const float t = sum + y;
    carry = (t - sum) - y;
    sum = t;
  }
  out[threadIdx.x] = sum;
}

// fpcheck: sum_neumaier <<<1, 32>>> n=1000 x=spiked(1e6):1000x32 out=empty:32
// expect: sum_neumaier clean
// fpcheck: sum_neumaier <<<1, 32>>> n=1000 x=randn:1000x32 out=empty:32
// expect: sum_neumaier clean
__global__ void sum_neumaier(int n, const float* x, float* out) {
  float sum = 0.f, carry = 0.f;
  for (int i = 0; i < n; ++i) {
    const float v = x[i * 32 + threadIdx.x];
    const float t = sum + v;
    carry += fabsf(sum) >= fabsf(v) ? (sum - t) + v : (v - t) + sum;
    sum = t;
  }
  out[threadIdx.x] = sum + carry;
}

// fpcheck: two_sum_parts <<<4096, 256>>> n=1048576 a=randn:1048576 b=randn:1048576 sum=empty:1048576 error=empty:1048576
// expect: two_sum_parts clean big
__global__ void two_sum_parts(int n, const float* a, const float* b, float* sum, float* error) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float s = a[i] + b[i], z = s - a[i];
  sum[i] = s;
  error[i] = (a[i] - (s - z)) + (b[i] - z);
}

// fpcheck: two_product_parts <<<8, 128>>> a=randn:1024 b=randn:1024 product=empty:1024 error=empty:1024
// expect: two_product_parts clean
__global__ void two_product_parts(const float* a, const float* b, float* product, float* error) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float p = __fmul_rn(a[i], b[i]);
  product[i] = p;
  error[i] = fmaf(a[i], b[i], -p);
}

// fpcheck: dot_compensated <<<1, 32>>> n=1000 a=randn:1000x32 b=randn:1000x32 out=empty:32
// expect: dot_compensated clean
__global__ void dot_compensated(int n, const float* a, const float* b, float* out) {
  float sum = 0.f, carry = 0.f;
  for (int i = 0; i < n; ++i) {
    const float x = a[i * 32 + threadIdx.x], y = b[i * 32 + threadIdx.x];
    const float p = __fmul_rn(x, y), pe = fmaf(x, y, -p);
    const float s = sum + p, z = s - sum, se = (sum - (s - z)) + (p - z);
    sum = s;
    carry += pe + se;
  }
  out[threadIdx.x] = sum + carry;
}

// fpcheck: sum_pairwise <<<4, 256>>> x=randn:4096 out=empty:4
// expect: sum_pairwise clean
__global__ void sum_pairwise(const float* x, float* out) {
  __shared__ float part[256];
  const int t = threadIdx.x, base = blockIdx.x * 1024 + t;
  part[t] = (x[base] + x[base + 256]) + (x[base + 512] + x[base + 768]);
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) part[t] += part[t + half];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// fpcheck: sum_serial_positive <<<1, 32>>> n=10000 x=uniform(0,1):10000x32 out=empty:32
// expect: sum_serial_positive clean
__global__ void sum_serial_positive(int n, const float* x, float* out) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i) sum += x[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// fpcheck: running_sum_double <<<1, 32>>> n=500 x=randn:500x32 out=empty:500x32
// expect: running_sum_double clean
__global__ void running_sum_double(int n, const float* x, float* out) {
  double sum = 0.;
  for (int i = 0; i < n; ++i) {
    sum += static_cast<double>(x[i * 32 + threadIdx.x]);
    out[i * 32 + threadIdx.x] = static_cast<float>(sum);
  }
}

// fpcheck: variance_welford <<<1, 32>>> n=1024 x=uniform(1000,1001):1024x32 out=empty:32
// expect: variance_welford clean
__global__ void variance_welford(int n, const float* x, float* out) {
  float mean = 0.f, q = 0.f;
  for (int i = 0; i < n; ++i) {
    const float v = x[i * 32 + threadIdx.x], d = v - mean;
    mean += d / static_cast<float>(i + 1);
    q = fmaf(d, v - mean, q);
  }
  out[threadIdx.x] = q / static_cast<float>(n);
}

// fpcheck: variance_two_pass <<<1, 32>>> n=1024 x=uniform(1000,1001):1024x32 out=empty:32
// expect: variance_two_pass clean
__global__ void variance_two_pass(int n, const float* x, float* out) {
  float sum = 0.f, q = 0.f;
  for (int i = 0; i < n; ++i) sum += x[i * 32 + threadIdx.x];
  const float mean = sum / static_cast<float>(n);
  for (int i = 0; i < n; ++i) {
    const float d = x[i * 32 + threadIdx.x] - mean;
    q = fmaf(d, d, q);
  }
  out[threadIdx.x] = q / static_cast<float>(n);
}

// fpcheck: norm_scaled <<<1, 32>>> n=100 x=uniform(1e25,1e30):100x32 out=empty:32
// expect: norm_scaled clean
__global__ void norm_scaled(int n, const float* x, float* out) {
  float largest = 0.f, sum = 0.f;
  for (int i = 0; i < n; ++i) largest = fmaxf(largest, fabsf(x[i * 32 + threadIdx.x]));
  for (int i = 0; i < n; ++i) {
    const float v = x[i * 32 + threadIdx.x] / largest;
    sum = fmaf(v, v, sum);
  }
  out[threadIdx.x] = largest * sqrtf(sum);
}

// fpcheck: double_float_sum <<<1, 32>>> n=500 x=randn:500x32 high=empty:32 low=empty:32
// expect: double_float_sum clean
__global__ void double_float_sum(int n, const float* x, float* high, float* low) {
  float h = 0.f, l = 0.f;
  for (int i = 0; i < n; ++i) {
    const float v = x[i * 32 + threadIdx.x];
    const float s = h + v, z = s - h, e = ((h - (s - z)) + (v - z)) + l;
    h = s + e;
    l = e - (h - s);
  }
  high[threadIdx.x] = h;
  low[threadIdx.x] = l;
}

// fpcheck: residual <<<1, 64>>> n=64 a=randn:64x64 x=randn:64 b=randn:64 r=empty:64
// expect: residual clean
__global__ void residual(int n, const float* a, const float* x, const float* b, float* r) {
  float v = b[threadIdx.x];
  for (int i = 0; i < n; ++i) v = fmaf(-a[threadIdx.x * n + i], x[i], v);
  r[threadIdx.x] = v;
}

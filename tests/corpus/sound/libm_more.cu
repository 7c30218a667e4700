// Functions of two and three f32 arguments, with results in two parts, and with integers.

// fpcheck: call_atan2f <<<4, 128>>> x=randn:512 y=randn:512 z=empty:512
// expect: call_atan2f clean
__global__ void call_atan2f(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = atan2f(x[i], y[i]);
}

// fpcheck: call_hypotf <<<4, 128>>> x=randn:512 y=randn:512 z=empty:512
// expect: call_hypotf clean
__global__ void call_hypotf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = hypotf(x[i], y[i]);
}

// fpcheck: call_rhypotf <<<4, 128>>> x=randn:512 y=randn:512 z=empty:512
// expect: call_rhypotf clean
__global__ void call_rhypotf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = rhypotf(x[i], y[i]);
}

// fpcheck: call_powf <<<4, 128>>> x=uniform(0.1,10):512 y=uniform(-5,5):512 z=empty:512
// expect: call_powf clean
__global__ void call_powf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = powf(x[i], y[i]);
}

// fpcheck: call_fmodf <<<4, 128>>> x=uniform(-100,100):512 y=uniform(1,7):512 z=empty:512
// expect: call_fmodf clean
__global__ void call_fmodf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = fmodf(x[i], y[i]);
}

// fpcheck: call_remainderf <<<4, 128>>> x=uniform(-100,100):512 y=uniform(1,7):512 z=empty:512
// expect: call_remainderf clean
__global__ void call_remainderf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = remainderf(x[i], y[i]);
}

// fpcheck: call_fdimf <<<4, 128>>> x=randn:512 y=randn:512 z=empty:512
// expect: call_fdimf clean
__global__ void call_fdimf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = fdimf(x[i], y[i]);
}

// fpcheck: call_copysignf <<<4, 128>>> x=randn:512 y=randn:512 z=empty:512
// expect: call_copysignf clean
__global__ void call_copysignf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = copysignf(x[i], y[i]);
}

// fpcheck: call_fmaxf <<<4, 128>>> x=randn:512 y=randn:512 z=empty:512
// expect: call_fmaxf clean
__global__ void call_fmaxf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = fmaxf(x[i], y[i]);
}

// fpcheck: call_fminf <<<4, 128>>> x=randn:512 y=randn:512 z=empty:512
// expect: call_fminf clean
__global__ void call_fminf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = fminf(x[i], y[i]);
}

// fpcheck: call_nextafterf <<<4, 128>>> x=randn:512 y=randn:512 z=empty:512
// expect: call_nextafterf clean
__global__ void call_nextafterf(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = nextafterf(x[i], y[i]);
}

// fpcheck: call_fdividef <<<4, 128>>> x=randn:512 y=uniform(0.1,10):512 z=empty:512
// expect: call_fdividef clean
__global__ void call_fdividef(const float* x, const float* y, float* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = fdividef(x[i], y[i]);
}

// fpcheck: call_sincosf <<<4, 128>>> x=uniform(-3.1,3.1):512 s=empty:512 c=empty:512
// expect: call_sincosf clean
__global__ void call_sincosf(const float* x, float* s, float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sincosf(x[i], &s[i], &c[i]);
}

// fpcheck: call_sincospif <<<4, 128>>> x=uniform(-2,2):512 s=empty:512 c=empty:512
// expect: call_sincospif clean
__global__ void call_sincospif(const float* x, float* s, float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sincospif(x[i], &s[i], &c[i]);
}

// fpcheck: call_frexpf <<<4, 128>>> x=randn:512 m=empty:512 e=empty:512:i32
// expect: call_frexpf clean
__global__ void call_frexpf(const float* x, float* m, int* e) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  m[i] = frexpf(x[i], &e[i]);
}

// fpcheck: call_modff <<<4, 128>>> x=uniform(-100,100):512 f=empty:512 w=empty:512
// expect: call_modff clean
__global__ void call_modff(const float* x, float* f, float* w) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  f[i] = modff(x[i], &w[i]);
}

// fpcheck: call_ldexpf <<<4, 128>>> x=randn:512 e=randint(-20,20):512:i32 y=empty:512
// expect: call_ldexpf clean
__global__ void call_ldexpf(const float* x, const int* e, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = ldexpf(x[i], e[i]);
}

// fpcheck: call_scalbnf <<<4, 128>>> x=randn:512 e=randint(-20,20):512:i32 y=empty:512
// expect: call_scalbnf clean
__global__ void call_scalbnf(const float* x, const int* e, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = scalbnf(x[i], e[i]);
}

// fpcheck: call_ilogbf <<<4, 128>>> x=uniform(0.001,1000):512 e=empty:512:i32
// expect: call_ilogbf clean
__global__ void call_ilogbf(const float* x, int* e) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  e[i] = ilogbf(x[i]);
}

// fpcheck: call_lrintf <<<4, 128>>> x=uniform(-1000,1000):512 e=empty:512:i32
// expect: call_lrintf clean
__global__ void call_lrintf(const float* x, int* e) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  e[i] = static_cast<int>(lrintf(x[i]));
}

// fpcheck: call_llroundf <<<4, 128>>> x=uniform(-1000,1000):512 e=empty:512:i64
// expect: call_llroundf clean
__global__ void call_llroundf(const float* x, long long* e) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  e[i] = llroundf(x[i]);
}

// fpcheck: call_remquof <<<4, 128>>> x=uniform(-100,100):512 d=uniform(1,7):512 y=empty:512 q=empty:512:i32
// expect: call_remquof clean
__global__ void call_remquof(const float* x, const float* d, float* y, int* q) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k;
  y[i] = remquof(x[i], d[i], &k);
  q[i] = k & 7;
}

// fpcheck: call_fmaf <<<4, 128>>> x=randn:512 a=randn:512 b=randn:512 y=empty:512
// expect: call_fmaf clean
__global__ void call_fmaf(const float* x, const float* a, const float* b, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fmaf(x[i], a[i], b[i]);
}

// fpcheck: call_norm3df <<<4, 128>>> x=randn:512 a=randn:512 b=randn:512 y=empty:512
// expect: call_norm3df clean
__global__ void call_norm3df(const float* x, const float* a, const float* b, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = norm3df(x[i], a[i], b[i]);
}

// fpcheck: call_rnorm3df <<<4, 128>>> x=randn:512 a=randn:512 b=randn:512 y=empty:512
// expect: call_rnorm3df clean
__global__ void call_rnorm3df(const float* x, const float* a, const float* b, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = rnorm3df(x[i], a[i], b[i]);
}

// fpcheck: call_powif <<<4, 128>>> x=uniform(0.5,2):512 e=randint(-8,8):512:i32 y=empty:512
// expect: call_powif clean
__global__ void call_powif(const float* x, const int* e, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = powf(x[i], static_cast<float>(e[i]));
}

// fpcheck: call_jnf <<<4, 128>>> x=uniform(2,4):512 y=empty:512
// expect: call_jnf clean
__global__ void call_jnf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = jnf(2, x[i]);
}

// fpcheck: call_expf_wide <<<4096, 256>>> x=uniform(-85,85):1048576 y=empty:1048576
// expect: call_expf_wide clean big
__global__ void call_expf_wide(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = expf(x[i]);
}

// fpcheck: call_sinf_wide <<<4096, 256>>> x=uniform(-100000,100000):1048576 y=empty:1048576
// expect: call_sinf_wide clean big no-fast
__global__ void call_sinf_wide(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sinf(x[i]);
}

// fpcheck: call_tanhf_wide <<<4096, 256>>> x=uniform(-10,10):1048576 y=empty:1048576
// expect: call_tanhf_wide clean big
__global__ void call_tanhf_wide(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tanhf(x[i]);
}

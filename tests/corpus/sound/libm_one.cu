// Every function of one f32 argument, on a range where it is meant to be used.

// fpcheck: call_expf <<<4, 128>>> x=uniform(-80,80):512 y=empty:512
// expect: call_expf clean
__global__ void call_expf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = expf(x[i]);
}

// fpcheck: call_exp2f <<<4, 128>>> x=uniform(-120,120):512 y=empty:512
// expect: call_exp2f clean
__global__ void call_exp2f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = exp2f(x[i]);
}

// fpcheck: call_exp10f <<<4, 128>>> x=uniform(-35,35):512 y=empty:512
// expect: call_exp10f clean
__global__ void call_exp10f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = exp10f(x[i]);
}

// fpcheck: call_expm1f <<<4, 128>>> x=uniform(-3,3):512 y=empty:512
// expect: call_expm1f clean
__global__ void call_expm1f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = expm1f(x[i]);
}

// fpcheck: call_logf <<<4, 128>>> x=uniform(0.001,1000):512 y=empty:512
// expect: call_logf clean
__global__ void call_logf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = logf(x[i]);
}

// fpcheck: call_log2f <<<4, 128>>> x=uniform(0.001,1000):512 y=empty:512
// expect: call_log2f clean
__global__ void call_log2f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = log2f(x[i]);
}

// fpcheck: call_log10f <<<4, 128>>> x=uniform(0.001,1000):512 y=empty:512
// expect: call_log10f clean
__global__ void call_log10f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = log10f(x[i]);
}

// fpcheck: call_log1pf <<<4, 128>>> x=uniform(-0.9,5):512 y=empty:512
// expect: call_log1pf clean
__global__ void call_log1pf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = log1pf(x[i]);
}

// fpcheck: call_sinf <<<4, 128>>> x=uniform(-3.1,3.1):512 y=empty:512
// expect: call_sinf clean
__global__ void call_sinf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sinf(x[i]);
}

// fpcheck: call_cosf <<<4, 128>>> x=uniform(-3.1,3.1):512 y=empty:512
// expect: call_cosf clean
__global__ void call_cosf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = cosf(x[i]);
}

// fpcheck: call_tanf <<<4, 128>>> x=uniform(-1.5,1.5):512 y=empty:512
// expect: call_tanf clean
__global__ void call_tanf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tanf(x[i]);
}

// fpcheck: call_sinpif <<<4, 128>>> x=uniform(-2,2):512 y=empty:512
// expect: call_sinpif clean
__global__ void call_sinpif(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sinpif(x[i]);
}

// fpcheck: call_cospif <<<4, 128>>> x=uniform(-2,2):512 y=empty:512
// expect: call_cospif clean
__global__ void call_cospif(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = cospif(x[i]);
}

// fpcheck: call_asinf <<<4, 128>>> x=uniform(-1,1):512 y=empty:512
// expect: call_asinf clean
__global__ void call_asinf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = asinf(x[i]);
}

// fpcheck: call_acosf <<<4, 128>>> x=uniform(-1,1):512 y=empty:512
// expect: call_acosf clean
__global__ void call_acosf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = acosf(x[i]);
}

// fpcheck: call_atanf <<<4, 128>>> x=uniform(-10,10):512 y=empty:512
// expect: call_atanf clean
__global__ void call_atanf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = atanf(x[i]);
}

// fpcheck: call_sinhf <<<4, 128>>> x=uniform(-10,10):512 y=empty:512
// expect: call_sinhf clean
__global__ void call_sinhf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sinhf(x[i]);
}

// fpcheck: call_coshf <<<4, 128>>> x=uniform(-10,10):512 y=empty:512
// expect: call_coshf clean
__global__ void call_coshf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = coshf(x[i]);
}

// fpcheck: call_tanhf <<<4, 128>>> x=uniform(-5,5):512 y=empty:512
// expect: call_tanhf clean
__global__ void call_tanhf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tanhf(x[i]);
}

// fpcheck: call_asinhf <<<4, 128>>> x=uniform(-100,100):512 y=empty:512
// expect: call_asinhf clean
__global__ void call_asinhf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = asinhf(x[i]);
}

// fpcheck: call_acoshf <<<4, 128>>> x=uniform(1,100):512 y=empty:512
// expect: call_acoshf clean
__global__ void call_acoshf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = acoshf(x[i]);
}

// fpcheck: call_atanhf <<<4, 128>>> x=uniform(-0.99,0.99):512 y=empty:512
// expect: call_atanhf clean
__global__ void call_atanhf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = atanhf(x[i]);
}

// fpcheck: call_erff <<<4, 128>>> x=uniform(-3,3):512 y=empty:512
// expect: call_erff clean
__global__ void call_erff(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = erff(x[i]);
}

// fpcheck: call_erfcf <<<4, 128>>> x=uniform(-3,9):512 y=empty:512
// expect: call_erfcf clean
__global__ void call_erfcf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = erfcf(x[i]);
}

// fpcheck: call_erfcxf <<<4, 128>>> x=uniform(-3,10):512 y=empty:512
// expect: call_erfcxf clean
__global__ void call_erfcxf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = erfcxf(x[i]);
}

// fpcheck: call_erfinvf <<<4, 128>>> x=uniform(-0.99,0.99):512 y=empty:512
// expect: call_erfinvf clean
__global__ void call_erfinvf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = erfinvf(x[i]);
}

// fpcheck: call_erfcinvf <<<4, 128>>> x=uniform(0.01,1.99):512 y=empty:512
// expect: call_erfcinvf clean
__global__ void call_erfcinvf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = erfcinvf(x[i]);
}

// fpcheck: call_normcdff <<<4, 128>>> x=uniform(-8,5):512 y=empty:512
// expect: call_normcdff clean
__global__ void call_normcdff(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = normcdff(x[i]);
}

// fpcheck: call_normcdfinvf <<<4, 128>>> x=uniform(0.001,0.999):512 y=empty:512
// expect: call_normcdfinvf clean
__global__ void call_normcdfinvf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = normcdfinvf(x[i]);
}

// fpcheck: call_lgammaf <<<4, 128>>> x=uniform(0.1,30):512 y=empty:512
// expect: call_lgammaf clean
__global__ void call_lgammaf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = lgammaf(x[i]);
}

// fpcheck: call_tgammaf <<<4, 128>>> x=uniform(0.1,20):512 y=empty:512
// expect: call_tgammaf clean
__global__ void call_tgammaf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tgammaf(x[i]);
}

// fpcheck: call_cbrtf <<<4, 128>>> x=uniform(-100,100):512 y=empty:512
// expect: call_cbrtf clean
__global__ void call_cbrtf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = cbrtf(x[i]);
}

// fpcheck: call_rcbrtf <<<4, 128>>> x=uniform(0.01,100):512 y=empty:512
// expect: call_rcbrtf clean
__global__ void call_rcbrtf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = rcbrtf(x[i]);
}

// fpcheck: call_rsqrtf <<<4, 128>>> x=uniform(0.01,100):512 y=empty:512
// expect: call_rsqrtf clean
__global__ void call_rsqrtf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = rsqrtf(x[i]);
}

// fpcheck: call_sqrtf <<<4, 128>>> x=uniform(0,100):512 y=empty:512
// expect: call_sqrtf clean
__global__ void call_sqrtf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sqrtf(x[i]);
}

// fpcheck: call_floorf <<<4, 128>>> x=uniform(-100,100):512 y=empty:512
// expect: call_floorf clean
__global__ void call_floorf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = floorf(x[i]);
}

// fpcheck: call_ceilf <<<4, 128>>> x=uniform(-100,100):512 y=empty:512
// expect: call_ceilf clean
__global__ void call_ceilf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = ceilf(x[i]);
}

// fpcheck: call_rintf <<<4, 128>>> x=uniform(-100,100):512 y=empty:512
// expect: call_rintf clean
__global__ void call_rintf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = rintf(x[i]);
}

// fpcheck: call_roundf <<<4, 128>>> x=uniform(-100,100):512 y=empty:512
// expect: call_roundf clean
__global__ void call_roundf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = roundf(x[i]);
}

// fpcheck: call_truncf <<<4, 128>>> x=uniform(-100,100):512 y=empty:512
// expect: call_truncf clean
__global__ void call_truncf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = truncf(x[i]);
}

// fpcheck: call_nearbyintf <<<4, 128>>> x=uniform(-100,100):512 y=empty:512
// expect: call_nearbyintf clean
__global__ void call_nearbyintf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = nearbyintf(x[i]);
}

// fpcheck: call_logbf <<<4, 128>>> x=uniform(0.001,1000):512 y=empty:512
// expect: call_logbf clean
__global__ void call_logbf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = logbf(x[i]);
}

// fpcheck: call_fabsf <<<4, 128>>> x=randn:512 y=empty:512
// expect: call_fabsf clean
__global__ void call_fabsf(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fabsf(x[i]);
}

// fpcheck: call_j0f <<<4, 128>>> x=uniform(0,2):512 y=empty:512
// expect: call_j0f clean
__global__ void call_j0f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = j0f(x[i]);
}

// fpcheck: call_j1f <<<4, 128>>> x=uniform(0.1,3):512 y=empty:512
// expect: call_j1f clean
__global__ void call_j1f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = j1f(x[i]);
}

// fpcheck: call_y0f <<<4, 128>>> x=uniform(1,3):512 y=empty:512
// expect: call_y0f clean
__global__ void call_y0f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = y0f(x[i]);
}

// fpcheck: call_cyl_bessel_i0f <<<4, 128>>> x=uniform(0,5):512 y=empty:512
// expect: call_cyl_bessel_i0f clean
__global__ void call_cyl_bessel_i0f(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = cyl_bessel_i0f(x[i]);
}

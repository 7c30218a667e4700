// Functions of one f64 argument, on a range where they are meant to be used.

// fpcheck: call_exp <<<2, 128>>> x=uniform(-300,300):256:f64 y=empty:256:f64
// expect: call_exp clean
__global__ void call_exp(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = exp(x[i]);
}

// fpcheck: call_exp2 <<<2, 128>>> x=uniform(-300,300):256:f64 y=empty:256:f64
// expect: call_exp2 clean
__global__ void call_exp2(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = exp2(x[i]);
}

// fpcheck: call_expm1 <<<2, 128>>> x=uniform(-3,3):256:f64 y=empty:256:f64
// expect: call_expm1 clean
__global__ void call_expm1(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = expm1(x[i]);
}

// fpcheck: call_log <<<2, 128>>> x=uniform(0.001,1000):256:f64 y=empty:256:f64
// expect: call_log clean
__global__ void call_log(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = log(x[i]);
}

// fpcheck: call_log2 <<<2, 128>>> x=uniform(0.001,1000):256:f64 y=empty:256:f64
// expect: call_log2 clean
__global__ void call_log2(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = log2(x[i]);
}

// fpcheck: call_log1p <<<2, 128>>> x=uniform(-0.9,5):256:f64 y=empty:256:f64
// expect: call_log1p clean
__global__ void call_log1p(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = log1p(x[i]);
}

// fpcheck: call_sin <<<2, 128>>> x=uniform(-3.1,3.1):256:f64 y=empty:256:f64
// expect: call_sin clean
__global__ void call_sin(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sin(x[i]);
}

// fpcheck: call_cos <<<2, 128>>> x=uniform(-100,100):256:f64 y=empty:256:f64
// expect: call_cos clean
__global__ void call_cos(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = cos(x[i]);
}

// fpcheck: call_tan <<<2, 128>>> x=uniform(-1.5,1.5):256:f64 y=empty:256:f64
// expect: call_tan clean
__global__ void call_tan(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tan(x[i]);
}

// fpcheck: call_asin <<<2, 128>>> x=uniform(-1,1):256:f64 y=empty:256:f64
// expect: call_asin clean
__global__ void call_asin(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = asin(x[i]);
}

// fpcheck: call_acos <<<2, 128>>> x=uniform(-1,1):256:f64 y=empty:256:f64
// expect: call_acos clean
__global__ void call_acos(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = acos(x[i]);
}

// fpcheck: call_atan <<<2, 128>>> x=uniform(-10,10):256:f64 y=empty:256:f64
// expect: call_atan clean
__global__ void call_atan(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = atan(x[i]);
}

// fpcheck: call_sinh <<<2, 128>>> x=uniform(-5,5):256:f64 y=empty:256:f64
// expect: call_sinh clean
__global__ void call_sinh(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sinh(x[i]);
}

// fpcheck: call_cosh <<<2, 128>>> x=uniform(-5,5):256:f64 y=empty:256:f64
// expect: call_cosh clean
__global__ void call_cosh(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = cosh(x[i]);
}

// fpcheck: call_tanh <<<2, 128>>> x=uniform(-5,5):256:f64 y=empty:256:f64
// expect: call_tanh clean
__global__ void call_tanh(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tanh(x[i]);
}

// fpcheck: call_erf <<<2, 128>>> x=uniform(-3,3):256:f64 y=empty:256:f64
// expect: call_erf clean
__global__ void call_erf(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = erf(x[i]);
}

// fpcheck: call_erfc <<<2, 128>>> x=uniform(-3,9):256:f64 y=empty:256:f64
// expect: call_erfc clean
__global__ void call_erfc(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = erfc(x[i]);
}

// fpcheck: call_cbrt <<<2, 128>>> x=uniform(-100,100):256:f64 y=empty:256:f64
// expect: call_cbrt clean
__global__ void call_cbrt(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = cbrt(x[i]);
}

// fpcheck: call_rsqrt <<<2, 128>>> x=uniform(0.01,100):256:f64 y=empty:256:f64
// expect: call_rsqrt clean
__global__ void call_rsqrt(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = rsqrt(x[i]);
}

// fpcheck: call_sqrt <<<2, 128>>> x=uniform(0,100):256:f64 y=empty:256:f64
// expect: call_sqrt clean
__global__ void call_sqrt(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sqrt(x[i]);
}

// fpcheck: call_floor <<<2, 128>>> x=uniform(-100,100):256:f64 y=empty:256:f64
// expect: call_floor clean
__global__ void call_floor(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = floor(x[i]);
}

// fpcheck: call_tgamma <<<2, 128>>> x=uniform(0.1,20):256:f64 y=empty:256:f64
// expect: call_tgamma clean
__global__ void call_tgamma(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = tgamma(x[i]);
}

// fpcheck: call_lgamma <<<2, 128>>> x=uniform(0.1,30):256:f64 y=empty:256:f64
// expect: call_lgamma clean
__global__ void call_lgamma(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = lgamma(x[i]);
}

// fpcheck: call_pow <<<2, 128>>> x=uniform(0.1,10):256:f64 y=uniform(-5,5):256:f64 z=empty:256:f64
// expect: call_pow clean
__global__ void call_pow(const double* x, const double* y, double* z) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = pow(x[i], y[i]);
}

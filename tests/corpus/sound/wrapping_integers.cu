// Integers that wrap on purpose before they become floating-point numbers: angles in parts of a turn, generators, hashes, differences of times.

// fpcheck: oscillator <<<1, 64>>> step=123456789 y=empty:64
// expect: oscillator clean
__global__ void oscillator(int step, float* y) {
  const int phase = static_cast<int>(threadIdx.x * static_cast<unsigned>(step));
  y[threadIdx.x] = sinpif(static_cast<float>(phase) * 0x1p-31f);
}

// fpcheck: oscillator_in_steps <<<1, 32>>> step=123456789 y=empty:32x64
// expect: oscillator_in_steps clean
__global__ void oscillator_in_steps(int step, float* y) {
  unsigned phase = threadIdx.x * 77777777u;
  for (int i = 0; i < 64; ++i, phase += static_cast<unsigned>(step)) y[threadIdx.x * 64 + i] = static_cast<float>(phase) * 0x1p-32f;
}

// fpcheck: congruential <<<1, 32>>> seeds=randint(0,2000000000):32 y=empty:32x16
// expect: congruential clean
__global__ void congruential(const int* seeds, float* y) {
  unsigned s = static_cast<unsigned>(seeds[threadIdx.x]);
  for (int i = 0; i < 16; ++i) {
    s = s * 1664525u + 1013904223u;
    y[threadIdx.x * 16 + i] = static_cast<float>(s >> 8) * 0x1p-24f;
  }
}

// Of either sign, as a generator of noise has it.
// fpcheck: noise <<<1, 64>>> y=empty:64
// expect: noise clean
__global__ void noise(float* y) {
  int n = static_cast<int>(threadIdx.x) + 57 * 13;
  n = (n << 13) ^ n;
  y[threadIdx.x] = 1.f - static_cast<float>((n * (n * n * 15731 + 789221) + 1376312589) & 0x7fffffff) / 1073741824.f;
}

// fpcheck: hash_of_text <<<1, 32>>> text=randint(0,255):32x16 y=empty:32
// expect: hash_of_text clean
__global__ void hash_of_text(const int* text, float* y) {
  unsigned h = 5381;
  for (int i = 0; i < 16; ++i) h = h * 33u + static_cast<unsigned>(text[threadIdx.x * 16 + i]);
  y[threadIdx.x] = static_cast<float>(h) / 4294967296.f;
}

// fpcheck: time_between <<<1, 64>>> from=randint(2147483000,2147483647):64 to=randint(-2147483648,-2147483000):64 y=empty:64
// expect: time_between clean
__global__ void time_between(const int* from, const int* to, float* y) {
  y[threadIdx.x] = static_cast<float>(static_cast<int>(static_cast<unsigned>(to[threadIdx.x]) - static_cast<unsigned>(from[threadIdx.x]))) * 1e-6f;
}

// Indices and their products within the range, and what an intermediate sum leaves only for a while.
// fpcheck: weights_of_rows <<<4, 64>>> rows=4 columns=64 y=empty:256
// expect: weights_of_rows clean
__global__ void weights_of_rows(int rows, int columns, float* y) {
  const int i = blockIdx.x * columns + threadIdx.x;
  y[i] = static_cast<float>(i * i - rows * columns) / static_cast<float>(rows * columns);
}

// What a division leaves, of numbers without a sign.
// fpcheck: rests <<<1, 64>>> x=randint(-2147483648,2147483647):64 n=1000 y=empty:64x4
// expect: rests clean
__global__ void rests(const int* x, unsigned n, float* y) {
  const unsigned v = static_cast<unsigned>(x[threadIdx.x]);
  float* const to = y + threadIdx.x * 4;
  to[0] = static_cast<float>(static_cast<int>(v % 1000u));
  to[1] = static_cast<float>(static_cast<int>(v % n)) / static_cast<float>(v / n);
  to[2] = static_cast<float>(static_cast<int>(v - v / 7u * 7u));
  to[3] = static_cast<float>(static_cast<int>(v / 10u % 10u));
}

// The difference of two products that wrap both: it fits, and is right.
// fpcheck: apart <<<1, 64>>> x=randint(100000,4000000):64 y=empty:64x2
// expect: apart clean
__global__ void apart(const unsigned* x, float* y) {
  const unsigned a = x[threadIdx.x], b = a + 64u - threadIdx.x;
  y[threadIdx.x * 2] = static_cast<float>((b * b - a * a) / 2u);
  y[threadIdx.x * 2 + 1] = static_cast<float>(static_cast<int>(a * a - b * b)) * 0.25f;
}

// The upper half of a phase, with a sign: a half turn is 32768.
// fpcheck: phase_of_upper_half <<<1, 64>>> step=123456789 y=empty:64
// expect: phase_of_upper_half clean
__global__ void phase_of_upper_half(int step, float* y) {
  const int phase = static_cast<int>(threadIdx.x * static_cast<unsigned>(step));
  y[threadIdx.x] = sinpif(static_cast<float>(phase >> 16) * 0x1p-15f);
}

// Parts of 1 whose unit is an argument, or a divisor.
// fpcheck: weyl <<<1, 64>>> step=123456789 scale=2.3283064365386963e-10 y=empty:64
// expect: weyl clean
__global__ void weyl(unsigned step, float scale, float* y) { y[threadIdx.x] = static_cast<float>(threadIdx.x * step) * scale; }
// fpcheck: weyl_by_quotient <<<1, 64>>> step=123456789 y=empty:64
// expect: weyl_by_quotient clean
__global__ void weyl_by_quotient(unsigned step, double* y) { y[threadIdx.x] = static_cast<double>(threadIdx.x * step) / 4294967295.0; }

// A window's sum is the difference of two running sums.
// fpcheck: window_sums <<<1, 32>>> x=randint(50000000,100000000):32x256 y=empty:32x32
// expect: window_sums clean
__global__ void window_sums(const int* x, float* y) {
  unsigned sum = 0, before = 0;
  for (int k = 0; k < 32; ++k) {
    for (int i = 0; i < 8; ++i) sum += static_cast<unsigned>(x[threadIdx.x * 256 + k * 8 + i]);
    y[threadIdx.x * 32 + k] = static_cast<float>(static_cast<int>(sum - before)) / 8.f;
    before = sum;
  }
}

// How late it is by a clock that wraps.
// fpcheck: late <<<1, 64>>> now=randint(-694967296,-694967000):64:i32 period=90000 frame=40000 y=empty:64
// expect: late clean
__global__ void late(const unsigned* now, unsigned period, unsigned frame, float* y) {
  y[threadIdx.x] = static_cast<float>(static_cast<int>(now[threadIdx.x] - (frame + threadIdx.x % 2) * period)) * 0.25f;
}

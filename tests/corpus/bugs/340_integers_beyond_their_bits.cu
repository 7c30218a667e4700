// Products and sums in 32 bits that leave their range before they become floating-point numbers.

// fpcheck: squared_distance <<<2048, 64>>> y=empty:131072
// expect: squared_distance rule=overflow line=marked
__global__ void squared_distance(float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = static_cast<float>(i * i) * 0.5f; // expect-line
}

// fpcheck: squared_distance_wide <<<2048, 64>>> y=empty:131072
// expect: squared_distance_wide clean
__global__ void squared_distance_wide(float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = static_cast<float>(static_cast<long long>(i) * i) * 0.5f;
}

// fpcheck: mean_square <<<1, 64>>> a=randint(30000,60000):64x64 y=empty:64
// expect: mean_square rule=overflow line=marked
__global__ void mean_square(const int* a, float* y) {
  int s = 0;
  for (int i = 0; i < 64; ++i) s += a[threadIdx.x * 64 + i] * a[threadIdx.x * 64 + i]; // expect-line
  y[threadIdx.x] = static_cast<float>(s) / 64.f;
}

// fpcheck: mean_square_wide <<<1, 64>>> a=randint(30000,60000):64x64 y=empty:64
// expect: mean_square_wide clean
__global__ void mean_square_wide(const int* a, float* y) {
  long long s = 0;
  for (int i = 0; i < 64; ++i) s += static_cast<long long>(a[threadIdx.x * 64 + i]) * a[threadIdx.x * 64 + i];
  y[threadIdx.x] = static_cast<float>(s) / 64.f;
}

// Without a sign.
// fpcheck: mean_square_of_pixels <<<1, 64>>> a=randint(0,60000):64x64:u16 y=empty:64
// expect: mean_square_of_pixels rule=overflow line=marked
__global__ void mean_square_of_pixels(const unsigned short* a, float* y) {
  unsigned q = 0;
  for (int i = 0; i < 64; ++i) {
    const unsigned v = a[threadIdx.x * 64 + i];
    q += v * v; // expect-line
  }
  y[threadIdx.x] = q / 64.f;
}

// Numbers of 16 and 16 bits: the product has 32 and 32.
// fpcheck: fixed_product <<<1, 64>>> x=uniform(1,20):64 w=uniform(1,20):64 y=empty:64
// expect: fixed_product rule=overflow line=marked
__global__ void fixed_product(const float* x, const float* w, float* y) {
  const int a = static_cast<int>(x[threadIdx.x] * 65536.f), b = static_cast<int>(w[threadIdx.x] * 65536.f);
  y[threadIdx.x] = static_cast<float>((a * b) >> 16) / 65536.f; // expect-line
}

// fpcheck: fixed_product_wide <<<1, 64>>> x=uniform(1,20):64 w=uniform(1,20):64 y=empty:64
// expect: fixed_product_wide clean
__global__ void fixed_product_wide(const float* x, const float* w, float* y) {
  const int a = static_cast<int>(x[threadIdx.x] * 65536.f), b = static_cast<int>(w[threadIdx.x] * 65536.f);
  y[threadIdx.x] = static_cast<float>((static_cast<long long>(a) * b) >> 16) / 65536.f;
}

// fpcheck: fractions_multiplied <<<1, 64>>> x=uniform(0,1):64 w=uniform(0,1):64 y=empty:64
// expect: fractions_multiplied rule=overflow line=marked
__global__ void fractions_multiplied(const float* x, const float* w, float* y) {
  const unsigned a = static_cast<unsigned>(x[threadIdx.x] * 0x1p32f), b = static_cast<unsigned>(w[threadIdx.x] * 0x1p32f);
  y[threadIdx.x] = static_cast<float>(a * b) * 0x1p-32f; // expect-line
}

// fpcheck: fractions_multiplied_high <<<1, 64>>> x=uniform(0,1):64 w=uniform(0,1):64 y=empty:64
// expect: fractions_multiplied_high clean
__global__ void fractions_multiplied_high(const float* x, const float* w, float* y) {
  const unsigned a = static_cast<unsigned>(x[threadIdx.x] * 0x1p32f), b = static_cast<unsigned>(w[threadIdx.x] * 0x1p32f);
  y[threadIdx.x] = static_cast<float>(__umulhi(a, b)) * 0x1p-32f;
}

// fpcheck: factorials <<<1, 32>>> y=empty:32
// expect: factorials rule=overflow line=marked
__global__ void factorials(float* y) {
  int f = 1;
  for (int k = 2; k <= static_cast<int>(threadIdx.x) % 16; ++k) f *= k; // expect-line
  y[threadIdx.x] = 1.f / static_cast<float>(f);
}

// Products beyond 2^63.
// fpcheck: fractions_near_one <<<1, 64>>> x=uniform(0.9,1):64 w=uniform(0.9,1):64 y=empty:64
// expect: fractions_near_one rule=overflow line=marked
__global__ void fractions_near_one(const float* x, const float* w, float* y) {
  const unsigned a = static_cast<unsigned>(x[threadIdx.x] * 0x1p32f), b = static_cast<unsigned>(w[threadIdx.x] * 0x1p32f);
  y[threadIdx.x] = static_cast<float>(a * b) * 0x1p-32f; // expect-line
}

// Numbers on a circle, rounded to the period or wound round it.

// fpcheck: phase_in_turns <<<1, 64>>> x=uniform(-3e-8,3e-8):64 y=empty:64
// expect: phase_in_turns clean
// fpcheck: phase_in_turns <<<1, 64>>> x=uniform(-1,1):64 y=empty:64
// expect: phase_in_turns clean
__global__ void phase_in_turns(const float* x, float* y) {
  const int i = threadIdx.x;
  float p = x[i];
  if (p < 0.f) p += 1.f;
  if (p >= 1.f) p -= 1.f;
  y[i] = p;
}

// fpcheck: bearing <<<1, 64>>> east=uniform(-1e-8,1e-8):64 north=uniform(0.1,1):64 degrees=empty:64
// expect: bearing clean
__global__ void bearing(const float* east, const float* north, float* degrees) {
  const int i = threadIdx.x;
  float d = atan2f(east[i], north[i]) * 57.29578f;
  if (d < 0.f) d += 360.f;
  if (d >= 360.f) d = 0.f;
  degrees[i] = d;
}

// fpcheck: sector_of_angle <<<1, 64>>> x=uniform(-2e-8,2e-8):64 sector=empty:64:i32
// expect: sector_of_angle clean
__global__ void sector_of_angle(const float* x, int* sector) {
  const int i = threadIdx.x;
  float p = x[i];
  if (p < 0.f) p += 1.f;
  if (p >= 1.f) p = 0.f;
  sector[i] = static_cast<int>(p * 8.f);
}

// fpcheck: periodic_box <<<2, 32>>> length=12.5 dt=0.001 x=inout:uniform(0,1e-5):64 v=const(-0.01):64
// expect: periodic_box clean
__global__ void periodic_box(float length, float dt, float* x, const float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float p = x[i] + v[i] * dt;
  if (p < 0.f) p += length;
  if (p >= length) p -= length;
  x[i] = p;
}

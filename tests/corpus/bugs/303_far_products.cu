// The angle of a fast sine or cosine is a product of many thousand radians, and its rounding is a part of a turn that shows.

// fpcheck: carrier <<<1, 64>>> t=uniform(1000,2000):64 y=empty:64
// expect: carrier rule=inaccurate|cancellation line=marked
__global__ void carrier(const float* t, float* y) {
  y[threadIdx.x] = __cosf(6.2831853f * 440.f * t[threadIdx.x]); // expect-line
}

// fpcheck: carrier_of_turns <<<1, 64>>> t=uniform(1000,2000):64 y=empty:64
// expect: carrier_of_turns clean
__global__ void carrier_of_turns(const float* t, float* y) {
  const float turns = 440.f * t[threadIdx.x], rest = fmaf(440.f, t[threadIdx.x], -turns);
  y[threadIdx.x] = __cosf(6.2831853f * ((turns - rintf(turns)) + rest));
}

// fpcheck: chirp <<<1, 64>>> t=uniform(30,60):64 re=empty:64 im=empty:64 f=900 rate=45
// expect: chirp rule=inaccurate|cancellation line=marked
__global__ void chirp(const float* t, float* re, float* im, float f, float rate) {
  const float at = t[threadIdx.x], phase = 6.2831853f * (f + 0.5f * rate * at) * at; // expect-line
  float s, c;
  __sincosf(phase, &s, &c);
  re[threadIdx.x] = c, im[threadIdx.x] = s;
}

// The same within a few turns.
// fpcheck: slow_chirp <<<1, 64>>> t=uniform(0,0.5):64 re=empty:64 im=empty:64 f=2 rate=1
// expect: slow_chirp clean
__global__ void slow_chirp(const float* t, float* re, float* im, float f, float rate) {
  const float at = t[threadIdx.x], phase = 6.2831853f * (f + 0.5f * rate * at) * at;
  float s, c;
  __sincosf(phase, &s, &c);
  re[threadIdx.x] = c, im[threadIdx.x] = s;
}

// A power of two made of its exponent, which leaves the field where nothing keeps it inside: the bits run into the sign.

// fpcheck: weights_of_bits <<<1, 64>>> x=uniform(-144,-130):64 y=empty:64
// expect: weights_of_bits rule=out-of-domain line=marked max_findings=1
__global__ void weights_of_bits(const float* x, float* y) {
  const float whole = rintf(x[threadIdx.x]), rest = x[threadIdx.x] - whole;
  const float power = __int_as_float((static_cast<int>(whole) + 127) << 23); // expect-line
  y[threadIdx.x] = power * (1.f + rest * 0.69f);
}

// fpcheck: weights_kept <<<1, 64>>> x=uniform(-140,0):64 y=empty:64
// expect: weights_kept clean
__global__ void weights_kept(const float* x, float* y) {
  const float at = fmaxf(x[threadIdx.x], -126.f), whole = rintf(at), rest = at - whole;
  const float power = __int_as_float((static_cast<int>(whole) + 127) << 23);
  y[threadIdx.x] = power * (1.f + rest * 0.69f);
}

// What lies below becomes 0.
// fpcheck: weights_flushed <<<1, 64>>> x=uniform(-140,0):64 y=empty:64
// expect: weights_flushed clean
__global__ void weights_flushed(const float* x, float* y) {
  const int whole = max(__float2int_rn(x[threadIdx.x]), -127);
  y[threadIdx.x] = __int_as_float((whole + 127) << 23);
}

// fpcheck: gain_of_steps <<<1, 64>>> steps=randint(130,140):64:i32 x=uniform(1,2):64 y=empty:64
// expect: gain_of_steps rule=out-of-domain line=marked max_findings=1
__global__ void gain_of_steps(const int* steps, const float* x, float* y) {
  y[threadIdx.x] = x[threadIdx.x] / __int_as_float((steps[threadIdx.x] << 23) + 0x3f800000); // expect-line
}

// fpcheck: gain_of_ldexp <<<1, 64>>> steps=randint(100,120):64:i32 x=uniform(1,2):64 y=empty:64
// expect: gain_of_ldexp clean
__global__ void gain_of_ldexp(const int* steps, const float* x, float* y) {
  y[threadIdx.x] = ldexpf(x[threadIdx.x], -steps[threadIdx.x]);
}

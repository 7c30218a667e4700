// Sine, cosine and tanh are polynomials in the compiled kernel, 1e-8 off the functions: exact arithmetic of these is not what is meant
// where the next step magnifies that.

// fpcheck: arcs <<<1, 32>>> lat=[0.7301,0.73013,0.73019,0.73021,0.73022] lon=[0.1101,0.11014,0.11013,0.11019,0.1102] km=empty:4 n=4
// expect: arcs rule=cancellation|absorption|branch-flip line=marked
__global__ void arcs(const float* lat, const float* lon, float* km, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  float c = sinf(lat[i]) * sinf(lat[i + 1]) + cosf(lat[i]) * cosf(lat[i + 1]) * cosf(lon[i + 1] - lon[i]); // expect-line
  c = fminf(c, 1.f); // expect-line
  km[i] = 6371.f * acosf(c); // expect-line
}

// fpcheck: arcs_by_halves <<<1, 32>>> lat=[0.7301,0.73013,0.73019,0.73021,0.73022] lon=[0.1101,0.11014,0.11013,0.11019,0.1102] km=empty:4 n=4
// expect: arcs_by_halves clean
__global__ void arcs_by_halves(const float* lat, const float* lon, float* km, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float up = sinf(0.5f * (lat[i + 1] - lat[i])), along = sinf(0.5f * (lon[i + 1] - lon[i]));
  km[i] = 12742.f * asinf(sqrtf(up * up + cosf(lat[i]) * cosf(lat[i + 1]) * along * along));
}

// fpcheck: beliefs <<<1, 32>>> in=[[22.0,-24.0,27.0],[3.0,23.5,-21.0]] out=empty:2x3 n=2
// expect: beliefs rule=inf-born|overflow|cancellation|inaccurate|absorption|mismatch line=marked
__global__ void beliefs(const float* in, float* out, int n) {
  const int c = threadIdx.x;
  if (c >= n) return;
  for (int e = 0; e < 3; ++e) {
    float product = 1.f;
    for (int k = 0; k < 3; ++k)
      if (k != e) product *= tanhf(0.5f * in[c * 3 + k]); // expect-line
    out[c * 3 + e] = fmaxf(-30.f, fminf(30.f, 2.f * atanhf(product))); // expect-line
  }
}

// fpcheck: beliefs_by_logarithms <<<1, 32>>> in=[[22.0,-24.0,27.0],[3.0,23.5,-21.0]] out=empty:2x3 n=2
// expect: beliefs_by_logarithms clean
__global__ void beliefs_by_logarithms(const float* in, float* out, int n) {
  const int c = threadIdx.x;
  if (c >= n) return;
  for (int e = 0; e < 3; ++e) {
    float sum = 0.f, sign = 1.f, most = 0.f;
    bool first = true;
    for (int k = 0; k < 3; ++k) {
      if (k == e) continue;
      const float x = in[c * 3 + k], a = fabsf(x);
      sign = x < 0.f ? -sign : sign;
      most = first ? a : fminf(most, a) + log1pf(expf(-fabsf(most + a))) - log1pf(expf(-fabsf(most - a)));
      first = false, sum += a;
    }
    out[c * 3 + e] = sign * most;
  }
}

// fpcheck: saturation <<<1, 32>>> x=uniform(8,12):8 y=empty:8 n=8
// expect: saturation rule=cancellation|absorption|inaccurate line=marked
__global__ void saturation(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  y[i] = 1.f - tanhf(x[i]); // expect-line
}

// fpcheck: saturation_by_exponential <<<1, 32>>> x=uniform(8,12):8 y=empty:8 n=8
// expect: saturation_by_exponential clean
__global__ void saturation_by_exponential(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float e = expf(-2.f * x[i]);
  y[i] = 2.f * e / (1.f + e);
}

// A cosine that rounds to 1: the machine's angle is 0, taken in a branch of its own, and the exact one is not.

// fpcheck: separation <<<1, 32>>> ra1=[1.0,2.2,4.1,0.3] dec1=[0.5,-0.8,0.1,1.2] ra2=[1.0001,2.20005,4.1003,0.3004] dec2=[0.50007,-0.79992,0.10012,1.2001] sep=empty:4 n=4
// expect: separation rule=cancellation|absorption|branch-flip line=marked max_findings=1
__global__ void separation(const float* ra1, const float* dec1, const float* ra2, const float* dec2, float* sep, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float3 a = make_float3(cosf(dec1[i]) * cosf(ra1[i]), cosf(dec1[i]) * sinf(ra1[i]), sinf(dec1[i]));
  const float3 b = make_float3(cosf(dec2[i]) * cosf(ra2[i]), cosf(dec2[i]) * sinf(ra2[i]), sinf(dec2[i]));
  const float dot = fminf(1.f, fmaxf(-1.f, a.x * b.x + a.y * b.y + a.z * b.z)); // expect-line
  sep[i] = 206264.806f * acosf(dot); // expect-line
}

// fpcheck: separation_by_halves <<<1, 32>>> ra1=[1.0,2.2,4.1,0.3] dec1=[0.5,-0.8,0.1,1.2] ra2=[1.0001,2.20005,4.1003,0.3004] dec2=[0.50007,-0.79992,0.10012,1.2001] sep=empty:4 n=4
// expect: separation_by_halves clean
__global__ void separation_by_halves(const float* ra1, const float* dec1, const float* ra2, const float* dec2, float* sep, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float up = sinf(0.5f * (dec2[i] - dec1[i])), along = sinf(0.5f * (ra2[i] - ra1[i]));
  sep[i] = 412529.612f * asinf(sqrtf(fminf(1.f, up * up + cosf(dec1[i]) * cosf(dec2[i]) * along * along)));
}

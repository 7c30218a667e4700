// fpcheck: distances <<<1, 64>>> p=@b_haversine_near_p.npy metres=empty:64 n=64 --ref 'metres=@b_haversine_near_ref.npy' --tol rtol=5e-6,atol=1e-3
// expect: ok
// why: the haversine formula: differences of nearby coordinates are exact (Sterbenz), and min(1, h) before the arcsine is a guard against a last-bit excess, not a hidden NaN
// figure: metres[3] computed 78012.1953, exact 78012.1797; 0.04 of the tolerance
__global__ void distances(const float* p, float* metres, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float lat1 = p[4 * i], lon1 = p[4 * i + 1], lat2 = p[4 * i + 2], lon2 = p[4 * i + 3];
  float a = sinf(0.5f * (lat2 - lat1));
  float b = sinf(0.5f * (lon2 - lon1));
  float h = a * a + cosf(lat1) * cosf(lat2) * b * b;
  float s = sqrtf(fminf(h, 1.0f));
  float c = sqrtf(fmaxf(1.0f - h, 0.0f));
  metres[i] = 2.0f * 6371008.8f * atan2f(s, c);
}

// A clamp to an end of its format's range: exact arithmetic has no such end, and what left the range is only hidden.
#include <cfloat>

// fpcheck: log_total <<<1, 4>>> z=[[1,2,3,0],[90,95,100,80],[5,-200,4,3],[120,10,20,30]] out=empty:4
// expect: log_total rule=overflow line=marked
__global__ void log_total(const float* z, float* out) {
  const float* const row = z + 4 * threadIdx.x;
  float s = 0.0f;
  for (int k = 0; k < 4; ++k) s += expf(row[k]); // expect-line
  out[threadIdx.x] = logf(fminf(s, FLT_MAX));
}

// fpcheck: log_total_shifted <<<1, 4>>> z=[[1,2,3,0],[90,95,100,80],[5,-200,4,3],[120,10,20,30]] out=empty:4
// expect: log_total_shifted clean
__global__ void log_total_shifted(const float* z, float* out) {
  const float* const row = z + 4 * threadIdx.x;
  float top = row[0], s = 0.0f;
  for (int k = 1; k < 4; ++k) top = fmaxf(top, row[k]);
  for (int k = 0; k < 4; ++k) s += expf(row[k] - top);
  out[threadIdx.x] = top + logf(s);
}

// fpcheck: length <<<1, 8>>> x=[3,1e20,1,2,3e19,5,6,0.5] y=[4,1e19,2,3,4e19,5,1,0.25] out=empty:8
// expect: length rule=overflow line=marked
__global__ void length(const float* x, const float* y, float* out) {
  const int i = threadIdx.x;
  const float squared = x[i] * x[i] + y[i] * y[i]; // expect-line
  out[i] = sqrtf(fminf(squared, FLT_MAX));
}

// fpcheck: length_scaled <<<1, 8>>> x=[3,1e20,1,2,3e19,5,6,0.5] y=[4,1e19,2,3,4e19,5,1,0.25] out=empty:8
// expect: length_scaled clean
__global__ void length_scaled(const float* x, const float* y, float* out) {
  const int i = threadIdx.x;
  out[i] = hypotf(x[i], y[i]);
}

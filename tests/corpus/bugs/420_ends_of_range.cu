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

// fpcheck: path_score <<<1, 8>>> emit=uniform(0.01,0.05):8x40 score=empty:8 length=40
// expect: path_score rule=underflow-flushed line=marked
__global__ void path_score(const float* emit, float* score, int length) {
  float p = 1.0f;
#pragma unroll 1
  for (int k = 0; k < length; ++k) p *= emit[threadIdx.x * length + k] * 0.9f; // expect-line
  score[threadIdx.x] = logf(fmaxf(p, 1e-38f));
}

// The same by a selection.
// fpcheck: path_score_chosen <<<1, 8>>> emit=uniform(0.01,0.05):8x40 score=empty:8 length=40
// expect: path_score_chosen rule=underflow-flushed line=marked
__global__ void path_score_chosen(const float* emit, float* score, int length) {
  float p = 1.0f;
#pragma unroll 1
  for (int k = 0; k < length; ++k) p *= emit[threadIdx.x * length + k] * 0.9f; // expect-line
  score[threadIdx.x] = logf(p < FLT_MIN ? FLT_MIN : p);
}

// fpcheck: path_score_of_logarithms <<<1, 8>>> emit=uniform(0.01,0.05):8x40 score=empty:8 length=40
// expect: path_score_of_logarithms clean
__global__ void path_score_of_logarithms(const float* emit, float* score, int length) {
  float s = 0.0f;
#pragma unroll 1
  for (int k = 0; k < length; ++k) s += logf(emit[threadIdx.x * length + k] * 0.9f);
  score[threadIdx.x] = s;
}

// Numbers that are equal in exact arithmetic, and that roundings part: what is decided about them is known, whatever their inputs' own rounding.

// fpcheck: cell_of_table <<<1, 32>>> x=[0.7,4.8,1.3,2.2,4.8,0.4,3.1,4.8] lo=0.3 h=0.3 n=8 cell=empty:8
// expect: cell_of_table rule=branch-flip line=marked
__global__ void cell_of_table(const float* x, float lo, float h, int n, int* cell) {
  const int i = threadIdx.x;
  if (i < n) cell[i] = static_cast<int>((x[i] - lo) / h); // expect-line
}

// fpcheck: beyond_the_dose <<<1, 32>>> dose=[0.09,0.11,0.17,0.3,0.23,0.36,0.9,0.59] alarm=empty:8 n=8
// expect: beyond_the_dose rule=branch-flip line=marked
__global__ void beyond_the_dose(const float* dose, int n, float* alarm) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float part = dose[i] / 7.0f;
  float total = 0.0f;
  for (int k = 0; k < 7; ++k) total += part;
  alarm[i] = total > dose[i] ? 1000.0f : 1.0f; // expect-line
}

// fpcheck: steps_to_the_end <<<1, 32>>> end=[1.3,0.7,1.9,0.9,2.3,0.3,1.1,1.7] n=8 count=empty:8
// expect: steps_to_the_end rule=branch-flip line=marked
__global__ void steps_to_the_end(const float* end, int n, int* count) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float step = end[i] / 10.0f;
  int k = 0;
  for (float t = 0.0f; t < end[i]; t += step) ++k; // expect-line
  count[i] = k;
}

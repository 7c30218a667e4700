// A scan of segments that tests the lane in the warp, and a rotation of signed words.

// fpcheck: segment_scan <<<1, 32>>> x=[3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4,6,2,6,4,3,3,8,3,2,7,9,5] y=empty:32 want=[3,4,8,9,14,23,25,31,5,8,13,21,30,37,46,49,2,5,13,17,23,25,31,35,3,6,14,17,19,26,35,40] ref=y=want --tol bitwise
// expect: segment_scan rule=mismatch line=marked max_findings=1
__global__ void segment_scan(const int* x, int* y) {
  const int lane = threadIdx.x & 31; // expect-line
  int v = x[threadIdx.x];
  for (int o = 1; o < 8; o <<= 1) {
    const int up = __shfl_up_sync(0xffffffffu, v, o); // expect-line
    if (lane >= o) v += up;
  }
  y[threadIdx.x] = v;
}

// fpcheck: rotated <<<1, 32>>> x=[-19088744,305419896,-2,-559038737,1732584193,-271733879] y=empty:6 n=6 want=[-305419889,591751041,-17,-354685187,1951543318,-52774754] ref=y=want --tol bitwise
// expect: rotated rule=mismatch line=marked max_findings=1
__global__ void rotated(const int* x, int* y, int n) {
  const int i = threadIdx.x;
  if (i < n)
    y[i] = (x[i] << 4) | (x[i] >> 28); // expect-line
}

// fpcheck: rotated_words <<<1, 32>>> x=[-19088744,305419896,-2,-559038737,1732584193,-271733879] y=empty:6 n=6 want=[-305419889,591751041,-17,-354685187,1951543318,-52774754] ref=y=want --tol bitwise
// expect: rotated_words clean
__global__ void rotated_words(const int* x, int* y, int n) {
  const int i = threadIdx.x;
  if (i < n)
    y[i] = (x[i] << 4) | ((unsigned)x[i] >> 28);
}


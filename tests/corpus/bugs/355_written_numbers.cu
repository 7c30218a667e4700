// Numbers that are wrong where they are declared, lines before they are used: a weight of a table, a constant of a formula.

// fpcheck: integrals <<<1, 32>>> a=[0.5,1,1.5,2,3] y=empty:5 n=5 want=[0.39346934,0.63212056,0.77686984,0.86466472,0.95021293] ref=y=want --tol rtol=1e-4,atol=0
// expect: integrals rule=mismatch line=marked max_findings=1
__constant__ float node[3] = {0.0f, 0.7745966692f, -0.7745966692f};
__constant__ float weight[3] = {0.8888888889f, 0.5565555556f, 0.5555555556f}; // expect-line
__global__ void integrals(const float* a, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float half = 0.25f * a[i];
  float sum = 0;
  for (int part = 0; part < 2; ++part)
    for (int k = 0; k < 3; ++k) {
      const float x = half * (2 * part + 1 + node[k]);
      sum += weight[k] * expf(-x);
    }
  y[i] = half * sum;
}

// fpcheck: bells <<<1, 32>>> x=[-2,-1,-0.5,0,0.25,1.5] y=empty:6 n=6 ref=exp(-x*x/2)/2.5066282746310002 --tol rtol=1e-5,atol=0
// expect: bells rule=mismatch line=marked max_findings=1
#define PER_ROOT_TWO_PI 0.39984228f // expect-line

// What a bell is high at x.

__global__ void bells(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  y[i] = PER_ROOT_TWO_PI * expf(-0.5f * x[i] * x[i]);
}

// fpcheck: right_bells <<<1, 32>>> x=[-2,-1,-0.5,0,0.25,1.5] y=empty:6 n=6 ref=exp(-x*x/2)/2.5066282746310002 --tol rtol=1e-5,atol=0
// expect: right_bells clean
__global__ void right_bells(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  y[i] = 0.39894228f * expf(-0.5f * x[i] * x[i]);
}

// Numbers about zero among larger ones, made of what a kernel itself makes and rounds as data are rounded.

// A pulse on a line, of which a slow wake is left: every step's fields are the next one's data.
// fpcheck: pulse_on_line <<<1, 32>>> field=empty:65 steps=60 courant=0.5 amplitude=3
// expect: pulse_on_line clean
__global__ void pulse_on_line(float* field, int steps, float courant, float amplitude) {
  __shared__ float e[65], h[64];
  const int t = threadIdx.x;
  for (int k = t; k < 65; k += 32) e[k] = 0.0f;
  for (int k = t; k < 64; k += 32) h[k] = 0.0f;
  __syncthreads();
  for (int n = 0; n < steps; ++n) {
    for (int k = t; k < 64; k += 32) h[k] += courant * (e[k + 1] - e[k]);
    __syncthreads();
    for (int k = t + 1; k < 64; k += 32) e[k] += courant * (h[k] - h[k - 1]);
    __syncthreads();
    const float s = ((float)n - 12.0f) / 4.0f;
    if (t == 0) e[20] += amplitude / ((1.0f + s * s) * (1.0f + s * s));
    __syncthreads();
  }
  for (int k = t; k < 65; k += 32) field[k] = e[k];
}

// Components of the way between two places: of the one on the axis nothing is left but its own coordinate.
// fpcheck: local_frame <<<1, 4>>> x=[4279227.806485565,-4646986.832872707,0.009673209099718952,1651520.9621515987] y=[642719.2221466677,2553086.9169192016,0.005584829877650275,-6163560.140514803] east=empty:4 out=empty:4
// expect: local_frame clean
__global__ void local_frame(const double* x, const double* y, double* east, double* out) {
  const int i = threadIdx.x;
  const double r = sqrt(x[0] * x[0] + y[0] * y[0]), c = x[0] / r, s = y[0] / r;
  const double dx = x[i] - x[0], dy = y[i] - y[0];
  east[i] = c * dy - s * dx;
  out[i] = c * dx + s * dy;
}

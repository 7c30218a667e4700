// The phase of a carrier, in turns, grows with the number of the sample. It is made in double, and that is lost where it is cut to float as it
// stands: of a phase of some thousand turns a float keeps three decimals. The whole turns have to go first.

constexpr double turn = 6.283185307179586;

// fpcheck: phase_as_it_is <<<cdiv(n, 256), 256>>> y=empty:n n=2048 turns=1.23456789 --ref 'y=sin(6.283185307179586*turns*arange(n))' --tol rtol=0,atol=1e-6 --expect mismatch,narrowing
__global__ void phase_as_it_is(float* y, int n, double turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = sinf(static_cast<float>(turn * (turns * i)));
}

// fpcheck: phase_without_its_turns <<<cdiv(n, 256), 256>>> y=empty:n n=2048 turns=1.23456789 --ref 'y=sin(6.283185307179586*turns*arange(n))' --tol rtol=0,atol=1e-6 --expect clean
__global__ void phase_without_its_turns(float* y, int n, double turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double phase = turns * i;
  y[i] = sinf(static_cast<float>(turn * (phase - rint(phase))));
}

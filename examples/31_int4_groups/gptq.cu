// GPTQ's step for two weights whose inputs are correlated, H = E[x x^T]: the first is rounded, and the second is moved by the error of the first times
// h01 / h11, where the expected squared error of the output is least, before it is rounded itself. Moved the other way the errors add up
// instead of making up for each other; for inputs without correlation, as random test data are, h01 is 0 and both are the same kernel.

// fpcheck: made_up_for <<<1, 64>>> s=0.125 h01=0.9 h11=1.1 w0=uniform(-1,1):64 w1=uniform(-1,1):64 q0=empty:64:i8 q1=empty:64:i8 \
//   --ref 'q0=rint(w0 / s)' --ref 'q1=rint((w1 + (w0 - s * rint(w0 / s)) * h01 / h11) / s)' --expect clean
__global__ void made_up_for(const float* __restrict__ w0, const float* __restrict__ w1, signed char* __restrict__ q0, signed char* __restrict__ q1,
                            float s, float h01, float h11) {
  const int i = threadIdx.x, first = __float2int_rn(w0[i] / s);
  const float lost = w0[i] - s * first;
  q0[i] = first, q1[i] = __float2int_rn((w1[i] + lost * h01 / h11) / s);
}

// fpcheck: added_up <<<1, 64>>> s=0.125 h01=0.9 h11=1.1 w0=uniform(-1,1):64 w1=uniform(-1,1):64 q0=empty:64:i8 q1=empty:64:i8 \
//   --ref 'q0=rint(w0 / s)' --ref 'q1=rint((w1 + (w0 - s * rint(w0 / s)) * h01 / h11) / s)' --expect mismatch
__global__ void added_up(const float* __restrict__ w0, const float* __restrict__ w1, signed char* __restrict__ q0, signed char* __restrict__ q1,
                         float s, float h01, float h11) {
  const int i = threadIdx.x, first = __float2int_rn(w0[i] / s);
  const float lost = s * first - w0[i];
  q0[i] = first, q1[i] = __float2int_rn((w1[i] + lost * h01 / h11) / s);
}

// fpcheck: gradient_histogram <<<1, 128>>> code=[0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1,0,1,1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,0,0,0,0,0,1,0,0,0,0,1,0,0,0,1,0,1,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,1,0,1,1,0,0,0,0,0,0,0,1,0,0,1,0,1,0,0,0,0,1,0,0,1,0,1,0,0,0,0,0,0,1,1,0,1,0,0,0,0,1,0,1,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,1,1,0,0,1,0,0,0,1,0,0,0,0,0,0,0,1,0,0,1,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,1,0,1,0,1,1,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,0,0,0,0,1,0,1,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,1,1,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,1,1,0,1,1,0,0,0,1,1,0,1,0,0,0,1,0,1,1,0,0,0,0,1,0,0,0,1,0,0,0,0,0,0,0,1,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,1,0,1,1,1,1,0,0,0,0,1,0,1,0,0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,0,0,0,1,0,1,0,0,1,0,0,0,0,1,0,0,0,1,1,1,0,0,1,0,0,0,0,1,0,1,1,0,0,1,1,0,1,1,0,0,0,1,0,0,0,1,1,0,0,1,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,1,0,0,0,0,0,1,0,0,1] grad=const(0.75):512 hist=empty:2 n=512 want=[293.25,90.75] --ref 'hist=want' --tol rtol=1e-6,atol=0
// expect: error integer-overflow at line 19
// why: fixed-point gradients of 24 fraction bits are summed in 32 bits: more than 170 rows of 0.75 in one bin wrap around
// figure: hist[0] computed 37.25, MPFR 293.25
// Gradient histogram of a boosted tree's node; fixed point, so that the order of the atomics does not matter.
#define BINS 2
#define FRACTION 16777216.0f // 2^24

__global__ void gradient_histogram(const unsigned char *code, const float *grad, float *hist, int n)
{
    __shared__ int sum[BINS];
    int t = threadIdx.x;
    if (t < BINS)
        sum[t] = 0;
    __syncthreads();

    for (int i = t; i < n; i += blockDim.x) {
        int q = __float2int_rn(grad[i] * FRACTION);
        atomicAdd(&sum[code[i]], q);
    }
    __syncthreads();

    if (t < BINS)
        hist[t] = (float)sum[t] / FRACTION;
}

// fpcheck: peak<<<1, 64>>> re=[0.1,0.3,0.2,1.5,0.4,0.2,0.1,1.50015,0.3,0.1] im=[0.0,0.1,0.2,2.0,0.1,0.1,0.3,2.0,0.2,0.0] power=empty:1 n=10 --ref 'power=max(re*re+im*im)' --tol rtol=5e-7,atol=0
// expect: error key loses bits at line 8
// why: ten mantissa bits of the power give way to the bin number, so the two peaks have equal keys and the earlier, smaller one wins
// figure: computed power[0] = 6.25, MPFR 6.25044992
// Strongest bin of a spectrum: one atomicMax of a 32-bit key (power above, bin below).
__device__ unsigned make_key(float p, int bin)
{
    return (__float_as_uint(p) & 0xfffffc00u) | (1023u - bin);
}

__global__ void peak(const float *re, const float *im, float *power, int n)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    for (int b = threadIdx.x; b < n; b += blockDim.x)
        atomicMax(&best, make_key(re[b] * re[b] + im[b] * im[b], b));
    __syncthreads();
    if (threadIdx.x == 0) {
        int b = 1023 - (best & 1023u);
        power[0] = re[b] * re[b] + im[b] * im[b];
    }
}

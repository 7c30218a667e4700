// fpcheck: some_bins<<<4, 128>>> x=arange:4096 bins=[5,977,2500,4001] re=empty:4 im=empty:4 n=4096 want=[-2048,-2048,-2048,-2048] ref=re=want --tol rtol=2e-3
// expect: error fast math at line 29
// why: the phase 2 pi k m / n grows to twenty-five thousand radians and goes to __sincosf unreduced: the fast sine is for -pi to pi, and the phase has lost its low digits before it
// figure: computed re[3]=-2063.9, MPFR -2048
// A few bins of a long Fourier transform, a block each: no FFT is worth it for four frequencies.
__device__ float block_sum(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int o = blockDim.x / 2; o > 0; o >>= 1) {
        if (t < o)
            s[t] += s[t + o];
        __syncthreads();
    }
    float sum = s[0];
    __syncthreads();
    return sum;
}

__global__ void some_bins(const float *x, const int *bins, float *re, float *im, int n)
{
    __shared__ float s[128];
    int k = bins[blockIdx.x];
    float a = 0.0f, b = 0.0f;
    for (int m = threadIdx.x; m < n; m += blockDim.x) {
        float c, d;
        float phase = 6.2831853f * (float)(k * m) / n;
        __sincosf(phase, &d, &c);
        a += x[m] * c;
        b -= x[m] * d;
    }
    a = block_sum(a, s);
    b = block_sum(b, s);
    if (threadIdx.x == 0) {
        re[blockIdx.x] = a;
        im[blockIdx.x] = b;
    }
}

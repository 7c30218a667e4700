// fpcheck: some_bins<<<4, 128>>> x=arange:4096 bins=[5,977,2500,4001] re=empty:4 im=empty:4 n=4096 want=[-2048,-2048,-2048,-2048] ref=re=want --tol rtol=2e-3
// expect: ok
// why: the phase is reduced in integers, k m mod n, and sincospif takes turns, so no digit of the phase is lost
// figure: computed re[2] near -2048 with an error near 0.2, where the sum of |x| is 8.4e6 and 4 is allowed, MPFR -2048
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
        int part = (int)((long long)k * m % n);
        sincospif(2.0f * (float)part / n, &d, &c);
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

// fpcheck: density <<<1, 64>>> sample=[0] at=[-2,-1,-0.5,0,0.25,0.5,1,1.5,2,2.5,3] out=empty:11 h=1 n=1 m=11 ref=out=exp(-at*at/2)/sqrt(6.283185307179586) --tol rtol=1e-5,atol=0
// expect: error wrong constant at line 6
// why: 1/sqrt(2 pi) is 0.39894228, two digits are swapped in the literal: every density is 0.2 % too large
// figure: computed out[3] = 0.3998422920703888, MPFR 0.39894228
// Statistics: Gaussian kernel density estimate.
#define INV_SQRT_2PI 0.39984228f

__device__ float gauss(float u)
{
    return INV_SQRT_2PI * expf(-0.5f * u * u);
}

__global__ void density(const float *sample, const float *at, float *out, float h, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float x = at[i], sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += gauss((x - sample[k]) / h);
    out[i] = sum / (n * h);
}

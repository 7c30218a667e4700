// fpcheck: start <<<1, 32>>> c=[2.3375,10.45,0.9,1.2] s=[100,100,100,60] k=[140,95,150,90] t=[1,0.5,1,1] sigma=empty:4 n=4
// expect: ok
// why: the radicand can be negative, but the max with 0 is Corrado and Miller's own rule and is taken before the root
// figure: sigma[0]: computed 0.233299196, MPFR 0.233299206: relative error 4.2e-08, tolerance about 1e-6
// Corrado and Miller's start for implied volatility; the limits are those of the Newton steps that follow.
__device__ float corrado_miller(float c, float s, float k, float t)
{
    float half = 0.5f * (s - k);
    float a = c - half;
    float radicand = a * a - (s - k) * (s - k) * 0.318309886f;
    return 2.506628275f / (sqrtf(t) * (s + k)) * (a + sqrtf(fmaxf(radicand, 0.0f)));
}

__global__ void start(const float *c, const float *s, const float *k, const float *t, float *sigma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = corrado_miller(c[i], s[i], k[i], t[i]);
    sigma[i] = fminf(fmaxf(v, 0.01f), 4.0f);
}

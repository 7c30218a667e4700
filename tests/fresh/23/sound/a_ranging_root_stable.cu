// fpcheck: ranging_root <<<1, 32>>> b=[-4000.5,-12345.0,-3.0,5.0] c=[0.25,0.5,2.0,6.0] near=empty:4 n=4
// expect: ok
// why: a small root beside a large one: the large one first, the small one as c over it; the discriminant is far from zero
// figure: computed near[0] = 6.249219e-05, MPFR 6.24921895e-5
// First of two returns: the smaller root of t^2 + b t + c.
__global__ void ranging_root(const float *b, const float *c, float *near, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float discriminant = b[i] * b[i] - 4.0f * c[i];
    if (discriminant < 0.0f) {
        near[i] = -1.0f;
        return;
    }
    float q = -0.5f * (b[i] + copysignf(sqrtf(discriminant), b[i]));
    near[i] = fminf(q, c[i] / q);
}

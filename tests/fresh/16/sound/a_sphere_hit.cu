// fpcheck: hit <<<1, 32>>> b=[-10000.0, 20000.0, -3.0, 0.5, 2.0] c=[0.5, 0.25, 2.0, -4.0, 1.0] near_t=empty:5 far_t=empty:5 n=5
// expect: ok
// why: the roots of t^2 + b t + c come from the one without cancellation and from the product of both; the last ray touches, with a discriminant of exactly 0
// figure: computed near_t[0] = 4.99999987e-05, MPFR 5.000000025e-05; relative error 3.0e-08
// Both parameters at which a ray meets a sphere, lower one first.
__global__ void hit(const float *b, const float *c, float *near_t, float *far_t, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float disc = sqrtf(fmaxf(b[i] * b[i] - 4.0f * c[i], 0.0f));
    float q = -0.5f * (b[i] + copysignf(disc, b[i]));
    float t0 = q, t1 = c[i] / q;
    near_t[i] = fminf(t0, t1);
    far_t[i] = fmaxf(t0, t1);
}

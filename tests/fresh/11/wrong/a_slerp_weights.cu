// fpcheck: weights <<<1, 32>>> dot=[0.5,0.25,1.0,-0.5] w0=empty:4 w1=empty:4 t=0.25 n=4
// expect: error nan at line 18
// why: at dot = 1 the angle is 0 and both weights are 0/0; the clamp with fmaxf/fminf turns the NaN into weight 0, so the two weights are 0 and 0 in place of 0.75 and 0.25
// figure: w0[2]: computed 0 (fmaxf(nan, 0)), MPFR 0.75
// Interpolation weights of two unit quaternions.
__device__ float clamp01(float x)
{
    return fminf(fmaxf(x, 0.0f), 1.0f);
}

__global__ void weights(const float *dot, float *w0, float *w1, float t, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        float d = fabsf(dot[i]);
        float theta = acosf(d);
        float s = sinf(theta);
        float a = sinf((1.0f - t) * theta) / s;
        float b = sinf(t * theta) / s;
        w0[i] = clamp01(a);
        w1[i] = clamp01(b);
    }
}

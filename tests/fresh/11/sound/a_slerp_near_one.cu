// fpcheck: weights <<<1, 32>>> dot=[0.5,0.25,1.0,-0.5,0.9999995,0.999998,-1.0] w0=empty:7 w1=empty:7 t=0.25 n=7
// expect: ok
// why: the angle of nearly equal quaternions is known to a few per cent only, but the weights hardly depend on it there; below 1e-6 from 1 the limit is taken, so 0/0 never happens
// figure: w0[5]: computed 0.750000238, MPFR 0.7500002217; relative error 2.2e-08
// Interpolation weights of two unit quaternions, along the shorter arc.
__global__ void weights(const float *dot, float *w0, float *w1, float t, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float d = fminf(fabsf(dot[i]), 1.0f);
    float a = 1.0f - t, b = t;
    if (d < 0.999999f) {
        float theta = acosf(d);
        float s = 1.0f / sinf(theta);
        a = sinf((1.0f - t) * theta) * s;
        b = sinf(t * theta) * s;
    }
    w0[i] = a;
    w1[i] = copysignf(b, dot[i]);
}

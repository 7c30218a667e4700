// fpcheck: make_rotations <<<1, 32>>> a=[3.000000058624444e-25,1.0000000150474662e+30,0.0,-2.0,5.000000015855384e-30,0.0010000000474974513,7.000000080436129e+37] b=[4.0000000781659255e-25,2.0000000300949324e+30,0.0,9.999999747378752e-05,0.0,-0.0010000000474974513,6.000000213819608e+37] c=empty:7 s=empty:7 r=empty:7 n=7
// expect: ok
// why: operands of 1e-25 and 1e37, whose squares do not exist in float: the larger one is divided out first
// figure: computed r[0]=5.0000001e-25, MPFR 5.0000001e-25 (relative error at most 4.7e-08)
// Plane rotations that map (a, b) to (r, 0), for a QR decomposition of badly scaled columns.
struct rotation {
    float c, s, r;
};

__device__ rotation make_rotation(float a, float b)
{
    rotation q = {1.0f, 0.0f, 0.0f};
    const float m = fmaxf(fabsf(a), fabsf(b));
    if (m == 0.0f)
        return q;
    const float p = a / m;
    const float t = b / m;
    const float length = sqrtf(p * p + t * t); // in [1, sqrt 2]
    q.c = p / length;
    q.s = t / length;
    q.r = m * length;
    return q;
}

__global__ void make_rotations(const float *a, const float *b, float *c, float *s, float *r, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const rotation q = make_rotation(a[i], b[i]);
    c[i] = q.c;
    s[i] = q.s;
    r[i] = q.r;
}

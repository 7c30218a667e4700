// fpcheck: median5 <<<1, 32>>> x=[5,nan,1,9,7,2,4,6,8,10,3,8,nan,1,6] m=empty:3 n=3 want=[7.0,6.0,6.0] ref=m=want --tol bitwise
// expect: ok
// why: NaN among the inputs of a sorting network, but each is replaced by infinity before fminf and fmaxf see it, and only valid places are picked
// figure: computed 7 at m[0], MPFR 7
__device__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    float high = fmaxf(a, b);
    a = low;
    b = high;
}

__global__ void median5(const float *x, float *m, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    int valid = 0;
    for (int k = 0; k < 5; k++) {
        float raw = x[5 * i + k];
        bool good = raw == raw;
        v[k] = good ? raw : __int_as_float(0x7f800000);
        valid += good;
    }
    for (int pass = 0; pass < 5; pass++)
        for (int k = pass & 1; k < 4; k += 2)
            exchange(v[k], v[k + 1]);
    float result = 0.0f;
    for (int k = 0; k < 5; k++)
        if (k == valid / 2)
            result = v[k];
    m[i] = valid > 0 ? result : __int_as_float(0x7fc00000);
}

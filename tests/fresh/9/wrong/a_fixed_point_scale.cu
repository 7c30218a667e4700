// fpcheck: fixed_point_scale<<<1, 32>>> a=[98304,-147456,13139968,49152,196608,-12451840,819200,6569984] b=[131072,81920,114688,-32768,19660800,11862016,720896,26247168] y=empty:8 n=8 want=[3.0,-2.8125,350.875,-0.375,900.0,-34390.0,137.5,40150.125] ref=y=want --tol rtol=1e-4,atol=1e-4
// expect: error integer overflow of a product (mismatch) at line 10
// why: a Q16.16 product needs 64 bits before the shift
// figure: computed 0.0, MPFR 3.0 (y[0] = 1.5 * 2)
// Q16.16 numbers: multiply, back to floating point at the very end.
typedef int fixed;

__device__ __forceinline__ fixed mul(fixed a, fixed b)
{
    return (a * b) >> 16;
}

__device__ __forceinline__ float to_float(fixed v)
{
    return (float)v * (1.0f / 65536.0f);
}

__global__ void fixed_point_scale(const int *a, const int *b, float *y, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = to_float(mul(a[i], b[i]));
}

// fpcheck: code_deltas<<<1, 32>>> x=[0.0,0.125,-0.124,3.14159,-2.71828,100.0625,-99.97,511.9,-511.9,0.031,-0.0312,7.7] code=empty:12 back=empty:12 n=12 wantc=[0,2,-2,50,-43,1601,-1600,8190,-8190,0,0,123] ref=code=wantc --tol bitwise
// expect: ok
// why: rounding by adding 1.5 * 2^23 and reading the bits: right (to nearest even) for magnitudes below 2^22, and the product with 16 is exact
// figure: error 0 of bitwise (code 50 for 3.14159: 50.26544)
// Differences as integers in steps of 1/16: rounded by the adder, read from the mantissa.
__device__ __forceinline__ int nearest(float v)
{
    const float magic = 12582912.0f; // 1.5 * 2^23
    return __float_as_int(__fadd_rn(v, magic)) - __float_as_int(magic);
}

__global__ void code_deltas(const float *x, short *code, float *back, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int q = nearest(x[i] * 16.0f);
    code[i] = (short)q;
    back[i] = (float)q * 0.0625f;
}

// fpcheck: max_residual <<<1, 32>>> b=[1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5] d=[1,1,1,1,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] s=[1,2,3,4,5,0,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5] out=empty:1
// expect: error NaN swallowed at line 9: 0/0 in row 5 is NaN, fmaxf drops it, and the solver reports residual 0
// Infinity norm of a Jacobi residual.
__global__ void max_residual(const float* b, const float* d, const float* s, float* out)
{
    int i = threadIdx.x;
    float r = fabsf(b[i] - s[i] * (s[i] / (d[i] * s[i])));
    for (int k = 16; k; k >>= 1)
        r = fmaxf(r, __shfl_xor_sync(0xffffffffu, r, k));
    if (i == 0) out[0] = r;
}

// fpcheck: pack <<<1, 4>>> x=[1,1.00390625,1.01171875,-2.3,3.3895e+38,1e-39,0,-7.77e-05] word=empty:4 n=4 want=[1065369472,3222486914,753535,3097690112] --ref 'word=want' --tol rtol=1e-10,atol=0
// expect: ok
// why: bf16 by integer arithmetic: ties go to even, the carry runs into the exponent as it should, NaN are kept apart, the even element is the low half
// figure: word[0] computed 1065369472, MPFR 1065369472
// Two floats to a word of two bf16, first element in the low half.
__device__ unsigned to_bf16(float v)
{
    unsigned b = __float_as_uint(v);
    if ((b & 0x7fffffffu) > 0x7f800000u)
        return (b >> 16) | 0x40u; // quiet NaN
    unsigned odd = (b >> 16) & 1u;
    return (b + 0x7fffu + odd) >> 16;
}

__global__ void pack(const float *x, unsigned *word, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        word[i] = to_bf16(x[2 * i]) | to_bf16(x[2 * i + 1]) << 16;
}

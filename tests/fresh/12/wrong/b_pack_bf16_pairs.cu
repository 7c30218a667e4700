// fpcheck: pack_pairs <<<1, 32>>> re=[0.3,-1.7,2.25,100.1,-0.001,3.14159,0.7,-8.6] im=[0.6,0.1,-2.7,9.99,1.0,-0.33,12345.678,0.0072] packed=empty:8 n=8 want=[1058684570,1036894170,3224190992,1092633288,1065400963,3198763081,1178681139,1005371658] ref=packed=want --tol bitwise
// expect: error mismatch at line 16
// why: the upper half keeps the 16 low bits of its float, which are or-ed over the lower half: a mask 0xffff0000 is missing.
// figure: computed 0x3f1a3f9a, MPFR 0x3f1a3e9a (packed[0])
// Complex samples as two bfloat16 in one word: real part low, imaginary part high.
__device__ unsigned round_bits(float f)
{
    unsigned u = __float_as_uint(f);
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__global__ void pack_pairs(const float *re, const float *im, unsigned *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        packed[i] = (round_bits(re[i]) >> 16) | round_bits(im[i]);
}

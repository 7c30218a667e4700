// fpcheck: pack_pairs <<<1, 32>>> re=[0.3,-1.7,2.25,100.1,-0.001,3.14159,0.7,1.00390625] im=[0.6,0.1,-2.7,9.99,1.01171875,-0.33,12345.678,0.0072] packed=empty:8 n=8 want=[1058684570,1036894170,3224190992,1092633288,1065532035,3198763081,1178681139,1005338496] ref=packed=want --tol bitwise
// expect: ok
// why: bfloat16 rounded by integer arithmetic on the bits (to nearest even), two of them joined with one byte permutation: the same bits as the intrinsics give.
// figure: exact bits, error 0
__device__ unsigned nearest_even(float f)
{
    unsigned u = __float_as_uint(f);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return u | 0x00400000u;
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__global__ void pack_pairs(const float *re, const float *im, unsigned *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        packed[i] = __byte_perm(nearest_even(re[i]), nearest_even(im[i]), 0x7632);
}

// fpcheck: decode<<<1, 32>>> code=[0,1,3,7,8,56,60,126,129,135,185,254,69,128,16,107]:u8 y=empty:16 scale=0.375 n=16 want=[0.0,0.000732421875,0.002197265625,0.005126953125,0.005859375,0.375,0.5625,168.0,-0.000732421875,-0.005126953125,-0.421875,-168.0,1.21875,0.0,0.01171875,33.0] ref=y=want --tol rtol=0,atol=0
// expect: ok
// why: subnormal codes are not told apart: exponent and mantissa are moved into a binary32 with the exponent too small by 120, and a multiplication by 2^120 puts normal and subnormal right (a multiplication that does not flush)
// figure: computed y[1] = 0.000732421875, MPFR 0.000732421875; error 0
// Weights in e4m3 (no NaN among them) to float, times the scale of their tensor.
__device__ float decode_e4m3(unsigned code)
{
    unsigned magnitude = (code & 0x7fu) << 20;
    float v = __uint_as_float(magnitude) * 1.329227995784916e36f;
    return code & 0x80u ? -v : v;
}

__global__ void decode(const unsigned char *code, float *y, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = scale * decode_e4m3(code[i]);
}

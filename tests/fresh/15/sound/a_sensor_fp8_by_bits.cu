// fpcheck: decode_readings <<<1, 32>>> codes=[0,1,7,8,56,60,126,129,184,246,128,64] value=empty:12 mean=empty:1 n=12 want=[0,0.001953125,0.013671875,0.015625,1,1.5,448,-0.001953125,-1,-224,0,2] ref=value=want --tol rtol=1e-6,atol=0
// expect: ok
// why: numbers of eight bits (e4m3) are decoded by shifting bits into a binary32 and one product with 2^120, which treats subnormals right; that number is a bit trick but exact
// figure: computed value[1] = 0.001953125 (2^-9), right 0.001953125

__device__ float decode(unsigned char code)
{
    unsigned magnitude = code & 0x7fu;
    unsigned sign = (unsigned)(code & 0x80u) << 24;
    // exponent field of 4 bits, bias 7, under an exponent field with bias 127: 2^120 too small
    float tiny = __uint_as_float(magnitude << 20);
    float v = tiny * __uint_as_float((127u + 120u) << 23);
    return __uint_as_float(__float_as_uint(v) | sign);
}

__global__ void decode_readings(const unsigned char *codes, float *value, float *mean, int n)
{
    int i = threadIdx.x;
    float v = i < n ? decode(codes[i]) : 0.0f;
    if (i < n)
        value[i] = v;
    float sum = v;
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (i == 0)
        *mean = sum / (float)n;
}

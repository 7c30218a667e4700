// fpcheck: blend <<<1, 32>>> src=[114,149,183,6,218,3,244,166,144,37,2,64,246,67,8,212,142,61,99,92,19,143,242,56] dst=[14,156,39,117,248,217,104,101,160,100,131,182,5,131,27,95,111,73,219,76,114,17,159,191] alpha=[0,255,128,1,254,77] out=empty:24 n=24 want=[14,156,39,117,218,3,244,166,152,68,66,123,6,131,27,95,142,61,99,92,85,55,184,150] ref=out=want --tol rtol=0,atol=0.5
// expect: ok
// why: division by 255 as two shifts: exact rounding for every product of two bytes
// figure: computed out[5] = 3, exact 3: error 0 against 0.5
// Source over destination, 8-bit channels, four to a pixel, straight alpha a pixel.
__device__ __forceinline__ unsigned by_255(unsigned v)
{
    v += 128u;
    return (v + (v >> 8)) >> 8;
}

__global__ void blend(const unsigned char *src, const unsigned char *dst, const unsigned char *alpha,
                      unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned a = alpha[i / 4];
    out[i] = (unsigned char)by_255(src[i] * a + dst[i] * (255u - a));
}

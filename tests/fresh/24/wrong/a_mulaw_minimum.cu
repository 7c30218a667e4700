// fpcheck: mulaw_encode <<<1, 32>>> pcm=[0,100,-100,32767,-32767,-32768,1000,-8] code=empty:8 n=8 want=[255,242,114,128,0,0,206,126] ref=code=want
// expect: error narrowing at line 14
// why: -(-32768) does not fit a short and stays negative: the loudest sample passes the clip and is coded as silence
// figure: computed code[5]=127, MPFR 0
#include <cstdint>
// G.711 mu-law, one sample a thread
#define BIAS 132
#define CLIP 32635

__device__ uint8_t encode(int16_t s)
{
    int sign = (s >> 8) & 0x80;
    if (sign)
        s = -s;
    if (s > CLIP)
        s = CLIP;
    s += BIAS;
    int exponent = 7;
    for (int mask = 0x4000; (s & mask) == 0 && exponent > 0; mask >>= 1)
        exponent--;
    int mantissa = (s >> (exponent + 3)) & 15;
    return ~(sign | (exponent << 4) | mantissa);
}

__global__ void mulaw_encode(const int16_t *pcm, uint8_t *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        code[i] = encode(pcm[i]);
}

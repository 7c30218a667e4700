// fpcheck: mulaw_encode <<<1, 32>>> pcm=[0,100,-100,32767,-32767,-32768,1000,-8,4096,-2] code=empty:10 n=10 want=[255,242,114,128,0,0,206,126,175,127] ref=code=want
// expect: ok
// why: -32768 is negated, but as an int; the exponent by __clz needs no loop, and the bias makes the argument at least 132
// figure: code[5] computed 0, right 0; exact integers
#include <cstdint>
// G.711 mu-law, two samples a thread
__device__ uint8_t encode(int s)
{
    int sign = s < 0 ? 0x80 : 0;
    int magnitude = min(abs(s), 32635) + 132;
    int exponent = 24 - __clz(magnitude);
    int mantissa = (magnitude >> (exponent + 3)) & 15;
    return (uint8_t)~(sign | (exponent << 4) | mantissa);
}

__global__ void mulaw_encode(const int16_t *pcm, uint8_t *code, int n)
{
    int first = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int i = first; i < min(first + 2, n); i++)
        code[i] = encode(pcm[i]);
}

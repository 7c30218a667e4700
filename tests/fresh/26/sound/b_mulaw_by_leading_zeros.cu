// fpcheck: encode <<<1, 32>>> pcm=[0,1,-1,100,-100,1000,-1000,32767,-32768,8031] code=empty:10 n=10 want=[255,255,127,242,114,206,78,128,0,160] ref=code=want --tol bitwise
// expect: ok
// why: the segment is the place of the leading bit; -32768 is negated in int and clipped, so nothing overflows
// figure: computed code[8] = 0, right 0: error 0
__device__ unsigned char mu_law(short sample)
{
    const int bias = 132, clip = 32635;
    int v = sample;
    int sign = v < 0 ? 0x80 : 0;
    if (v < 0)
        v = -v;
    v = min(v, clip) + bias;
    int exponent = 24 - __clz(v);
    int mantissa = (v >> (exponent + 3)) & 15;
    return (unsigned char)~(sign | (exponent << 4) | mantissa);
}

__global__ void encode(const short *pcm, unsigned char *code, int n)
{
    int i = threadIdx.x;
    if (i < n)
        code[i] = mu_law(pcm[i]);
}

// fpcheck: rows_times<<<1, 32>>> a=[1009587663,2514406702,1851070474,675510943,487111857,2229494899,2527751787,4106337324,2790344905,1256108710,4178772208,1344490737,2510939147,3308288062,3024160633,390094725]:u32 b=[1845831963,555464045,1039977663,3072800970]:u32 y=empty:4 scale=0.0125 zero=131 words=4 rows=4 want=[-99.98750148992985,8.300000123679638,28.362500422634184,120.57500179670751] ref=y=want --tol rtol=1e-6,atol=0
// expect: ok
// why: unsigned activations and signed weights in words: __dp4a would take both as signed, so the activations are moved by 128 (sign bit flipped) and the zero point with them; integers throughout, one rounding at the end
// figure: computed y[0] = -99.9875, MPFR -99.9875
// Row products of uint8 activations (zero point) and int8 weights.
__device__ int dot4(unsigned a, unsigned b, int acc)
{
    return __dp4a((int)(a ^ 0x80808080u), (int)b, acc);
}

__device__ int weight_sum(unsigned b, int acc)
{
    return __dp4a(0x01010101, (int)b, acc);
}

__global__ void rows_times(const unsigned *a, const unsigned *b, float *y, float scale, int zero, int words, int rows)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    int acc = 0, sum = 0;
    for (int k = 0; k < words; k++) {
        acc = dot4(a[r * words + k], b[k], acc);
        sum = weight_sum(b[k], sum);
    }
    acc -= (zero - 128) * sum;
    y[r] = scale * (float)acc;
}

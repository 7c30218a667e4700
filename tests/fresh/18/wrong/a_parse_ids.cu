// fpcheck: parse_column <<<1, 32>>> text=[48,48,48,48,49,50,51,52,53,54,48,57,56,55,54,53,52,51,50,49,50,49,52,55,52,56,48,48,48,49,52,48,50,49,48,48,50,49,49,57,48,48,49,54,55,55,55,50,49,55,48,48,57,57,57,57,57,57,57,57] id=empty:6 width=10 n=6 want=[123456,987654321,2147480001,4021002119,16777217,99999999] ref=id=want --tol rtol=0,atol=0.25
// expect: error conversion (digits in a float) at line 15
// why: ten digits are gathered in a binary32: above 2^24 the identifier is rounded
// figure: computed id[1] = 987654336, MPFR 987654321
// Fixed-width decimal column to 64-bit identifiers; anything but a digit ends the number.
__device__ bool digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

__device__ float number(const unsigned char *s, int width)
{
    float v = 0.0f;
    for (int k = 0; k < width && digit(s[k]); k++)
        v = v * 10.0f + (float)(s[k] - '0');
    return v;
}

__global__ void parse_column(const unsigned char *text, long long *id, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        id[i] = (long long)number(text + i * width, width);
}

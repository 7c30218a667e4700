// fpcheck: parse<<<1, 32>>> text=[51,46,49,52,49,53,57,50,54,53,51,53,56,45,48,46,49,32,32,32,32,32,32,32,32,32,49,48,48,48,48,48,48,46,50,53,32,32,32,48,46,48,48,48,48,48,49,32,32,32,32,32,57,57,57,57,57,57,57,57,46,57,57,57,57,45,55,32,32,32,32,32,32,32,32,32,32,32,49,50,51,52,53,54,55,56,57,48,49,50,32,46,53,32,32,32,32,32,32,32,32,32,32,32] value=empty:8 rows=8 want=[3.14159265358,-0.1,1000000.25,1e-06,99999999.9999,-7.0,123456789012.0,0.5] ref=value=want --tol bitwise
// expect: ok
// why: division by a power of ten: both the digits (below 2^53) and 10^k (k at most 12) are exact, so one rounding gives the nearest binary64
// figure: error 0 of bitwise
// Fixed-width decimal text to binary64: digits as an integer, then one division.
#define WIDTH 13

struct Decimal {
    long long digits;
    int places;
    bool negative;
};

__device__ Decimal scan(const unsigned char *s)
{
    Decimal d = {0, 0, false};
    bool fraction = false;
    for (int i = 0; i < WIDTH && s[i] != ' '; i++) {
        if (s[i] == '-')
            d.negative = true;
        else if (s[i] == '.')
            fraction = true;
        else {
            d.digits = d.digits * 10 + (s[i] - '0');
            d.places += fraction;
        }
    }
    return d;
}

__global__ void parse(const unsigned char *text, double *value, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    Decimal d = scan(text + r * WIDTH);
    double power = 1.0;
    for (int i = 0; i < d.places; i++)
        power *= 10.0;
    double v = (double)d.digits / power;
    value[r] = d.negative ? -v : v;
}

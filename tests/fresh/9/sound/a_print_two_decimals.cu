// fpcheck: print<<<1, 32>>> x=[1.005,2.675,0.125,0.375,-1.115,1234.565,-0.5,99999.995,0.0449999999999] text=empty:90 rows=9 want=[32,32,32,32,32,32,49,46,48,48,32,32,32,32,32,32,50,46,54,55,32,32,32,32,32,32,48,46,49,50,32,32,32,32,32,32,48,46,51,56,32,32,32,32,32,45,49,46,49,49,32,32,32,49,50,51,52,46,53,55,32,32,32,32,32,45,48,46,53,48,32,32,57,57,57,57,57,46,57,57,32,32,32,32,32,32,48,46,48,52] ref=text=want --tol bitwise
// expect: ok
// why: rounding decisions on a rounded product (2.675 * 100): the remainder by fma decides where the product hits a half
// figure: error 0 of bitwise (the characters of printf %.2f)
// A binary64 column as text with two decimals, rounded as printf does it (the exact value, ties to even).
#define WIDTH 10

__device__ long long hundredths(double magnitude)
{
    double p = magnitude * 100.0;
    double rest = fma(magnitude, 100.0, -p);
    double whole = floor(p);
    double f = p - whole;
    long long n = (long long)whole;
    if (f > 0.5 || (f == 0.5 && (rest > 0.0 || (rest == 0.0 && (n & 1)))))
        n++;
    return n;
}

__global__ void print(const double *x, unsigned char *text, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    unsigned char *s = text + r * WIDTH;
    long long n = hundredths(fabs(x[r]));
    int at = WIDTH;
    for (int digit = 0; digit < 3 || n > 0; digit++) {
        if (digit == 2)
            s[--at] = '.';
        s[--at] = (unsigned char)('0' + n % 10);
        n /= 10;
    }
    if (x[r] < 0.0)
        s[--at] = '-';
    while (at > 0)
        s[--at] = ' ';
}

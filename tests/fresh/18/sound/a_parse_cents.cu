// fpcheck: parse_cents <<<1, 32>>> text=[48,48,49,50,46,51,52,49,57,57,57,46,48,53,48,48,48,48,46,48,55,57,57,57,57,46,57,57,48,49,48,48,46,48,48] cents=empty:5 n=5 want=[1234,199905,7,999999,10000] ref=cents=want --tol rtol=0,atol=0.25
// expect: ok
// why: cents are gathered as an integer past the point, never as a product with 100 that would have to be rounded
// figure: computed [1234, 199905, 7, 999999, 10000], MPFR the same: exact
// Prices "dddd.cc" as cents.
__global__ void parse_cents(const char *text, int *cents, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const char *s = text + 7 * i;
    int v = 0;
    for (int k = 0; k < 7; k++)
        if (s[k] != '.')
            v = 10 * v + (s[k] - '0');
    cents[i] = v;
}

// fpcheck: interval <<<1, 32>>> t_ms=[1700000000000,1700000010000,1700000020017,1700000030000,1700000039990] dt=empty:4 n=4 want=[10000,10017,9983,9990] ref=dt=want --tol rtol=1e-4,atol=0
// expect: error narrowing at line 11
// why: milliseconds since 1970 have 41 bits; as floats neighbouring stamps are 131,072 ms apart, so that the scrape interval is 0 or 131,072
// figure: computed dt[0] = 0.0, right 10000
// Scrape interval of a monitoring series.
__global__ void interval(const long long *t_ms, float *dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float now = (float)t_ms[i + 1];
    float before = (float)t_ms[i];
    dt[i] = now - before;
}

// fpcheck: zigzag <<<1, 32>>> t_ms=[1700000000000,1700000010000,1700000020017,1700000030000,1700000039990,1700000049995] out=empty:4 n=4 want=[34,67,14,30] ref=out=want --tol bitwise
// expect: ok
// why: differences are taken in 64 bits and only their small zigzag code is narrowed; the shift of a negative number is arithmetic in CUDA
// figure: computed out[0] = 34, right 34 (error 0)
// Delta of deltas of time stamps, zigzag coded.
__global__ void zigzag(const long long *t_ms, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long d0 = t_ms[i + 1] - t_ms[i];
    long long d1 = t_ms[i + 2] - t_ms[i + 1];
    long long dd = d1 - d0;
    out[i] = (unsigned)((dd << 1) ^ (dd >> 63));
}

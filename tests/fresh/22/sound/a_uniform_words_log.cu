// fpcheck: free_paths <<<1, 32>>> word=[0,1,4294967295,4294967040,2147483648,305419896] path=empty:6 mean=0.5 n=6
// expect: ok
// why: random words of all ones or zeros go into a logarithm; the upper 23 bits and a half are exact and keep u inside (0, 1)
// figure: error 3.0e-8 relative (u = 1 - 2^-24) at path[2], allowance 16 ulp, about 1e-6
__global__ void free_paths(const unsigned *word, float *path, float mean, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float u = ((float)(word[i] >> 9) + 0.5f) * 0x1p-23f;
    path[i] = -mean * logf(u);
}

// fpcheck: blocking <<<1, 32>>> offered=[3.0,60.0,8.5] servers=[5,100,20] blocked=empty:3 n=3
// expect: error overflow, then NaN hidden by fminf at line 31
// why: 60^100 and 100! are infinite in binary32, inf/inf is a NaN, and fminf makes it a blocking probability of 1
// figure: computed blocked[1]=1, MPFR 6.129892e-07
// Erlang's B formula: a^c/c! / sum a^k/k!
__device__ float factorial(int k)
{
    float f = 1.0f;
    for (int i = 2; i <= k; i++)
        f *= i;
    return f;
}

__device__ float whole_power(float a, int k)
{
    float p = 1.0f;
    for (int i = 0; i < k; i++)
        p *= a;
    return p;
}

__global__ void blocking(const float *offered, const int *servers, float *blocked, int n)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= n)
        return;
    float a = offered[q];
    int c = servers[q];
    float sum = 0.0f, last = 0.0f;
    for (int k = 0; k <= c; k++) {
        last = whole_power(a, k) / factorial(k);
        sum += last;
    }
    blocked[q] = fminf(last / sum, 1.0f);
}

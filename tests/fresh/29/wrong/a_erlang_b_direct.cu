// fpcheck: blocking <<<1, 32>>> traffic=[2.0,20.0,45.5,90.0,150.0] lines=[4,24,50,100,160] blocked=empty:5 n=5
// expect: error nan at line 19
// why: a^k and k! both overflow, inf/inf is NaN, and the clamp to 1 reports that every call is blocked
// figure: computed blocked[4] = 1 (NaN before the minimum), MPFR 0.028246329
// Erlang's B formula for trunk groups.
__device__ float factorial(int k)
{
    float f = 1.0f;
    for (int i = 2; i <= k; i++)
        f *= (float)i;
    return f;
}

__device__ float weight(float a, int k)
{
    float p = 1.0f;
    for (int i = 0; i < k; i++)
        p *= a;
    return p / factorial(k);
}

__global__ void blocking(const float *traffic, const int *lines, float *blocked, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float a = traffic[i];
    int c = lines[i];
    float sum = 0.0f;
    for (int k = 0; k <= c; k++)
        sum += weight(a, k);
    blocked[i] = fminf(weight(a, c) / sum, 1.0f);
}

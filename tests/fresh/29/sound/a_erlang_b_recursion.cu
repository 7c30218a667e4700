// fpcheck: blocking <<<1, 32>>> traffic=[2.0,20.0,45.5,90.0,150.0] lines=[4,24,50,100,160] blocked=empty:5 waiting=empty:5 n=5 want=[0.09523809523809523,0.06609671700418833,0.058650203433665504,0.026957380464359214,0.028246328545616473] ref=blocked=want --tol rtol=1e-5,atol=0
// expect: ok
// why: 150^160/160! would overflow, the recursion of 1/B stays in range and adds positive terms only
// figure: computed blocked[4] = 0.0282463375, MPFR 0.02824632855: relative error at most 3.2e-07 of 1e-5
// Erlang's B and C formulas for trunk groups with less traffic than lines.
__device__ float inverse_b(float a, int lines)
{
    float inverse = 1.0f;
    for (int k = 1; k <= lines; k++)
        inverse = 1.0f + inverse * ((float)k / a);
    return inverse;
}

__global__ void blocking(const float *traffic, const int *lines, float *blocked, float *waiting, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float a = traffic[i];
    float c = (float)lines[i];
    float b = 1.0f / inverse_b(a, lines[i]);
    blocked[i] = b;
    waiting[i] = c * b / (c - a * (1.0f - b));
}

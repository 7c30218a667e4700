// fpcheck: blocking <<<1, 32>>> offered=[3.0,60.0,8.5,0.25] servers=[5,100,20,2] blocked=empty:4 n=4 want=[0.11005435,6.1298925e-07,0.00032422185,0.024390243] --ref blocked=want --tol rtol=1e-5,atol=0
// expect: ok
// why: a hundred steps on numbers that grow to 1e6, but all are positive and the recursion damps old errors: the inverse of the blocking probability is formed, no power and no factorial
// figure: blocked[1] is 6.129892e-07 by MPFR, float recursion within 1e-6 relative, tolerance 1e-5
// Erlang's B formula by 1/B(c) = 1 + (c/a) / B(c-1)
__global__ void blocking(const float *offered, const int *servers, float *blocked, int n)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= n)
        return;
    float a = offered[q];
    float inverse = 1.0f;
    for (int k = 1; k <= servers[q]; k++)
        inverse = 1.0f + inverse * (k / a);
    blocked[q] = 1.0f / inverse;
}

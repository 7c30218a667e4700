// fpcheck: incidence_rate <<<1, 32>>> cases=[120,30000,21474,21475,90000] people=[83000,4000000,1000000,1000000,9000000] rate=empty:5 n=5 want=[144.57831325301204,750,2147.4,2147.5,1000] ref=rate=want --tol rtol=1e-6,atol=0
// expect: ok
// why: cases times 100000 exceeds int, but the factor is 100000ll and all is 64 bit until the quotient and remainder are floats
// figure: computed rate[3] = 2147.5, MPFR 2147.5
__device__ float per_100000(int cases, int people)
{
    long long scaled = cases * 100000ll;
    long long whole = scaled / people;
    long long rest = scaled % people;
    return (float)whole + (float)rest / (float)people;
}

__global__ void incidence_rate(const int *cases, const int *people, float *rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    rate[i] = people[i] > 0 ? per_100000(cases[i], people[i]) : 0.0f;
}

// fpcheck: incidence_rate <<<1, 32>>> cases=[120,30000,21474,21475,90000] people=[83000,4000000,1000000,1000000,9000000] rate=empty:5 n=5 want=[144.578308,750,2147.4,2147.5,1000] ref=rate=want --tol rtol=1e-5,atol=0
// expect: error overflow at line 8
// why: cases times 100000 is calculated in int and wraps from 21475 cases on
// figure: computed rate[1] = -323.74182, MPFR 750
// Cases per 100000 people.
__device__ float per_100000(int cases, int people)
{
    int scaled = cases * 100000;
    return (float)scaled / (float)people;
}

__global__ void incidence_rate(const int *cases, const int *people, float *rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    rate[i] = people[i] > 0 ? per_100000(cases[i], people[i]) : 0.0f;
}

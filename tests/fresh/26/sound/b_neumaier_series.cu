// fpcheck: series_sums <<<1, 4>>> first=[16777216,16777216,33554432,67108864] step=[0.5,0.75,1.5,3.0] total=empty:4 terms=4000
// expect: ok
// why: terms below half an ulp of the sum vanish from it, but Neumaier's correction keeps them
// figure: computed total[1] = 16780216, exact 16780216: error 0
struct Compensated {
    float sum, lost;
};

__device__ void add(Compensated &a, float x)
{
    float t = a.sum + x;
    if (fabsf(a.sum) >= fabsf(x))
        a.lost += (a.sum - t) + x;
    else
        a.lost += (x - t) + a.sum;
    a.sum = t;
}

__global__ void series_sums(const float *first, const float *step, float *total, int terms)
{
    int i = threadIdx.x;
    Compensated c = {first[i], 0.0f};
    for (int k = 0; k < terms; ++k)
        add(c, step[i]);
    total[i] = c.sum + c.lost;
}

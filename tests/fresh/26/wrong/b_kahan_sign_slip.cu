// fpcheck: series_sums <<<1, 4>>> first=[16777216,16777216,33554432,67108864] step=[0.5,0.75,1.5,3.0] total=empty:4 terms=40000
// expect: error compensation at line 13
// why: the compensation is kept with the wrong sign and then subtracted: what was lost is lost twice
// figure: computed total[1] = 16777216, exact 16807216
struct Compensated {
    float sum, lost;
};

__device__ void add(Compensated &a, float x)
{
    float y = x - a.lost;
    float t = a.sum + y;
    a.lost = y - (t - a.sum);
    a.sum = t;
}

__global__ void series_sums(const float *first, const float *step, float *total, int terms)
{
    int i = threadIdx.x;
    Compensated c = {first[i], 0.0f};
    for (int k = 0; k < terms; ++k)
        add(c, step[i]);
    total[i] = c.sum;
}

// fpcheck: life_table <<<1, 32>>> q=[0.005,0.0004,0.0003,0.001,0.01,0.1,0.5,1.0] survivors=empty:8 expectation=empty:1 n=8
// expect: ok
// why: survivors are subtracted from and reach exactly zero in the last group, but l - l q is one fused operation and nothing is divided by the zero
// figure: computed survivors[7] = 44251.9296875, MPFR 44251.93: relative error 6.1e-09 of 2e-6
// Period life table with radix 100000: survivors by age group and the expectation of life in groups.
__global__ void life_table(const float *q, float *survivors, float *expectation, int n)
{
    if (threadIdx.x != 0)
        return;
    float l = 100000.0f;
    float lived = 0.0f;
    for (int a = 0; a < n; a++) {
        survivors[a] = l;
        float next = l - l * q[a];
        lived += 0.5f * (l + next);
        l = next;
    }
    expectation[0] = lived / survivors[0];
}

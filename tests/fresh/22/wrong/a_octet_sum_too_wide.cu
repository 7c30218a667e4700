// fpcheck: octets <<<1, 64>>> x=arange:64:f32 sum=empty:8 n=64 want=[28,92,156,220,284,348,412,476] ref=sum=want --tol 2ulp
// expect: error shuffle at line 12
// why: the butterfly over groups of eight lanes starts at distance 8, which adds the neighbouring group's lanes too
// figure: computed 120 at sum[0], MPFR 28
// Sums of eight detector modules at a time: eight lanes a group.
#define GROUP 8

__global__ void octets(const float *x, float *sum, int n)
{
    int i = threadIdx.x;
    float v = i < n ? x[i] : 0.0f;
    for (int d = GROUP; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    if (i % GROUP == 0)
        sum[i / GROUP] = v;
}

// fpcheck: row_sums<<<1, 32>>> value=[0.5,1.875,1.125,2.5,1.75,1.0,2.375,1.625,0.875,2.25,1.5,0.75,2.125,1.375,0.625,2.0,1.25,0.5,1.875,1.125,2.5,1.75,1.0,2.375,1.625,0.875,2.25,1.5,0.75,2.125,1.375,0.625] head=[1,0,0,0,0,1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,1] row=empty:5 want=[7.75,5.875,15.375,18.125,0.625] ref=row=want --tol rtol=1e-6,atol=0
// expect: ok
// why: lanes take values across segment borders by shuffle, and throw them away by the distance to the next head
// figure: computed row[0] = 7.75, MPFR 7.75; exact (eighths)
// Row sums of 32 nonzeros of a sparse adjacency matrix; head marks the first of a row.
__device__ int next_head(unsigned heads, int lane)
{
    unsigned above = lane == 31 ? 0u : heads & (0xffffffffu << (lane + 1));
    return above ? __ffs((int)above) - 1 : 32;
}

__global__ void row_sums(const float *value, const int *head, float *row)
{
    int lane = threadIdx.x;
    float v = value[lane];
    bool first = head[lane] != 0;
    unsigned heads = __ballot_sync(0xffffffffu, first);
    int end = next_head(heads, lane);
    for (int o = 1; o < 32; o <<= 1) {
        float w = __shfl_down_sync(0xffffffffu, v, o);
        if (lane + o < end)
            v += w;
    }
    if (first)
        row[__popc(heads & ((1u << lane) - 1u))] = v;
}

// fpcheck: count_parcels <<<1, 64>>> depot=randint(0,1):64 total=inout:[16777216, 16777216] share=empty:2 parcels=64
// expect: ok
// why: counted in 32-bit integers, one atomic for all lanes of one depot; the share alone is a float
// figure: counts exact; share half an ulp
// Parcels seen by a sorter, counted per depot on top of the running totals.
__global__ void count_parcels(const int *depot, unsigned *total, float *share, int parcels)
{
    int i = threadIdx.x;
    int lane = i & 31;
    int d = i < parcels ? depot[i] : -1;
    unsigned same = __match_any_sync(0xffffffffu, d);
    int leader = __ffs(same) - 1;
    if (d >= 0 && lane == leader)
        atomicAdd(&total[d], (unsigned)__popc(same));
    __syncthreads();
    if (i < 2) {
        double all = (double)total[0] + (double)total[1];
        share[i] = (float)((double)total[i] / all);
    }
}

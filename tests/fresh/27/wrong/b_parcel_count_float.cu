// fpcheck: count_parcels <<<1, 64>>> depot=randint(0,1):1024 total=inout:[16777216.0, 16777216.0] parcels=1024
// expect: error counter lost in float at line 9
// why: 16777216 + 1 is 16777216 in float, so none of the parcels is counted
// figure: computed total[0] = 16777216, MPFR 16778240 (if all 1024 are of depot 0)
// Parcels seen by a sorter, counted per depot on top of the running totals.
__global__ void count_parcels(const int *depot, float *total, int parcels)
{
    for (int i = threadIdx.x; i < parcels; i += blockDim.x)
        atomicAdd(&total[depot[i]], 1.0f);
}

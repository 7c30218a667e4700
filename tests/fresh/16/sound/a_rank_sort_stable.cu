// fpcheck: rank_sort <<<1, 64>>> mag=[4.5, 2.25, 7.0, 4.5, 1.0, 9.5, 2.25, 2.25, 6.0, 3.5] sorted=empty:10 n=10
// expect: ok
// why: equal magnitudes are told apart by their index, so that every place is written once
// figure: computed sorted[1..3] = 2.25, MPFR 2.25; error 0
// Catalogue of stars in order of magnitude: everyone counts who comes before.
__global__ void rank_sort(const float *mag, float *sorted, int n)
{
    __shared__ float all[64];
    int i = threadIdx.x;
    if (i < n)
        all[i] = mag[i];
    __syncthreads();
    if (i >= n)
        return;
    float mine = all[i];
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += all[j] < mine || (all[j] == mine && j < i);
    sorted[rank] = mine;
}

// fpcheck: contacts <<<1, 64>>> xyz=uniform(0,10):40x3 degree=empty:40 n=40 cutoff=4.0
// expect: error uninitialised shared memory at line 23
// why: lanes beyond the last atom leave their flag of the shared row unwritten, and the ballot of the second warp counts them
// figure: degree[0] undefined (24 flags of the second warp are never written), exact: the number of contacts of atom 0, at most 39
// Contacts of each atom of a small protein: a row of the contact map at a time, counted by ballots.
__device__ float distance2(const float *xyz, int a, int b)
{
    float dx = xyz[3 * a] - xyz[3 * b];
    float dy = xyz[3 * a + 1] - xyz[3 * b + 1];
    float dz = xyz[3 * a + 2] - xyz[3 * b + 2];
    return dx * dx + dy * dy + dz * dz;
}

__global__ void contacts(const float *xyz, int *degree, int n, float cutoff)
{
    __shared__ int touches[64];
    __shared__ int count[2];
    int t = threadIdx.x;
    for (int row = 0; row < n; row++) {
        if (t < n)
            touches[t] = t != row && distance2(xyz, row, t) < cutoff * cutoff;
        __syncthreads();
        unsigned votes = __ballot_sync(0xffffffffu, touches[t] != 0);
        if ((t & 31) == 0)
            count[t >> 5] = __popc(votes);
        __syncthreads();
        if (t == 0)
            degree[row] = count[0] + count[1];
        __syncthreads();
    }
}

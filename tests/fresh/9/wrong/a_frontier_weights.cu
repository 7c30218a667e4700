// fpcheck: frontier<<<1, 64>>> degree=[1,2,0,3,1,1,0,2,1,2,0,3,1,1,0,2,1,2,0,3,1,1,0,2,1,2,0,3,1,1,0,2,1,2,0,3,1,1,0,2,1,2,0,3,1,1,0,2,1,2,0,3,1,1,0,2,1,2,0,3,1,1,0,2] share=empty:64
// expect: error divergent barrier at line 14
// why: threads without edges skip the barrier inside the branch, so the warps meet at different barriers and read sums that are not there yet
// figure: computed undefined (total may be read before warp 1 has stored), right: degree / 80
// Each node of the frontier: its share of all edges.
__global__ void frontier(const int *degree, float *share)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    float d = (float)degree[t];
    part[t] = 0.0f;
    if (d > 0.0f) {
        part[t] = d;
        __syncthreads();
    }
    float total = 0.0f;
    for (int i = 0; i < 64; i++)
        total += part[i];
    __syncthreads();
    share[t] = d / total;
}

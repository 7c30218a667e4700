// fpcheck: relax <<<1, 64>>> offset=[0,2,3,7,8,12,13,14,15,16] target=[1,2,3,0,1,4,5,2,0,6,7,8,3,6,8,2] weight=[2,1,4,3,2,6,1,2,5,1,3,2,4,1,2,7] dist=inout:[0,2,1,6,7,2,8,10,9] sum=empty:9 nodes=9
// expect: error divergent barrier at line 17
// why: the barrier is inside a loop whose number of trips is the degree of the thread's own node: threads wait at different barriers, or go on without each other
// figure: computed threads with 1 edge leave the loop at the barrier where others wait in their second step: staged[peer] is of any step, MPFR none: the order of steps is undefined
// Graph algorithms: sum of the tentative distances over the edges of every node, staged through shared memory step by step.
__global__ void relax(const int *offset, const int *target, const float *weight, const float *dist, float *sum, int nodes)
{
    __shared__ float staged[64];
    __shared__ float level[64];
    int v = threadIdx.x;
    int begin = v < nodes ? offset[v] : 0;
    int end = v < nodes ? offset[v + 1] : 0;
    float s = 0.0f;
    for (int e = begin; e < end; ++e)
    {
        staged[v] = dist[target[e]] + weight[e];
        __syncthreads();
        int peer = (v + 1) % nodes;
        s += fminf(staged[v], staged[peer]);
        __syncthreads();
    }
    level[v] = s;
    __syncthreads();
    if (v < nodes)
        sum[v] = level[v] + level[(v + 1) % nodes];
}

// fpcheck: all_pairs<<<1, (8, 8)>>> w=[0,3,100,7,100,100,100,100,8,0,2,100,100,100,100,100,5,100,0,1,100,100,100,100,2,100,100,0,4,100,100,100,100,100,100,100,0,6,100,100,100,100,100,100,100,0,2,100,100,100,100,100,100,100,0,1,1,100,100,100,100,100,100,0] dist=empty:64
// expect: error race on shared memory (missing barrier) at line 15
// why: no barrier between a step of k and the next: two warps read row k while the other may still write it
// figure: computed undefined (a path found in step k may be missed, dist[7] then stays near 100), MPFR 19 (dist[7] = 3+2+1+4+6+2+1)
// Floyd and Warshall on a graph of eight nodes, one thread an entry.
#define V 8

__global__ void all_pairs(const float *w, float *dist)
{
    __shared__ float d[V][V];
    int i = threadIdx.y, j = threadIdx.x;
    d[i][j] = w[i * V + j];
    __syncthreads();
    for (int k = 0; k < V; k++) {
        float through = d[i][k] + d[k][j];
        if (through < d[i][j])
            d[i][j] = through;
    }
    dist[i * V + j] = d[i][j];
}

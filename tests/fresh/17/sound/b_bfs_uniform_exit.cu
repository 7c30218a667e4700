// fpcheck: bfs_levels <<<1, 64>>> adj=randint(0,63):64x3 level=empty:64 stat=empty:2 n=64 deg=3
// expect: ok
// why: the loop ends early too, but by __syncthreads_or, whose answer is the same for all threads
// figure: integers, exact
#define NODES 64

// breadth-first levels of a small graph by pulling from incoming edges, a thread a node
__device__ bool reached(const int *adj, const int *dist, int v, int deg, int level)
{
    for (int e = 0; e < deg; e++)
        if (dist[adj[v * deg + e]] == level)
            return true;
    return false;
}

__global__ void bfs_levels(const int *adj, int *level, int *stat, int n, int deg)
{
    __shared__ int dist[NODES];
    __shared__ int deepest, found;
    int v = threadIdx.x;
    dist[v] = v == 0 ? 0 : -1;
    if (v == 0) {
        deepest = 0;
        found = 0;
    }
    __syncthreads();
    for (int l = 0; l < n; l++) {
        bool hit = dist[v] < 0 && reached(adj, dist, v, deg, l);
        if (hit)
            dist[v] = l + 1;
        if (!__syncthreads_or(hit))
            break; // nobody moved
    }
    __syncthreads();
    if (dist[v] >= 0) {
        atomicMax(&deepest, dist[v]);
        atomicAdd(&found, 1);
    }
    __syncthreads();
    level[v] = dist[v];
    if (v == 0) {
        stat[0] = deepest;
        stat[1] = found;
    }
}

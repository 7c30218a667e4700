// fpcheck: all_pairs<<<1, (8, 8)>>> w=[0.0,3,-1.0,7,-1.0,-1.0,-1.0,-1.0,-1.0,0.0,2.5,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,0.0,1,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,0.0,4,-1.0,-1.0,-1.0,1.25,-1.0,-1.0,-1.0,0.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,0.0,0.5,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,0.75,0.0,2,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,0.0] dist=empty:64 want=[0.0,3,5.5,6.5,10.5,-1.0,-1.0,-1.0,8.75,0.0,2.5,3.5,7.5,-1.0,-1.0,-1.0,6.25,9.25,0.0,1,5,-1.0,-1.0,-1.0,5.25,8.25,10.75,0.0,4,-1.0,-1.0,-1.0,1.25,4.25,6.75,7.75,0.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,0.0,0.5,2.5,-1.0,-1.0,-1.0,-1.0,-1.0,0.75,0.0,2,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,-1.0,0.0] ref=dist=want --tol rtol=1e-6,atol=0
// expect: ok
// why: infinities as the length of a missing edge: inf + w and min with inf mean what they should, and what stays unreachable is written as -1
// figure: error 0 of rtol 1e-6
// Floyd and Warshall on eight nodes; a negative weight says that there is no edge.
#define V 8

__global__ void all_pairs(const float *w, float *dist)
{
    __shared__ float d[V][V];
    int i = threadIdx.y, j = threadIdx.x;
    float edge = w[i * V + j];
    d[i][j] = edge < 0.0f ? INFINITY : edge;
    __syncthreads();
    for (int k = 0; k < V; k++) {
        float through = d[i][k] + d[k][j];
        __syncthreads();
        d[i][j] = fminf(d[i][j], through);
        __syncthreads();
    }
    float best = d[i][j];
    dist[i * V + j] = isinf(best) ? -1.0f : best;
}

// fpcheck: floyd_warshall <<<1, (8, 8)>>> weight=[0.0,2.5,4,-1.0,-1.0,-1.0,-1.0,0.0,0.75,-1.0,3.5,-1.0,-1.0,-1.0,0.0,1.25,-1.0,-1.0,-1.0,-1.0,-1.0,0.0,0.5,-1.0,6,-1.0,-1.0,-1.0,0.0,-1.0,-1.0,1.5,-1.0,-1.0,-1.0,0.0] dist=empty:36 n=6 want=[0.0,2.5,3.25,4.5,5.0,-1.0,8.5,0.0,0.75,2.0,2.5,-1.0,7.75,10.25,0.0,1.25,1.75,-1.0,6.5,9.0,9.75,0.0,0.5,-1.0,6.0,8.5,9.25,10.5,0.0,-1.0,10.0,1.5,2.25,3.5,4.0,0.0] --ref 'dist=want' --tol rtol=1e-6,atol=0
// expect: ok
// why: infinity plus infinity stands for no path, and row and column k are read without a copy: they are never written in step k
// figure: dist[4] computed 5.0, MPFR 5.0; exact
#include <cuda_runtime.h>
#include <math.h>

// All-pairs shortest paths of a small graph in shared memory. A negative weight is "no edge".
#define MAX_V 8

__global__ void floyd_warshall(const float *__restrict__ weight, float *__restrict__ dist, int n)
{
    __shared__ float d[MAX_V][MAX_V];
    int i = threadIdx.y;
    int j = threadIdx.x;
    bool valid = i < n && j < n;

    float w = valid ? weight[i * n + j] : -1.0f;
    d[i][j] = w < 0.0f ? INFINITY : w;
    __syncthreads();

    for (int k = 0; k < n; k++) {
        // Row k and column k do not change in step k, as d[k][k] is 0:
        // nobody writes what another thread reads here.
        float through = d[i][k] + d[k][j];
        if (through < d[i][j])
            d[i][j] = through;
        __syncthreads();
    }

    if (valid)
        dist[i * n + j] = isinf(d[i][j]) ? -1.0f : d[i][j];
}

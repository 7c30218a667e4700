// fpcheck: floyd <<<1, (8, 8)>>> d=[0.0,4.0,1e+30,3.0,1e+30,1e+30,1e+30,1e+30,1e+30,0.0,5.0,1e+30,4.0,1e+30,1e+30,1e+30,1e+30,1e+30,0.0,6.0,1e+30,5.0,1e+30,1e+30,1e+30,1e+30,1e+30,0.0,7.0,1e+30,6.0,1e+30,1e+30,1e+30,1e+30,1e+30,0.0,1.0,1e+30,7.0,5.0,1e+30,1e+30,1e+30,1e+30,0.0,2.0,1e+30,1e+30,6.0,1e+30,1e+30,1e+30,1e+30,0.0,3.0,1.0,1e+30,7.0,1e+30,1e+30,1e+30,1e+30,0.0] out=empty:64 n=8 want=[0,4,9,3,8,9,9,12,10,0,5,11,4,5,7,10,10,13,0,6,13,5,7,10,10,12,16,0,7,8,6,9,6,9,13,9,0,1,3,6,5,8,12,8,12,0,2,5,4,6,10,7,10,11,0,3,1,5,7,4,9,10,10,0] ref=out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: row k and column k are read while the tile is written: they do not change in step k, but the barrier between reading and writing is there all the same; 1e30 + 1e30 does not overflow
// figure: computed out[1] 4.0, MPFR 4.0; sums of small integers are exact
// Floyd and Warshall on a tile of 8 x 8 in shared memory; 1e30 stands for no edge.
__global__ void floyd(const float *d, float *out, int n)
{
    __shared__ float tile[8][8];
    int i = threadIdx.y, j = threadIdx.x;
    tile[i][j] = d[i * n + j];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        float through = tile[i][k] + tile[k][j];
        __syncthreads();
        if (through < tile[i][j])
            tile[i][j] = through;
        __syncthreads();
    }
    out[i * n + j] = tile[i][j];
}

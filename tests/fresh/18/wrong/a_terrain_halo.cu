// fpcheck: slope4 <<<3, 16>>> z=[100.0,102.18,104.22,106.02,107.46,108.49,109.07,109.22,108.98,108.44,107.71,106.91,106.19,105.66,105.44,105.61,106.22,107.27,108.74,110.55,112.6,114.78,116.96,118.99,120.77,122.19,123.19,123.75,123.87,123.61,123.06,122.32,121.53,120.81,120.3,120.1,120.3,120.93,122.0,123.49] slope=empty:40 n=40 want=[1.0549999999999997,1.504999999999999,1.8649999999999984,1.577499999999997,1.2124999999999986,0.8000000000000007,0.38000000000000256,-0.01249999999999929,-0.33999999999999986,-0.5775000000000006,-0.6975000000000016,-0.6950000000000003,-0.567499999999999,-0.3249999999999993,0.007500000000000284,0.40249999999999986,0.8249999999999993,1.2349999999999994,1.5949999999999989,1.8775000000000013,2.0549999999999997,2.1099999999999994,2.0425000000000004,1.8524999999999991,1.557500000000001,1.1900000000000013,0.7750000000000021,0.3550000000000004,-0.03249999999999886,-0.3575000000000017,-0.5850000000000009,-0.6999999999999993,-0.6900000000000013,-0.5549999999999997,-0.307500000000001,0.030000000000001137,0.4250000000000007,0.8475000000000001,0.7974999999999994,0.639999999999997] ref=slope=want --tol rtol=1e-4,atol=1e-4
// expect: error undefined (off by one halo) at line 26
// why: the right halo of width 2 is filled by one thread only: tile[BLOCK + 3] is never written, and the last thread of each block reads it
// figure: computed slope[15] undefined, MPFR 0.4025
// Smoothed slope of a river profile: difference of the points two to the right and two to the left.
#define BLOCK 16
#define HALO 2

__device__ float at(const float *z, int i, int n)
{
    return z[min(max(i, 0), n - 1)];
}

__global__ void slope4(const float *z, float *slope, int n)
{
    __shared__ float tile[BLOCK + 2 * HALO];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    tile[t + HALO] = at(z, i, n);
    if (t < HALO)
        tile[t] = at(z, i - HALO, n);
    if (t >= BLOCK - HALO + 1)
        tile[t + 2 * HALO - 1] = at(z, i + HALO - 1, n);
    __syncthreads();
    if (i < n)
        slope[i] = 0.25f * (tile[t + 2 * HALO] - tile[t]);
}

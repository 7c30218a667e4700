// fpcheck: laplacian <<<3, 32>>> u=[0.0,9.5,4.5,10.5,9.0,4.0,10.0,5.0,3.5,9.5,4.5,3.0,9.0,4.0,10.0,8.5,3.5,9.5,8.0,3.0,9.0,4.0,2.5,8.5,3.5,13.0,8.0,3.0,9.0,7.5,2.5,8.5,7.0,2.0,8.0,3.0,12.5,7.5,2.5,12.0,7.0,2.0,8.0,6.5,1.5,7.5,6.0,12.0,7.0,2.0,11.5,6.5,1.5,11.0,6.0,1.0,7.0,5.5,11.5,6.5,5.0,11.0,6.0,1.0,10.5,5.5,0.5,10.0,5.0,11.0] out=empty:70 n=70 want=[9.5,-14.5,11.0,-7.5,-3.5,11.0,-11.0,3.5,7.5,-11.0,3.5,7.5,-11.0,11.0,-7.5,-3.5,11.0,-7.5,-3.5,11.0,-11.0,3.5,7.5,-11.0,14.5,-14.5,0.0,11.0,-7.5,-3.5,11.0,-7.5,-3.5,11.0,-11.0,14.5,-14.5,0.0,14.5,-14.5,0.0,11.0,-7.5,-3.5,11.0,-7.5,7.5,-11.0,0.0,14.5,-14.5,0.0,14.5,-14.5,0.0,11.0,-7.5,7.5,-11.0,3.5,7.5,-11.0,0.0,14.5,-14.5,0.0,14.5,-14.5,11.0,-6.0] --ref out=want --tol bitwise
// expect: ok
// why: a shared tile with a cell of halo at both sides, ragged at the end: all cells that are read are written, and the small halves are exact
// figure: computed out[69] = -6.0, exact
#define TILE 32

// Second difference with a mirror at the ends (no flux).
__global__ void laplacian(const float *u, float *out, int n)
{
    __shared__ float s[TILE + 2];
    int first = blockIdx.x * TILE;
    int i = first + threadIdx.x;
    for (int k = threadIdx.x; k < TILE + 2; k += TILE) {
        int g = first + k - 1;
        g = max(0, min(g, n - 1));
        s[k] = u[g];
    }
    __syncthreads();
    if (i >= n)
        return;
    int c = threadIdx.x + 1;
    out[i] = s[c - 1] - 2.0f * s[c] + s[c + 1];
}

// fpcheck: heat_step <<<4, 64>>> u=randn:258 v=empty:256 n=256 r=0.2
// expect: error uninitialised at line 25
// why: the last thread writes the right halo to tile[blockDim.x], its neighbour's place, instead of tile[blockDim.x + 1]; that one is read unwritten
// figure: computed: whatever shared memory holds, MPFR u[64] + 0.2 * (u[63] - 2 u[64] + u[65]) of the random input
// One explicit step of the heat equation; u has one ghost cell on each side.
template <int BLOCK>
struct Tile {
    float cell[BLOCK + 2];
};

__global__ void heat_step(const float *u, float *v, float r, int n)
{
    __shared__ Tile<64> tile;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        tile.cell[0] = u[i];
    if (t == blockDim.x - 1)
        tile.cell[t + 1] = u[i + 2];
    __syncthreads();
    tile.cell[t + 1] = u[i + 1];
    __syncthreads();
    float left = tile.cell[t];
    float mid = tile.cell[t + 1];
    float right = tile.cell[t + 2];
    if (i < n)
        v[i] = mid + r * (left - 2.0f * mid + right);
}

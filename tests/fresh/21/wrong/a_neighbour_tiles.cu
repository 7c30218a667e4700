// fpcheck: pair_energy <<<1, 64>>> x=uniform(0,1):192 tiles=[3,3,3,1,3,3,3,3,3,3,1,3,3,3,3,3,3,1,3,3,3,3,3,3,1,3,3,3,3,3,3,1,3,3,3,3,3,3,1,3,3,3,3,3,3,1,3,3,3,3,3,3,1,3,3,3,3,3,3,1,3,3,3,3] energy=empty:1
// expect: error divergent barrier at line 22
// why: the number of tiles differs from thread to thread, so some threads leave the loop while others still wait at its barriers
// figure: energy[0] computed undefined: 9 of 64 threads wait at the barrier of the final sum while 55 wait in the loop; right is the sum over 9*64 + 55*192 pairs, halved
// Total energy of atoms with the tiles of neighbours on its list; a tile is 64 atoms, staged in shared memory.
#define TILE 64

__device__ float pair(float a, float b)
{
    float d = a - b;
    return 1.0f / (d * d + 0.25f);
}

__global__ void pair_energy(const float *x, const int *tiles, float *energy)
{
    __shared__ float tile[TILE];
    int t = threadIdx.x;
    float mine = x[t];
    float sum = 0.0f;
    for (int k = 0; k < tiles[t]; k++) {
        tile[t] = x[k * TILE + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += pair(mine, tile[j]);
        __syncthreads();
    }
    tile[t] = 0.5f * sum;
    __syncthreads();
    for (int o = TILE / 2; o > 0; o >>= 1) {
        if (t < o)
            tile[t] += tile[t + o];
        __syncthreads();
    }
    if (t == 0)
        *energy = tile[0];
}

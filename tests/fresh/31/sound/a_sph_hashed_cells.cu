// fpcheck: density <<<1, 64>>> pos=@a_sph_hashed_cells.npy rho=empty:60 neighbours=empty:60:i32 n=60 h=0.25 --ref rho=@a_sph_hashed_cells_rho.npy --tol rtol=1e-5,atol=0
// expect: ok
// why: 60 particles in 32 hash buckets, negative cells cast to unsigned, several of the 27 cells in one bucket: each entry is compared with the cell asked for, so none counts twice
// figure: rho[0] computed 173.865646, MPFR 173.865636
// Smoothed-particle density with a hash table of cells built by the block itself: chained lists in shared memory.
#define BUCKETS 32
#define MOST 64

struct Cell {
    int x, y, z;
};

__device__ __forceinline__ Cell cell_of(const float *p, float inv_h)
{
    return Cell{(int)floorf(p[0] * inv_h), (int)floorf(p[1] * inv_h), (int)floorf(p[2] * inv_h)};
}

__device__ __forceinline__ unsigned bucket_of(Cell c)
{
    unsigned h = (unsigned)c.x * 73856093u ^ (unsigned)c.y * 19349663u ^ (unsigned)c.z * 83492791u;
    return (h ^ (h >> 13)) % BUCKETS;
}

__device__ __forceinline__ bool same(Cell a, Cell b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Mueller's kernel: 315 / (64 pi h^9) (h^2 - r^2)^3, here with h taken out.
__device__ __forceinline__ float poly6(float q2)
{
    float d = 1.0f - q2;
    return d * d * d;
}

__global__ void density(const float *pos, float *rho, int *neighbours, int n, float h)
{
    __shared__ int head[BUCKETS];
    __shared__ int next[MOST];
    __shared__ Cell cell[MOST];
    const int i = threadIdx.x;
    const float inv_h = 1.0f / h;
    if (i < BUCKETS)
        head[i] = -1;
    __syncthreads();
    if (i < n) {
        cell[i] = cell_of(pos + 3 * i, inv_h);
        next[i] = atomicExch(&head[bucket_of(cell[i])], i);
    }
    __syncthreads();
    if (i >= n)
        return;

    float sum = 0.0f;
    int count = 0;
    for (int k = 0; k < 27; k++) {
        Cell c = {cell[i].x + k % 3 - 1, cell[i].y + k / 3 % 3 - 1, cell[i].z + k / 9 - 1};
        for (int j = head[bucket_of(c)]; j >= 0; j = next[j]) {
            if (!same(cell[j], c))
                continue;
            float dx = (pos[3 * j] - pos[3 * i]) * inv_h;
            float dy = (pos[3 * j + 1] - pos[3 * i + 1]) * inv_h;
            float dz = (pos[3 * j + 2] - pos[3 * i + 2]) * inv_h;
            float q2 = dx * dx + dy * dy + dz * dz;
            if (q2 < 1.0f) {
                sum += poly6(q2);
                count++;
            }
        }
    }
    const float norm = 1.5666815f * inv_h * inv_h * inv_h;    // 315 / (64 pi)
    rho[i] = norm * sum;
    neighbours[i] = count;
}

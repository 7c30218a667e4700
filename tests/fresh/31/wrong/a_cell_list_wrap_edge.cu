// fpcheck: count_cells <<<1, 64>>> pos=@a_cell_list_wrap_edge.npy cell_of=empty:40:i32 rank=empty:40:i32 cell_count=inout:zeros:64:i32 n=40 box=10.0
// fpcheck+ scan_cells <<<1, 64>>> cell_start=empty:65:i32
// fpcheck+ scatter <<<1, 64>>> sorted=empty:40x3:f32 order=empty:40:i32 n=40 box=10.0
// fpcheck+ pair_energy <<<1, 64>>> energy=empty:40 n=40 box=10.0
// expect: error index computed in floating point, out of bounds at line 42
// why: a coordinate of -1e-8 is wrapped to exactly 10.0 in float, so its cell is 4 of 0..3: an atom in the corner goes to cell 84 of 64
// figure: cell_of[5] computed cell 84 (of 64), coordinate 10, MPFR cell 63, coordinate 9.99999999
//
// Cell lists for a short-range potential in a periodic cubic box, 4 cells a side, cut-off one cell.
// count_cells gives each atom a cell and a rank in it, scan_cells makes starts of counts, scatter sorts the atoms,
// pair_energy adds the truncated Lennard-Jones energy of each atom with its neighbours in 27 cells.

#define SIDE 4
#define CELLS (SIDE * SIDE * SIDE)

struct Vec {
    float x, y, z;
};

__device__ __forceinline__ float wrap(float x, float box)
{
    return x - box * floorf(x / box);
}

__device__ __forceinline__ float nearest_image(float d, float box)
{
    return d - box * rintf(d / box);
}

__device__ __forceinline__ Vec load(const float *pos, int i, float box)
{
    Vec v;
    v.x = wrap(pos[3 * i], box);
    v.y = wrap(pos[3 * i + 1], box);
    v.z = wrap(pos[3 * i + 2], box);
    return v;
}

__device__ __forceinline__ int cell_index(const Vec &v, float box)
{
    const float inv = (float)SIDE / box;
    int cx = (int)(v.x * inv);
    int cy = (int)(v.y * inv);
    int cz = (int)(v.z * inv);
    return (cz * SIDE + cy) * SIDE + cx;
}

__device__ __forceinline__ int neighbour(int c, int dx, int dy, int dz)
{
    int cx = c % SIDE, cy = c / SIDE % SIDE, cz = c / (SIDE * SIDE);
    cx = (cx + dx + SIDE) % SIDE;
    cy = (cy + dy + SIDE) % SIDE;
    cz = (cz + dz + SIDE) % SIDE;
    return (cz * SIDE + cy) * SIDE + cx;
}

// 4 eps (s^12 - s^6), shifted to zero at the cut-off of one cell.
__device__ __forceinline__ float lennard_jones(float r2, float cut2)
{
    float s2 = 1.0f / r2;
    float s6 = s2 * s2 * s2;
    float c2 = 1.0f / cut2;
    float c6 = c2 * c2 * c2;
    return 4.0f * (s6 * (s6 - 1.0f) - c6 * (c6 - 1.0f));
}

__global__ void count_cells(const float *pos, int *cell_of, int *rank, int *cell_count, int n, float box)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec v = load(pos, i, box);
    int c = cell_index(v, box);
    cell_of[i] = c;
    rank[i] = atomicAdd(&cell_count[c], 1);
}

__global__ void scan_cells(const int *cell_count, int *cell_start)
{
    __shared__ int buf[CELLS];
    int t = threadIdx.x;
    int own = cell_count[t];
    buf[t] = own;
    __syncthreads();
    for (int off = 1; off < CELLS; off <<= 1) {
        int add = t >= off ? buf[t - off] : 0;
        __syncthreads();
        buf[t] += add;
        __syncthreads();
    }
    cell_start[t] = buf[t] - own;
    if (t == CELLS - 1)
        cell_start[CELLS] = buf[t];
}

__global__ void scatter(const float *pos, const int *cell_of, const int *rank, const int *cell_start, float *sorted,
                        int *order, int n, float box)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int to = cell_start[cell_of[i]] + rank[i];
    Vec v = load(pos, i, box);
    sorted[3 * to] = v.x;
    sorted[3 * to + 1] = v.y;
    sorted[3 * to + 2] = v.z;
    order[to] = i;
}

__global__ void pair_energy(const float *sorted, const int *order, const int *cell_start, float *energy, int n,
                            float box)
{
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    if (a >= n)
        return;
    Vec p;
    p.x = sorted[3 * a];
    p.y = sorted[3 * a + 1];
    p.z = sorted[3 * a + 2];
    const float cut = box / (float)SIDE;
    const float cut2 = cut * cut;
    int home = cell_index(p, box);
    float e = 0.0f;
    for (int k = 0; k < 27; k++) {
        int c = neighbour(home, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
        for (int b = cell_start[c]; b < cell_start[c + 1]; b++) {
            if (b == a)
                continue;
            float dx = nearest_image(sorted[3 * b] - p.x, box);
            float dy = nearest_image(sorted[3 * b + 1] - p.y, box);
            float dz = nearest_image(sorted[3 * b + 2] - p.z, box);
            float r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cut2)
                e += 0.5f * lennard_jones(r2, cut2);
        }
    }
    energy[order[a]] = e;
}

// Host side: one evaluation of the potential energy of every atom.
void energies(const float *pos, int *work, float *sorted, float *energy, int n, float box, cudaStream_t stream)
{
    int *cell_of = work, *rank = work + n, *order = work + 2 * n;
    int *cell_count = work + 3 * n, *cell_start = cell_count + CELLS;
    const int blocks = (n + 63) / 64;
    cudaMemsetAsync(cell_count, 0, CELLS * sizeof(int), stream);
    count_cells<<<blocks, 64, 0, stream>>>(pos, cell_of, rank, cell_count, n, box);
    scan_cells<<<1, CELLS, 0, stream>>>(cell_count, cell_start);
    scatter<<<blocks, 64, 0, stream>>>(pos, cell_of, rank, cell_start, sorted, order, n, box);
    pair_energy<<<blocks, 64, 0, stream>>>(sorted, order, cell_start, energy, n, box);
}

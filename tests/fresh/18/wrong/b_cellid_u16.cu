// fpcheck: bin_atoms <<<1, 32>>> pos=@b_cellid_u16_pos.npy key=empty:16:u16 n=16 width=2.5 grid=48
// fpcheck+ sort_atoms <<<1, 32>>> skey=empty:16:u16 spos=empty:16x3 order=empty:16 n=16
// fpcheck+ pair_energy <<<1, 32>>> energy=empty:16 force=empty:16x3 n=16 width=2.5 grid=48 eps=0.5 sigma=2 --ref energy=@b_cellid_u16_ref.npy --tol rtol=1e-4,atol=1e-6
// expect: error integer overflow of an index at line 39: 48^3 cells do not fit 16 bits: atoms of the upper third get a key modulo 65536 and the search for their cell finds nobody
// why: 48^3 cells do not fit 16 bits: atoms of the upper third get a key modulo 65536 and the search for their cell finds nobody
// figure: energy[6] computed 0, MPFR -0.0346837 (key 102989 stored as 37453)
// Lennard-Jones by cell lists: bin, sort by cell, search the 27 cells around each atom.
typedef unsigned short CellKey;

struct Cell {
    int x, y, z;
};

__device__ int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

__device__ Cell cell_of(const float *p, float width, int grid)
{
    Cell c;
    c.x = clampi((int)floorf(p[0] / width), 0, grid - 1);
    c.y = clampi((int)floorf(p[1] / width), 0, grid - 1);
    c.z = clampi((int)floorf(p[2] / width), 0, grid - 1);
    return c;
}

__device__ int linear(Cell c, int grid)
{
    return (c.z * grid + c.y) * grid + c.x;
}

__global__ void bin_atoms(const float *pos, CellKey *key, int n, float width, int grid)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Cell c = cell_of(pos + 3 * i, width, grid);
    key[i] = (CellKey)linear(c, grid);
}

// Stable rank sort of one block's atoms.
__global__ void sort_atoms(const CellKey *key, const float *pos, CellKey *skey, float *spos, int *order, int n)
{
    __shared__ CellKey k[32];
    int t = threadIdx.x;
    if (t < n)
        k[t] = key[t];
    __syncthreads();
    if (t >= n)
        return;
    int rank = 0;
    for (int j = 0; j < n; j++) {
        bool before = k[j] < k[t] || (k[j] == k[t] && j < t);
        rank += before ? 1 : 0;
    }
    skey[rank] = k[t];
    order[rank] = t;
    for (int d = 0; d < 3; d++)
        spos[3 * rank + d] = pos[3 * t + d];
}

// First place whose key is not less than the wanted one.
__device__ int lower_bound(const CellKey *key, int n, int wanted)
{
    int lo = 0;
    int hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if ((int)key[mid] < wanted)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

struct Sum {
    float e;
    float fx, fy, fz;
};

__device__ void add_pair(Sum &s, float dx, float dy, float dz, float eps, float sigma2, float cut2, float shift)
{
    float r2 = dx * dx + dy * dy + dz * dz;
    if (r2 >= cut2)
        return;
    float inv = 1.0f / r2;
    float s2 = sigma2 * inv;
    float s6 = s2 * s2 * s2;
    float pair = 4.0f * eps * s6 * (s6 - 1.0f) - shift;
    s.e += 0.5f * pair;
    float f = 24.0f * eps * s6 * (2.0f * s6 - 1.0f) * inv;
    s.fx += f * dx;
    s.fy += f * dy;
    s.fz += f * dz;
}

__device__ float cut_shift(float eps, float sigma2, float cut2)
{
    float s2 = sigma2 / cut2;
    float s6 = s2 * s2 * s2;
    return 4.0f * eps * s6 * (s6 - 1.0f);
}

__device__ void visit_cell(Sum &s, const CellKey *skey, const float *spos, int self, int wanted, int n,
                           float eps, float sigma2, float cut2, float shift)
{
    for (int j = lower_bound(skey, n, wanted); j < n; j++) {
        if ((int)skey[j] != wanted)
            break;
        if (j == self)
            continue;
        float dx = spos[3 * self] - spos[3 * j];
        float dy = spos[3 * self + 1] - spos[3 * j + 1];
        float dz = spos[3 * self + 2] - spos[3 * j + 2];
        add_pair(s, dx, dy, dz, eps, sigma2, cut2, shift);
    }
}

__device__ bool inside(Cell c, int grid)
{
    return c.x >= 0 && c.x < grid && c.y >= 0 && c.y < grid && c.z >= 0 && c.z < grid;
}

__global__ void pair_energy(const CellKey *skey, const float *spos, const int *order, float *energy, float *force,
                            int n, float width, int grid, float eps, float sigma)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Sum s = {0.0f, 0.0f, 0.0f, 0.0f};
    float cut2 = width * width;
    float sigma2 = sigma * sigma;
    float shift = cut_shift(eps, sigma2, cut2);
    Cell home = cell_of(spos + 3 * i, width, grid);
    for (int k = 0; k < 27; k++) {
        Cell c;
        c.x = home.x + k % 3 - 1;
        c.y = home.y + k / 3 % 3 - 1;
        c.z = home.z + k / 9 - 1;
        if (!inside(c, grid))
            continue;
        visit_cell(s, skey, spos, i, linear(c, grid), n, eps, sigma2, cut2, shift);
    }
    int to = order[i];
    energy[to] = s.e;
    force[3 * to] = s.fx;
    force[3 * to + 1] = s.fy;
    force[3 * to + 2] = s.fz;
}

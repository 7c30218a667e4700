// fpcheck: step <<<((nx+15)/16, (ny+7)/8), (16, 8)>>> h=@a_shallow_water_tile_h.npy hu=zeros:20x24 hv=zeros:20x24 h1=empty:20x24 hu1=empty:20x24 hv1=empty:20x24 nx=24 ny=20 dt_dx=0.1 g=9.81
// fpcheck+ diagnose <<<1, 128>>> energy=empty:1 volume=empty:1 cells=480 g=9.81
// expect: error uninitialised shared memory at line 113
// why: the lower halo row is loaded by the threads of row TILE_Y - 2, into row TILE_Y: row TILE_Y + 1 of the tile, read as the southern neighbour, is never written
// figure: computed undefined for h1[7][*] (last row of a block), MPFR the Lax-Friedrichs step
// One Lax-Friedrichs step of the shallow water equations with reflecting walls, on tiles in shared memory.
//   h  : depth            hu, hv : momenta in x and y
// A block of TILE_X x TILE_Y threads updates as many cells; a halo of one cell surrounds the tile.

#define TILE_X 16
#define TILE_Y 8

static_assert(TILE_X * TILE_Y == 128, "four warps a block");
static_assert((TILE_X + 2) * (TILE_Y + 2) * 3 * sizeof(float) < 48 * 1024, "the tile fits without asking for more");

struct state {
    float h, hu, hv;
};

__device__ __forceinline__ state make_state(float h, float hu, float hv)
{
    state s;
    s.h = h;
    s.hu = hu;
    s.hv = hv;
    return s;
}

struct tile {
    float h[TILE_Y + 2][TILE_X + 2];
    float hu[TILE_Y + 2][TILE_X + 2];
    float hv[TILE_Y + 2][TILE_X + 2];

    __device__ __forceinline__ void put(int y, int x, state s)
    {
        h[y][x] = s.h;
        hu[y][x] = s.hu;
        hv[y][x] = s.hv;
    }

    __device__ __forceinline__ state get(int y, int x) const
    {
        return make_state(h[y][x], hu[y][x], hv[y][x]);
    }
};

// The state of cell (x, y); outside the basin that of the mirrored cell, with the momentum through the wall reversed.
__device__ state cell(const float *__restrict__ h, const float *__restrict__ hu, const float *__restrict__ hv, int x, int y, int nx, int ny)
{
    float sx = 1.0f;
    float sy = 1.0f;
    if (x < 0 || x >= nx) {
        x = x < 0 ? 0 : nx - 1;
        sx = -1.0f;
    }
    if (y < 0 || y >= ny) {
        y = y < 0 ? 0 : ny - 1;
        sy = -1.0f;
    }
    const int i = y * nx + x;
    return make_state(h[i], sx * hu[i], sy * hv[i]);
}

__device__ __forceinline__ state flux_x(state s, float g)
{
    const float u = s.hu / s.h;
    return make_state(s.hu, s.hu * u + 0.5f * g * s.h * s.h, s.hv * u);
}

__device__ __forceinline__ state flux_y(state s, float g)
{
    const float v = s.hv / s.h;
    return make_state(s.hv, s.hu * v, s.hv * v + 0.5f * g * s.h * s.h);
}

__device__ __forceinline__ float updated(float e, float w, float n, float s, float fe, float fw, float gn, float gs, float dt_dx)
{
    return 0.25f * (e + w + n + s) - 0.5f * dt_dx * ((fe - fw) + (gs - gn));
}

__device__ state lax_friedrichs(const tile &t, int y, int x, float dt_dx, float g)
{
    const state e = t.get(y, x + 1);
    const state w = t.get(y, x - 1);
    const state n = t.get(y - 1, x);
    const state s = t.get(y + 1, x);
    const state fe = flux_x(e, g);
    const state fw = flux_x(w, g);
    const state gn = flux_y(n, g);
    const state gs = flux_y(s, g);
    return make_state(updated(e.h, w.h, n.h, s.h, fe.h, fw.h, gn.h, gs.h, dt_dx),
                      updated(e.hu, w.hu, n.hu, s.hu, fe.hu, fw.hu, gn.hu, gs.hu, dt_dx),
                      updated(e.hv, w.hv, n.hv, s.hv, fe.hv, fw.hv, gn.hv, gs.hv, dt_dx));
}

__global__ void step(const float *__restrict__ h, const float *__restrict__ hu, const float *__restrict__ hv, float *h1, float *hu1, float *hv1, int nx, int ny, float dt_dx, float g)
{
    __shared__ tile t;
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int x = blockIdx.x * TILE_X + tx;
    const int y = blockIdx.y * TILE_Y + ty;

    // own cell, and the halo by the threads at the rim
    t.put(ty + 1, tx + 1, cell(h, hu, hv, x, y, nx, ny));
    if (tx == 0)
        t.put(ty + 1, 0, cell(h, hu, hv, x - 1, y, nx, ny));
    if (tx == TILE_X - 1)
        t.put(ty + 1, TILE_X + 1, cell(h, hu, hv, x + 1, y, nx, ny));
    if (ty == 0)
        t.put(0, tx + 1, cell(h, hu, hv, x, y - 1, nx, ny));
    if (ty == TILE_Y - 1)
        t.put(ty + 1, tx + 1, cell(h, hu, hv, x, y + 1, nx, ny));
    __syncthreads();

    if (x < nx && y < ny) {
        const state s = lax_friedrichs(t, ty + 1, tx + 1, dt_dx, g);
        const int i = y * nx + x;
        h1[i] = s.h;
        hu1[i] = s.hu;
        hv1[i] = s.hv;
    }
}

// Total energy and volume after the step, one block.
__global__ void diagnose(const float *__restrict__ h1, const float *__restrict__ hu1, const float *__restrict__ hv1, float *energy, float *volume, int cells, float g)
{
    __shared__ float e[128];
    __shared__ float v[128];
    const int t = threadIdx.x;
    float mine_e = 0.0f;
    float mine_v = 0.0f;
    for (int i = t; i < cells; i += 128) {
        const float depth = h1[i];
        mine_e += 0.5f * (hu1[i] * hu1[i] + hv1[i] * hv1[i]) / depth + 0.5f * g * depth * depth;
        mine_v += depth;
    }
    e[t] = mine_e;
    v[t] = mine_v;
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (t < s) {
            e[t] += e[t + s];
            v[t] += v[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        *energy = e[0];
        *volume = v[0];
    }
}

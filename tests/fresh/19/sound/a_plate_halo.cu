// fpcheck: heat_step <<<(3, 2), (8, 8)>>> now=[319.839386,314.546478,288.966431,315.699432,296.307373,295.911713,309.705933,286.439087,307.782074,305.625427,291.40271,296.629944,294.899292,290.042267,319.586609,308.737488,305.932098,297.261658,306.144379,292.766632,288.309418,291.827545,286.313538,280.544769,292.904663,319.253632,311.263458,309.424591,296.006714,299.153229,307.952301,289.527802,306.423157,292.013458,285.965485,295.206573,282.798279,310.353882,303.6297,318.906555,304.895477,286.722137,314.668915,312.630249,280.344421,318.474762,282.555145,294.23584,292.650269,304.649475,294.401917,295.772491,302.956116,281.468262,282.94928,311.447418,281.553497,310.993744,318.838409,310.122406,298.641144,281.482483,318.092468,280.457855,309.545197,313.805786,308.156067,296.404449,308.839935,291.63501,289.399506,285.275726,312.621735,293.747375,303.597076,294.248413,296.937408,297.027679,305.074066,310.603149,295.889557,313.242493,299.974335,295.815765,287.219421,286.791779,281.565765,308.852417,281.937653,293.216858,304.598602,313.065247,294.220764,304.031616,300.861969,319.34787,304.880493,300.081604,314,306.426575,291.897064,311.680695,280.36496,303.960266,290.166931,301.515381,306.364075,298.713776,296.460175,319.384705,314.037323,316.861603,299.820374,296.722595,297.626709,300.012085,307.520935,317.394135,318.284515,285.059052,318.720032,290.082123,285.249268,282.999939,319.990814,290.374939,287.676819,312.986725,294.572906,297.696533,287.454285,299.974579,306.207184,292.215057,291.659943,305.613647,291.273621,306.124329,282.457642,297.750763,296.647614,286.529694,317.896118,300.22403,297.101654,298.840881,286.675476,285.982819,307.480988,299.717377,298.43689,312.321777,310.319794,306.880493,311.407043,305.031982,309.292023,292.404144,308.339417,292.676147,288.355377,293.814941,298.611664,292.709839,294.475952,317.341003,309.152588,282.043213,303.104645,303.062195,313.554688,295.599792,296.785156,317.269501,317.055511,298.661682,302.111359,307.978851,282.724579,291.928345,285.304413,315.269501,288.413849,289.686218,306.738983,287.089111,314.689911,294.899475,306.584381,293.498047,292.584381,315.167084,302.580963,283.087128,315.385773,308.280334,293.833405,302.813477,298.665161,299.943604,307.82254,318.936584,282.913025,294.383179,314.990234,319.057556,290.361328,286.73642,303.254578,285.234955,304.131989,306.001953,317.403748,308.298828,317.972046,281.605713,292.200592,305.473846,316.962708,290.642944,312.305023,292.437653,280.491119,301.870941,291.44809,292.954834,318.281708,314.118256,317.210541,300.303589,303.771393,303.292877,303.745605,314.959412,288.088898,281.020386,299.172974,282.190918,302.413025,290.371613] next=empty:240 nx=20 ny=12 k=0.2
// fpcheck+ total_heat <<<1, 64>>> u=next total=empty:1 reference=293.15 cells=240
// expect: ok
// why: tiles that the edge cuts off: threads outside fill nothing, the ones at the edge fill the halo in their stead; corners are never read
// figure: next[19] computed 300.67017, MPFR 300.670166
// Conduction in an insulated plate: explicit steps on tiles with a halo, then the total heat.
// Stable for k <= 1/4; k = diffusivity * dt / h^2.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define TILE 8
#define WIDTH (TILE + 2)

// ------------------------------------------------------------------ the plate

struct Plate {
    const float *u;
    int nx, ny;
};

__device__ inline int clamp(int i, int low, int high)
{
    return i < low ? low : i > high ? high : i;
}

// Insulated edges: the value beyond an edge is that of the edge, no heat flows through it.
__device__ float mirrored(Plate p, int x, int y)
{
    int cx = clamp(x, 0, p.nx - 1);
    int cy = clamp(y, 0, p.ny - 1);
    return p.u[cy * p.nx + cx];
}

// ------------------------------------------------------------------ the tile

struct Tile {
    float v[WIDTH][WIDTH];
};

// Which of its neighbours beyond the tile a thread fetches besides its own point.
struct Border {
    bool left, right, above, below;
};

__device__ Border border_of(Plate p, int tx, int ty, int x, int y)
{
    Border b;
    b.left = tx == 0;
    b.above = ty == 0;
    // the last column or row of a tile may be cut off by the edge of the plate
    b.right = tx == TILE - 1 || x == p.nx - 1;
    b.below = ty == TILE - 1 || y == p.ny - 1;
    return b;
}

__device__ void fill(Tile &tile, Plate p, int tx, int ty, int x, int y)
{
    Border b = border_of(p, tx, ty, x, y);
    int cx = tx + 1, cy = ty + 1;
    tile.v[cy][cx] = mirrored(p, x, y);
    if (b.left)
        tile.v[cy][cx - 1] = mirrored(p, x - 1, y);
    if (b.right)
        tile.v[cy][cx + 1] = mirrored(p, x + 1, y);
    if (b.above)
        tile.v[cy - 1][cx] = mirrored(p, x, y - 1);
    if (b.below)
        tile.v[cy + 1][cx] = mirrored(p, x, y + 1);
}

// Five-point Laplacian; the differences first, so that a warm plate costs no digits.
__device__ float laplacian(const Tile &tile, int tx, int ty)
{
    int cx = tx + 1, cy = ty + 1;
    float here = tile.v[cy][cx];
    float left = tile.v[cy][cx - 1] - here;
    float right = tile.v[cy][cx + 1] - here;
    float above = tile.v[cy - 1][cx] - here;
    float below = tile.v[cy + 1][cx] - here;
    return (left + right) + (above + below);
}

// ------------------------------------------------------------------ kernels

__global__ void heat_step(const float *now, float *next, int nx, int ny, float k)
{
    __shared__ Tile tile;
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    Plate p;
    p.u = now;
    p.nx = nx;
    p.ny = ny;
    bool inside = x < nx && y < ny;

    if (inside)
        fill(tile, p, tx, ty, x, y);
    __syncthreads();

    if (inside)
        next[y * nx + x] = fmaf(k, laplacian(tile, tx, ty), tile.v[ty + 1][tx + 1]);
}

// Heat above a reference temperature; one block.
__global__ void total_heat(const float *u, float *total, float reference, int cells)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    float s = 0.0f;
    for (int i = t; i < cells; i += blockDim.x)
        s += u[i] - reference;
    part[t] = s;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        *total = part[0];
}

// ------------------------------------------------------------------ host

float conduct(std::vector<float> &plate, int nx, int ny, float k, int steps)
{
    int cells = nx * ny;
    float result;
    float *a, *b, *total;
    cudaMalloc(&a, sizeof(float) * cells);
    cudaMalloc(&b, sizeof(float) * cells);
    cudaMalloc(&total, sizeof(float));
    cudaMemcpy(a, plate.data(), sizeof(float) * cells, cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE);
    dim3 grid((nx + TILE - 1) / TILE, (ny + TILE - 1) / TILE);
    for (int i = 0; i < steps; i++) {
        heat_step<<<grid, block>>>(a, b, nx, ny, k);
        float *swap = a;
        a = b;
        b = swap;
    }
    total_heat<<<1, 64>>>(a, total, 293.15f, cells);
    cudaMemcpy(plate.data(), a, sizeof(float) * cells, cudaMemcpyDeviceToHost);
    cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaFree(total);
    return result;
}

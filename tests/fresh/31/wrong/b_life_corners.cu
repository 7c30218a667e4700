// fpcheck: seed <<<4, 256>>> cell=empty:32x32 salt=2024
// fpcheck+ step <<<(2, 2), (16, 16)>>> next=empty:32x32
// fpcheck+ census <<<1, 256>>> alive=inout:zeros:1
// expect: error uninitialised shared memory at line 69
// why: the four corners of the halo are never loaded: a cell in the corner of a tile counts a neighbour that is whatever shared memory held
// figure: computed next[] at the corners of the tiles (15, 15), (15, 16), (16, 15), ... undefined; alive too
//
// Game of life on a torus of 32 x 32 cells, tiles of 16 x 16 with a halo of one cell.
#include <cuda_runtime.h>

#define WORLD 32
#define TILE 16
#define PADDED (TILE + 2)

// A hash of two integers, for the first generation.
__device__ unsigned mix(unsigned a, unsigned b)
{
    unsigned h = a * 0x9e3779b9u ^ b * 0x85ebca6bu;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return h;
}

__global__ void seed(unsigned char *cell, unsigned salt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < WORLD * WORLD)
        cell[i] = (mix((unsigned)i, salt) & 3u) == 0u ? 1 : 0;
}

// Index on the torus.
__device__ int wrapped(int y, int x)
{
    y = (y + WORLD) % WORLD;
    x = (x + WORLD) % WORLD;
    return y * WORLD + x;
}

struct Tile {
    unsigned char cell[PADDED][PADDED];
};

// Every thread loads its own cell, those at an edge of the tile the one beyond it too.
__device__ void load(Tile &tile, const unsigned char *cell, int y0, int x0)
{
    int ty = threadIdx.y;
    int tx = threadIdx.x;
    tile.cell[ty + 1][tx + 1] = cell[wrapped(y0 + ty, x0 + tx)];
    if (ty == 0)
        tile.cell[0][tx + 1] = cell[wrapped(y0 - 1, x0 + tx)];
    if (ty == TILE - 1)
        tile.cell[PADDED - 1][tx + 1] = cell[wrapped(y0 + TILE, x0 + tx)];
    if (tx == 0)
        tile.cell[ty + 1][0] = cell[wrapped(y0 + ty, x0 - 1)];
    if (tx == TILE - 1)
        tile.cell[ty + 1][PADDED - 1] = cell[wrapped(y0 + ty, x0 + TILE)];
}

__device__ int neighbours(const Tile &tile, int y, int x)
{
    int count = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dy == 0 && dx == 0)
                continue;
            count += tile.cell[y + dy][x + dx];
        }
    }
    return count;
}

__device__ unsigned char rule(unsigned char alive, int count)
{
    if (count == 3)
        return 1;
    if (count == 2)
        return alive;
    return 0;
}

__global__ void step(const unsigned char *cell, unsigned char *next)
{
    __shared__ Tile tile;
    int y0 = blockIdx.y * TILE;
    int x0 = blockIdx.x * TILE;
    load(tile, cell, y0, x0);
    __syncthreads();
    int y = threadIdx.y + 1;
    int x = threadIdx.x + 1;
    next[wrapped(y0 + threadIdx.y, x0 + threadIdx.x)] = rule(tile.cell[y][x], neighbours(tile, y, x));
}

// How many are alive.
__global__ void census(const unsigned char *next, int *alive)
{
    __shared__ int sum[8];
    int t = threadIdx.x;
    int mine = 0;
    for (int i = t; i < WORLD * WORLD; i += blockDim.x)
        mine += next[i];
    for (int o = 16; o > 0; o /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, o);
    if ((t & 31) == 0)
        sum[t >> 5] = mine;
    __syncthreads();
    if (t == 0) {
        int total = 0;
        for (int w = 0; w < 8; w++)
            total += sum[w];
        alive[0] = total;
    }
}

// Has the world come to rest? One flag, set by whoever sees a difference.
__global__ void changed(const unsigned char *cell, const unsigned char *next, int *flag)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < WORLD * WORLD && cell[i] != next[i])
        atomicOr(flag, 1);
}

// Eight cells in a byte, for saving; bit 0 is the leftmost one.
__global__ void pack(const unsigned char *cell, unsigned char *packed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= WORLD * WORLD / 8)
        return;
    unsigned bits = 0;
    for (int k = 0; k < 8; k++)
        bits |= (unsigned)(cell[8 * i + k] & 1) << k;
    packed[i] = (unsigned char)bits;
}

__global__ void unpack(const unsigned char *packed, unsigned char *cell)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < WORLD * WORLD)
        cell[i] = (packed[i / 8] >> (i % 8)) & 1;
}

// The host swaps the two worlds after each generation:
//     seed<<<4, 256>>>(a, 2024);
//     for (int g = 0; g < generations; g++) {
//         step<<<dim3(2, 2), dim3(16, 16)>>>(a, b);
//         std::swap(a, b);
//     }
//     census<<<1, 256>>>(a, alive);

// fpcheck: bilateral <<<dim3(2, 2), dim3(8, 8)>>> depth=uniform(0.5,4):16x16 smooth=empty:16x16 edges=inout:zeros:1 width=16 height=16 sigma_space=1.5 sigma_depth=0.3
// expect: error uninitialised at line 51
// why: the tile has a rim of two pixels on each side, 12 by 12, but the loader stops at TILE + RIM + 1 = 11 instead of TILE + 2 RIM: the last row and column of shared memory are never written and the threads at the edge of the tile read them
// figure: computed smooth[7*16+7] undefined (weights of undefined depths), right: a weighted mean of depths between 0.5 and 4
// Bilateral filter of a depth image, radius 2: a tile and its rim in shared memory, weights by distance and by depth.

#define TILE 8
#define RIM 2
#define SIDE (TILE + 2 * RIM)

struct Image {
    const float *data;
    int width, height;
};

struct Kernel {
    float space[2 * RIM + 1];
    float inverse_depth;
};

struct Weighted {
    float sum;
    float weight;
};

// ------------------------------------------------------------ reading

__device__ inline int clamp(int x, int low, int high)
{
    return min(max(x, low), high);
}

// Pixels outside repeat the border.
__device__ inline float pixel(const Image &image, int x, int y)
{
    x = clamp(x, 0, image.width - 1);
    y = clamp(y, 0, image.height - 1);
    return image.data[y * image.width + x];
}

// Upper left corner of the tile with its rim.
__device__ inline int2 corner()
{
    return make_int2((int)blockIdx.x * TILE - RIM, (int)blockIdx.y * TILE - RIM);
}

// Each thread loads up to four pixels, a tile's width apart.
__device__ void load_tile(float (*tile)[SIDE], const Image &image)
{
    int2 c = corner();
    for (int y = threadIdx.y; y < TILE + RIM + 1; y += TILE)
        for (int x = threadIdx.x; x < TILE + RIM + 1; x += TILE)
            tile[y][x] = pixel(image, c.x + x, c.y + y);
}

// ------------------------------------------------------------ weights

__device__ inline float gauss(float d, float sigma)
{
    float z = d / sigma;
    return expf(-0.5f * z * z);
}

__device__ Kernel make_kernel(float sigma_space, float sigma_depth)
{
    Kernel k;
    for (int o = -RIM; o <= RIM; o++)
        k.space[o + RIM] = gauss((float)o, sigma_space);
    k.inverse_depth = 1.0f / sigma_depth;
    return k;
}

__device__ inline float range_weight(const Kernel &k, float difference)
{
    float z = difference * k.inverse_depth;
    return expf(-0.5f * z * z);
}

__device__ inline void add_sample(Weighted &w, float value, float weight)
{
    w.sum += weight * value;
    w.weight += weight;
}

// ------------------------------------------------------------ the filter

__device__ void filter_row(Weighted &w, const float *row, const Kernel &k, float centre, float row_weight)
{
    for (int o = -RIM; o <= RIM; o++) {
        float value = row[o];
        float weight = row_weight * k.space[o + RIM] * range_weight(k, value - centre);
        add_sample(w, value, weight);
    }
}

// The middle pixel has weight 1, so that the weight is never zero.
__device__ float filter(float (*tile)[SIDE], int x, int y, const Kernel &k)
{
    Weighted w;
    w.sum = 0.0f;
    w.weight = 0.0f;
    float centre = tile[y][x];
    for (int o = -RIM; o <= RIM; o++)
        filter_row(w, &tile[y + o][x], k, centre, k.space[o + RIM]);
    return w.sum / w.weight;
}

// ------------------------------------------------------------ edges

__device__ inline float gradient2(float (*tile)[SIDE], int x, int y)
{
    float dx = 0.5f * (tile[y][x + 1] - tile[y][x - 1]);
    float dy = 0.5f * (tile[y + 1][x] - tile[y - 1][x]);
    return dx * dx + dy * dy;
}

__device__ inline bool is_edge(float g2)
{
    return g2 > 1.0f;
}

// Pixels of the block on an edge of the unfiltered image.
__device__ void count_edges(int *edges, bool edge)
{
    int sum = __syncthreads_count(edge);
    if (threadIdx.x == 0 && threadIdx.y == 0)
        atomicAdd(edges, sum);
}

// ------------------------------------------------------------ writing

__device__ inline bool in_image(const Image &image, int x, int y)
{
    return x < image.width && y < image.height;
}

__device__ inline void store(float *smooth, const Image &image, int x, int y, float value)
{
    smooth[y * image.width + x] = value;
}

// ------------------------------------------------------------ the kernel

__global__ void bilateral(const float *depth, float *smooth, int *edges, int width, int height, float sigma_space,
                          float sigma_depth)
{
    __shared__ float tile[SIDE][SIDE];
    Image image;
    image.data = depth;
    image.width = width;
    image.height = height;

    // the tile and its rim
    load_tile(tile, image);
    __syncthreads();

    // position in the image and in the tile
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int tx = threadIdx.x + RIM;
    int ty = threadIdx.y + RIM;
    bool mine = in_image(image, x, y);

    // smoothing
    Kernel k = make_kernel(sigma_space, sigma_depth);
    float value = filter(tile, tx, ty, k);
    if (mine)
        store(smooth, image, x, y, value);

    // edges
    float g2 = gradient2(tile, tx, ty);
    bool edge = mine && is_edge(g2);
    count_edges(edges, edge);
}

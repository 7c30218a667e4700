// fpcheck: gradients <<<(2, 2), (16, 16)>>> image=uniform(0,255):32x32 gx=empty:32x32 gy=empty:32x32 w=32 h=32
// fpcheck+ response <<<(2, 2), (16, 16)>>> r=empty:32x32 w=32 h=32 kappa=0.05
// expect: error uninitialised shared memory at line 112
// why: the window has radius 2, but beside the tile only columns up to TILE + 2 of its TILE + 4 are filled: the last columns of the halo are read unset
// figure: computed tx[.][18] and tx[.][19] are read without having been written: undefined, MPFR gx of the neighbour tile there
// Computer vision: Harris corner response. First the central differences, then the structure tensor over a 5 x 5 window.
#define TILE 16
#define RADIUS 2
#define SIDE (TILE + 2 * RADIUS)

__constant__ float window[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

// ---- access with clamped borders ----------------------------------------

__device__ __forceinline__ int clamp_index(int i, int n)
{
    if (i < 0)
        return 0;
    return i < n ? i : n - 1;
}

__device__ __forceinline__ float pixel(const float *image, int x, int y, int w, int h)
{
    return image[clamp_index(y, h) * w + clamp_index(x, w)];
}

// ---- derivatives --------------------------------------------------------

__device__ __forceinline__ float scharr_x(const float *image, int x, int y, int w, int h)
{
    float a = pixel(image, x + 1, y - 1, w, h) - pixel(image, x - 1, y - 1, w, h);
    float b = pixel(image, x + 1, y, w, h) - pixel(image, x - 1, y, w, h);
    float c = pixel(image, x + 1, y + 1, w, h) - pixel(image, x - 1, y + 1, w, h);
    return (3.0f * a + 10.0f * b + 3.0f * c) * 0.03125f;
}

__device__ __forceinline__ float scharr_y(const float *image, int x, int y, int w, int h)
{
    float a = pixel(image, x - 1, y + 1, w, h) - pixel(image, x - 1, y - 1, w, h);
    float b = pixel(image, x, y + 1, w, h) - pixel(image, x, y - 1, w, h);
    float c = pixel(image, x + 1, y + 1, w, h) - pixel(image, x + 1, y - 1, w, h);
    return (3.0f * a + 10.0f * b + 3.0f * c) * 0.03125f;
}

__global__ void gradients(const float *image, float *gx, float *gy, int w, int h)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= w || y >= h)
        return;
    gx[y * w + x] = scharr_x(image, x, y, w, h);
    gy[y * w + x] = scharr_y(image, x, y, w, h);
}

// ---- the structure tensor -----------------------------------------------

struct Tensor
{
    float xx;
    float xy;
    float yy;

    __device__ void clear()
    {
        xx = 0.0f;
        xy = 0.0f;
        yy = 0.0f;
    }

    __device__ void add(float weight, float dx, float dy)
    {
        xx += weight * dx * dx;
        xy += weight * dx * dy;
        yy += weight * dy * dy;
    }

    __device__ float trace() const
    {
        return xx + yy;
    }

    __device__ float determinant() const
    {
        return xx * yy - xy * xy;
    }
};

// The tile and its halo, both gradients at once.
__device__ void load_tile(float (*tx)[SIDE], float (*ty)[SIDE], const float *gx, const float *gy, int w, int h)
{
    int x0 = blockIdx.x * TILE - RADIUS;
    int y0 = blockIdx.y * TILE - RADIUS;
    for (int r = threadIdx.y; r < SIDE; r += TILE)
    {
        for (int c = threadIdx.x; c < SIDE - RADIUS; c += TILE)
        {
            tx[r][c] = pixel(gx, x0 + c, y0 + r, w, h);
            ty[r][c] = pixel(gy, x0 + c, y0 + r, w, h);
        }
    }
}

__device__ Tensor gather(const float (*tx)[SIDE], const float (*ty)[SIDE])
{
    Tensor t;
    t.clear();
    for (int r = 0; r < 5; ++r)
    {
        for (int c = 0; c < 5; ++c)
        {
            float weight = window[r] * window[c];
            t.add(weight, tx[threadIdx.y + r][threadIdx.x + c], ty[threadIdx.y + r][threadIdx.x + c]);
        }
    }
    return t;
}

__device__ __forceinline__ float harris(const Tensor &t, float kappa)
{
    float tr = t.trace();
    return t.determinant() - kappa * tr * tr;
}

__global__ void response(const float *gx, const float *gy, float *r, int w, int h, float kappa)
{
    __shared__ float tx[SIDE][SIDE];
    __shared__ float ty[SIDE][SIDE];

    load_tile(tx, ty, gx, gy, w, h);
    __syncthreads();

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= w || y >= h)
        return;

    Tensor t = gather(tx, ty);
    r[y * w + x] = harris(t, kappa);
}

// Where the response is the largest of its 3 x 3 neighbourhood; not part of the case.
__global__ void local_maxima(const float *r, unsigned char *corner, int w, int h, float threshold)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float v = r[y * w + x];
    bool is = v > threshold;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            is = is && v >= pixel(r, x + dx, y + dy, w, h);
    corner[y * w + x] = is ? 1 : 0;
}

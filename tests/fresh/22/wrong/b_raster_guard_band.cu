// fpcheck: raster_tile <<<1, (16, 16)>>> vx=[-14374.546875,14000.25,13830.81640625,-14374.546875,13830.81640625,-14500.75] vy=[-9161.66015625,-14000.5,8813.3125,-9161.66015625,8813.3125,14100.125] vz=[0.5,0.5,0.5,0.25,0.25,0.25] triangles=2 cover=empty:256 owner=empty:256 depth=empty:256 want=ones:256:i32 ref=cover=want --tol bitwise
// expect: error flip at line 56
// why: the edge function of vertices 10,000 pixels out has products of 45 bits, rounded to 24: a pixel centre near the shared edge of two triangles falls on the wrong side for one of them, and is covered 0 or 2 times, by which product is fused
// figure: computed cover[72] = 0 (first product fused) or 2 (second product fused), right 1
// A tile rasteriser: 16x16 pixels, a thread each, triangles set up in batches in shared memory, the top-left rule on
// shared edges, a depth test, and what a tile-based renderer wants to know: who covers each pixel and how often.
// Vertices come in pixels, snapped to 1/256, and may lie far out in the guard band.
#define TILE 16
#define BATCH 8

typedef float fixed;
typedef float area;

struct Edge {
    fixed ax, ay;     // where it begins
    fixed dx, dy;     // where it goes
    int top_left;     // a pixel on it is inside
};

struct Triangle {
    Edge edge[3];
    float z0, zx, zy; // depth plane about the first vertex
    float x0, y0;
    float low_x, high_x, low_y, high_y;
    int valid;
};

struct Sample {
    int owner;
    int count;
    float depth;
};

// Snapped positions are exact as floats: 15 bits before the point, 8 behind.
__device__ fixed snap(float v)
{
    return rintf(v * 256.0f) * 0.00390625f;
}

__device__ Edge make_edge(float ax, float ay, float bx, float by)
{
    Edge e;
    e.ax = snap(ax);
    e.ay = snap(ay);
    e.dx = snap(bx) - e.ax;
    e.dy = snap(by) - e.ay;
    bool top = e.dy == 0 && e.dx > 0;
    bool left = e.dy < 0;
    e.top_left = top || left;
    return e;
}

// Twice the signed area of the edge and the point.
__device__ area edge_function(const Edge &e, fixed px, fixed py)
{
    return e.dx * (py - e.ay) - e.dy * (px - e.ax);
}

__device__ bool inside(const Edge &e, fixed px, fixed py)
{
    area w = edge_function(e, px, py);
    return w > 0 || (w == 0 && e.top_left);
}

// The depth plane z(x, y) = z0 + zx (x - x0) + zy (y - y0) by Cramer's rule.
__device__ void make_plane(Triangle &t, const float *x, const float *y, const float *z)
{
    float ux = x[1] - x[0], uy = y[1] - y[0], uz = z[1] - z[0];
    float wx = x[2] - x[0], wy = y[2] - y[0], wz = z[2] - z[0];
    float det = ux * wy - uy * wx;
    t.valid = det > 0.0f;
    float inv = t.valid ? 1.0f / det : 0.0f;
    t.zx = (uz * wy - wz * uy) * inv;
    t.zy = (wz * ux - uz * wx) * inv;
    t.z0 = z[0];
    t.x0 = x[0];
    t.y0 = y[0];
}

__device__ float plane_depth(const Triangle &t, float px, float py)
{
    return t.z0 + t.zx * (px - t.x0) + t.zy * (py - t.y0);
}

// The box around the triangle, a pixel wider than it needs to be.
__device__ void make_box(Triangle &t, const float *x, const float *y)
{
    t.low_x = fminf(x[0], fminf(x[1], x[2])) - 1.0f;
    t.high_x = fmaxf(x[0], fmaxf(x[1], x[2])) + 1.0f;
    t.low_y = fminf(y[0], fminf(y[1], y[2])) - 1.0f;
    t.high_y = fmaxf(y[0], fmaxf(y[1], y[2])) + 1.0f;
}

__device__ bool in_box(const Triangle &t, float px, float py)
{
    return px >= t.low_x && px <= t.high_x && py >= t.low_y && py <= t.high_y;
}

__device__ void set_up(Triangle &t, const float *x, const float *y, const float *z)
{
    for (int k = 0; k < 3; k++) {
        int next = k == 2 ? 0 : k + 1;
        t.edge[k] = make_edge(x[k], y[k], x[next], y[next]);
    }
    make_plane(t, x, y, z);
    make_box(t, x, y);
}

__device__ void test(Sample &s, const Triangle &t, int id, float px, float py)
{
    if (!t.valid || !in_box(t, px, py))
        return;
    fixed fx = snap(px);
    fixed fy = snap(py);
    for (int k = 0; k < 3; k++)
        if (!inside(t.edge[k], fx, fy))
            return;
    s.count++;
    float z = plane_depth(t, px, py);
    if (z < s.depth) {
        s.depth = z;
        s.owner = id;
    }
}

__global__ void raster_tile(const float *vx, const float *vy, const float *vz, int triangles, int *cover, int *owner,
                            float *depth)
{
    __shared__ Triangle batch[BATCH];
    int t = threadIdx.y * TILE + threadIdx.x;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    float px = (float)x + 0.5f;
    float py = (float)y + 0.5f;
    Sample s = {-1, 0, 1.0f};

    for (int first = 0; first < triangles; first += BATCH) {
        int here = min(BATCH, triangles - first);
        if (t < here) {
            int v = 3 * (first + t);
            set_up(batch[t], vx + v, vy + v, vz + v);
        }
        __syncthreads();
        for (int k = 0; k < here; k++)
            test(s, batch[k], first + k, px, py);
        __syncthreads();
    }

    // The tile is stored in rows of the whole picture.
    int width = gridDim.x * TILE;
    int at = y * width + x;
    cover[at] = s.count;
    owner[at] = s.owner;
    depth[at] = s.depth;
}

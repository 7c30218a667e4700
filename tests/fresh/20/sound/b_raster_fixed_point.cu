// fpcheck: coverage <<<1, dim3(16, 16)>>> vertex=[16001.5,12001.5,16013.5,12002.5,16007.5,12007.5,16014.2,12014.7,16013.5,12002.5,16007.5,12007.5,16014.2,12014.7,16000.5,12012.5,16007.5,12007.5,16001.5,12001.5,16000.5,12012.5,16007.5,12007.5] hits=empty:256 triangles=4 tile_x=16000 tile_y=12000 want=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] ref=hits=want --tol rtol=0,atol=0.5
// expect: ok
// why: edge functions compared with 0 at centres that lie exactly on shared edges, far from the origin: vertices are snapped first and all that follows is exact in 64-bit integers
// figure: computed hits[119] = 1, exact 1: error 0 against 0.5
// Multi-triangle coverage of a tile with the guarantees of hardware: vertices are snapped to 1/256 of a pixel, edge
// functions are exact in 64-bit integers, and a pixel centre on a shared edge belongs to exactly one triangle.
// One block a tile of 16x16 pixels; the output is the number of triangles that cover each pixel.

#define TILE 16
#define SUBPIXELS 256
#define BATCH 16

typedef long long Wide;

struct Snapped {
    int x, y; // in subpixels
};

// ---------------------------------------------------------------- snapping

// 1/256 of a pixel is what the API asks for; the float itself resolves 1/512 and better up to 2^14.
// A power of two times a float is exact, so this rounds once. The guard band of the clipper keeps |v| below 2^15.
__device__ int snap(float v)
{
    return __float2int_rn(v * (float)SUBPIXELS);
}

__device__ Snapped snapped(const float *p)
{
    Snapped s;
    s.x = snap(p[0]);
    s.y = snap(p[1]);
    return s;
}

// Centre of a pixel.
__device__ Snapped centre(int x, int y)
{
    Snapped s;
    s.x = x * SUBPIXELS + SUBPIXELS / 2;
    s.y = y * SUBPIXELS + SUBPIXELS / 2;
    return s;
}

// ---------------------------------------------------------------- edges

struct Edge {
    Snapped from;
    int dx, dy;
    int bias; // -1 where the edge does not own its points
};

// Of the two directions of an edge one owns the points on it: going down, or level and to the left.
__device__ bool owns(int dx, int dy)
{
    return dy > 0 || (dy == 0 && dx < 0);
}

__device__ Edge edge(Snapped p, Snapped q)
{
    Edge e;
    e.from = p;
    e.dx = q.x - p.x;
    e.dy = q.y - p.y;
    e.bias = owns(e.dx, e.dy) ? 0 : -1;
    return e;
}

__device__ Wide value(const Edge &e, Snapped s)
{
    return (Wide)e.dx * (s.y - e.from.y) - (Wide)e.dy * (s.x - e.from.x);
}

__device__ bool inside(const Edge &e, Snapped s)
{
    return value(e, s) + e.bias >= 0;
}

// ---------------------------------------------------------------- triangles

struct Triangle {
    Edge e[3];
    int visible;
};

__device__ Wide twice_area(Snapped a, Snapped b, Snapped c)
{
    return (Wide)(b.x - a.x) * (c.y - a.y) - (Wide)(b.y - a.y) * (c.x - a.x);
}

__device__ Triangle assemble(const float *v)
{
    Snapped a = snapped(v), b = snapped(v + 2), c = snapped(v + 4);
    Wide area = twice_area(a, b, c);
    if (area < 0) {
        Snapped swap = b;
        b = c;
        c = swap;
    }
    Triangle t;
    t.e[0] = edge(a, b);
    t.e[1] = edge(b, c);
    t.e[2] = edge(c, a);
    t.visible = area != 0;
    return t;
}

__device__ bool covers(const Triangle &t, Snapped s)
{
    if (!t.visible)
        return false;
    return inside(t.e[0], s) && inside(t.e[1], s) && inside(t.e[2], s);
}

// ---------------------------------------------------------------- the kernel

// vertex[triangles, 3, 2] in pixels, in either orientation; a triangle of no area after snapping covers nothing.
// The mesh may have holes and may overlap itself.
//
// The triangles come in batches through shared memory: as many threads as a batch has triangles set them up,
// then all threads walk through the batch.
// Every thread keeps the count of its own pixel, so no atomics are needed.
__global__ void coverage(const float *vertex, int *hits, int triangles, int tile_x, int tile_y)
{
    __shared__ Triangle batch[BATCH];
    int t = threadIdx.y * TILE + threadIdx.x;
    Snapped here = centre(tile_x + (int)threadIdx.x, tile_y + (int)threadIdx.y);

    int covered = 0;
    for (int first = 0; first < triangles; first += BATCH) {
        int n = min(BATCH, triangles - first);
        if (t < n)
            batch[t] = assemble(vertex + 6 * (first + t));
        __syncthreads();
        for (int i = 0; i < n; i++)
            covered += covers(batch[i], here);
        __syncthreads();
    }

    // 0: background, 1: inside of the mesh, more: overlap
    hits[t] = covered;
}

// ---------------------------------------------------------------- host

void launch_coverage(const float *vertex, int *hits, int triangles, int tile_x, int tile_y, cudaStream_t stream)
{
    if (triangles > 0)
        coverage<<<1, dim3(TILE, TILE), 0, stream>>>(vertex, hits, triangles, tile_x, tile_y);
}

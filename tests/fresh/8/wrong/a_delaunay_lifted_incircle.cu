// fpcheck: flip_edges<<<1, 32>>> px=[3025.8037109375,3027.380859375,3027.2939453125,3026.41796875,3035.869140625,3037.3359375,3036.55859375,3036.5703125,3003.5322265625,3001.6982421875,3002.587890625,3002.5185546875,3014.19921875,3012.390625,3013.8681640625,3013.033203125,3008.71875,3007.5576171875,3008.8505859375,3007.591796875,3029.3271484375,3030.4189453125,3029.6259765625,3030.7236328125,3009.49609375,3010.8427734375,3009.3916015625,3010.5439453125,3030.0908203125,3029.1708984375,3029.9775390625,3029.2578125,3001.2255859375,3003.12890625,3001.517578125,3002.5517578125,3002.16015625,3001.443359375,3002.423828125,3001.0849609375,3005.8935546875,3006.2724609375,3005.6142578125,3006.9853515625,3027.6484375,3028.685546875,3027.8466796875,3028.470703125,3034.3623046875,3036.0302734375,3034.9130859375,3035.95703125,3012.1416015625,3013.55859375,3012.0947265625,3013.080078125,3014.400390625,3014.0986328125,3015.1083984375,3013.6904296875,3013.0625,3011.75390625,3012.828125,3012.2041015625,3030.4765625,3028.861328125,3029.8544921875,3029.0771484375,3014.888671875,3013.623046875,3014.873046875,3014.05859375,3014.04296875,3014.5078125,3013.599609375,3015.0029296875,3003.982421875,3002.53515625,3002.8603515625,3004.1494140625,3033.62890625,3032.5107421875,3033.6376953125,3031.85546875,3004.4638671875,3005.70703125,3004.953125,3005.90625,3035.9384765625,3036.396484375,3035.5791015625,3036.9169921875,3038.048828125,3036.294921875,3037.16015625,3036.4931640625] py=[2832.552734375,2831.447265625,2832.380859375,2831.591796875,2801.8896484375,2802.2548828125,2802.7548828125,2801.4404296875,2835.3251953125,2835.0029296875,2834.09765625,2835.728515625,2811.4609375,2810.9580078125,2810.3603515625,2811.7978515625,2818.162109375,2816.9853515625,2817.169921875,2818.3115234375,2813.015625,2813.869140625,2814.4755859375,2812.4697265625,2802.5634765625,2803.6259765625,2804.0927734375,2802.7587890625,2804.8349609375,2803.08984375,2803.62890625,2804.5986328125,2814.9853515625,2816.0361328125,2816.4404296875,2814.65625,2824.2001953125,2822.5537109375,2822.9482421875,2823.62109375,2829.736328125,2831.673828125,2831.40625,2830.658203125,2825.3203125,2826.18359375,2826.4970703125,2825.103515625,2821.8828125,2823.0927734375,2822.9296875,2821.953125,2819.375,2820.916015625,2820.7841796875,2819.47265625,2805.4443359375,2803.5537109375,2804.94921875,2804.7646484375,2816.943359375,2816.53515625,2816.1630859375,2817.8876953125,2826.009765625,2825.013671875,2824.884765625,2826.0537109375,2803.2705078125,2802.66015625,2802.44140625,2804.1884765625,2822.1416015625,2823.9267578125,2823.4716796875,2823.388671875,2808.88671875,2809.8974609375,2809.03125,2809.962890625,2815.453125,2813.7431640625,2814.4775390625,2814.603515625,2803.4111328125,2804.4326171875,2804.8876953125,2803.486328125,2812.87109375,2814.4384765625,2813.8671875,2813.35546875,2836.107421875,2835.8984375,2834.927734375,2836.9326171875] quads=[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95] flips=empty:24 total=inout:zeros:1 worst=empty:24 m=24 want=[1,1,1,1,0,0,1,1,1,1,1,0,1,1,1,0,1,0,1,1,1,0,1,0] --ref 'flips=want'
// expect: error cancellation at line 78
// why: the in-circle determinant is expanded on lifted absolute coordinates (x^2 + y^2 near 10^7) instead of coordinates relative to one point: its value of order 1 drowns in the rounding and edges flip at random
// figure: determinant of quad 0 computed 6.6289e+06, exact 1.2478; 14 of 24 decisions wrong, flips[2] computed 0, exact 1
#include <cuda_runtime.h>

// ---------------------------------------------------------------------------
// One pass of Lawson's flips over independent edges. A quad is (a, b, c, d):
// the edge a-b is shared by the triangles a b c (counter-clockwise) and
// b a d. The edge is flipped when d lies inside the circle of a, b, c and the
// quad is strictly convex.
// ---------------------------------------------------------------------------

struct Point {
    float x, y;
};

struct Lifted {
    float x, y, z;
};

struct Quad {
    int a, b, c, d;
};

__device__ __forceinline__ Point point(const float *px, const float *py, int i)
{
    Point p;
    p.x = px[i];
    p.y = py[i];
    return p;
}

__device__ __forceinline__ Quad quad_of(const int *quads, int e)
{
    Quad q;
    q.a = quads[4 * e];
    q.b = quads[4 * e + 1];
    q.c = quads[4 * e + 2];
    q.d = quads[4 * e + 3];
    return q;
}

// Onto the paraboloid.
__device__ __forceinline__ Lifted lift(Point p)
{
    Lifted l;
    l.x = p.x;
    l.y = p.y;
    l.z = p.x * p.x + p.y * p.y;
    return l;
}

// Twice the signed area of a triangle, from edges.
__device__ __forceinline__ float area2(Point a, Point b, Point c)
{
    float ux = b.x - a.x, uy = b.y - a.y;
    float vx = c.x - a.x, vy = c.y - a.y;
    return ux * vy - uy * vx;
}

__device__ float minor3(float a1, float a2, float a3, float b1, float b2, float b3, float c1, float c2, float c3)
{
    float m1 = b2 * c3 - b3 * c2;
    float m2 = b1 * c3 - b3 * c1;
    float m3 = b1 * c2 - b2 * c1;
    return a1 * m1 - a2 * m2 + a3 * m3;
}

// The 4 x 4 determinant with rows (x, y, z, 1), by its last column.
__device__ float in_circle(Point a, Point b, Point c, Point d)
{
    Lifted p = lift(a), q = lift(b), r = lift(c), s = lift(d);
    float m1 = minor3(q.x, q.y, q.z, r.x, r.y, r.z, s.x, s.y, s.z);
    float m2 = minor3(p.x, p.y, p.z, r.x, r.y, r.z, s.x, s.y, s.z);
    float m3 = minor3(p.x, p.y, p.z, q.x, q.y, q.z, s.x, s.y, s.z);
    float m4 = minor3(p.x, p.y, p.z, q.x, q.y, q.z, r.x, r.y, r.z);
    return (m2 - m1) + (m4 - m3);
}

// Positive when d lies inside, for a, b, c counter-clockwise.
__device__ bool inside(float determinant)
{
    return determinant > 0.0f;
}

// c and d on different sides of a-b, and a and b on different sides of c-d.
__device__ bool convex(Point a, Point b, Point c, Point d)
{
    bool across = area2(a, b, c) > 0.0f && area2(b, a, d) > 0.0f;
    bool other = area2(c, d, b) > 0.0f && area2(d, c, a) > 0.0f;
    return across && other;
}

// The sum of a warp's votes, added to a counter once.
__device__ void count_flips(bool flip, int *total)
{
    unsigned votes = __ballot_sync(0xffffffffu, flip);
    if ((threadIdx.x & 31) == 0 && votes != 0)
        atomicAdd(total, __popc(votes));
}

__device__ int decide(Point a, Point b, Point c, Point d)
{
    if (!convex(a, b, c, d))
        return 0;
    // the sign of the determinant depends on the orientation of a, b, c
    float det = in_circle(a, b, c, d);
    return inside(det) ? 1 : 0;
}

// Squared distance.
__device__ __forceinline__ float distance2(Point a, Point b)
{
    float x = b.x - a.x, y = b.y - a.y;
    return x * x + y * y;
}

// Four root three times the area over the sum of squared edges: 1 when equilateral.
__device__ float shape(Point a, Point b, Point c)
{
    float area = 0.5f * (float)area2(a, b, c);
    float edges = (float)(distance2(a, b) + distance2(b, c) + distance2(c, a));
    return 6.92820323f * area / edges;
}

// The worse of the two triangles, with the diagonal that was chosen.
__device__ float quality(Point a, Point b, Point c, Point d, int flip)
{
    float one = flip > 0 ? shape(c, d, b) : shape(a, b, c);
    float two = flip > 0 ? shape(d, c, a) : shape(b, a, d);
    return fminf(one, two);
}

__global__ void flip_edges(const float *px, const float *py, const int *quads, int *flips, int *total,
                           float *worst, int m)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    int flip = 0;

    if (e < m) {
        Quad q = quad_of(quads, e);
        Point a = point(px, py, q.a);
        Point b = point(px, py, q.b);
        Point c = point(px, py, q.c);
        Point d = point(px, py, q.d);
        flip = decide(a, b, c, d);
        flips[e] = flip;
        worst[e] = quality(a, b, c, d, flip);
    }

    count_flips(flip != 0, total);
}

// fpcheck: refine_mesh <<<1, 64>>> px=[40210.25,40211.5,40210.75,40213.0,40212.25,40214.5] py=[71835.5,71835.75,71837.0,71836.25,71838.5,71838.0] tri=[0,1,2,1,3,2,2,3,4,3,5,4] cx=empty:4 cy=empty:4 radius=empty:4 quality=empty:4 nt=4
// expect: error cancellation at line 94
// why: the circumcentre is formed from |a|^2, |b|^2, |c|^2 of map coordinates (7e9 each, an ulp of 512), so that the small differences are gone; it should be relative to one vertex
// figure: computed cx[0] = 40045.71484375, MPFR 40210.7679
// Quality measures of a triangulation before refinement: circumcentres, circumradii, radius-edge ratio.
#include <cuda_runtime.h>

struct Point {
    float x, y;
};

struct Triangle {
    Point a, b, c;
};

struct Circle {
    Point centre;
    float radius;
};

struct Edges {
    float ab, bc, ca;
};

// ---------------------------------------------------------------- loading

__device__ inline Point point_at(const float *px, const float *py, int i)
{
    Point p;
    p.x = px[i];
    p.y = py[i];
    return p;
}

__device__ Triangle triangle_at(const float *px, const float *py, const int *tri, int t)
{
    Triangle r;
    r.a = point_at(px, py, tri[3 * t]);
    r.b = point_at(px, py, tri[3 * t + 1]);
    r.c = point_at(px, py, tri[3 * t + 2]);
    return r;
}

// ---------------------------------------------------------------- measures

__device__ inline float squared_length(Point p)
{
    return p.x * p.x + p.y * p.y;
}

__device__ inline float distance(Point p, Point q)
{
    float dx = p.x - q.x;
    float dy = p.y - q.y;
    return sqrtf(dx * dx + dy * dy);
}

__device__ inline float doubled_area(const Triangle &t)
{
    float ux = t.b.x - t.a.x;
    float uy = t.b.y - t.a.y;
    float vx = t.c.x - t.a.x;
    float vy = t.c.y - t.a.y;
    return ux * vy - uy * vx;
}

__device__ Edges edges(const Triangle &t)
{
    Edges e;
    e.ab = distance(t.a, t.b);
    e.bc = distance(t.b, t.c);
    e.ca = distance(t.c, t.a);
    return e;
}

__device__ inline float shortest(const Edges &e)
{
    float m = e.ab;
    if (e.bc < m)
        m = e.bc;
    if (e.ca < m)
        m = e.ca;
    return m;
}

// Solves for the point that has the same distance from the three vertices.
__device__ Circle circumscribed(const Triangle &t)
{
    float d = 2.0f * doubled_area(t);
    float a2 = squared_length(t.a);
    float b2 = squared_length(t.b);
    float c2 = squared_length(t.c);
    Circle k;
    k.centre.x = (a2 * (t.b.y - t.c.y) + b2 * (t.c.y - t.a.y) + c2 * (t.a.y - t.b.y)) / d;
    k.centre.y = (a2 * (t.c.x - t.b.x) + b2 * (t.a.x - t.c.x) + c2 * (t.b.x - t.a.x)) / d;
    k.radius = distance(k.centre, t.a);
    return k;
}

__device__ inline bool degenerate(const Triangle &t, const Edges &e)
{
    float longest = e.ab > e.bc ? e.ab : e.bc;
    longest = longest > e.ca ? longest : e.ca;
    float area = doubled_area(t);
    area = area < 0.0f ? -area : area;
    return area <= 1e-6f * longest * longest;
}

__device__ inline Circle empty_circle(const Triangle &t)
{
    Circle k;
    k.centre = t.a;
    k.radius = 0.0f;
    return k;
}

// ---------------------------------------------------------------- the result

struct Report {
    Circle circle;
    float ratio;
};

__device__ Report report(const Triangle &t)
{
    Report r;
    Edges e = edges(t);
    if (degenerate(t, e)) {
        r.circle = empty_circle(t);
        r.ratio = 0.0f;
        return r;
    }
    r.circle = circumscribed(t);
    r.ratio = r.circle.radius / shortest(e);
    return r;
}

__device__ void store(float *cx, float *cy, float *radius, float *quality, int t, const Report &r)
{
    cx[t] = r.circle.centre.x;
    cy[t] = r.circle.centre.y;
    radius[t] = r.circle.radius;
    quality[t] = r.ratio;
}

// One thread a triangle.
__global__ void refine_mesh(const float *px, const float *py, const int *tri, float *cx, float *cy, float *radius,
                            float *quality, int nt)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= nt)
        return;
    Triangle shape = triangle_at(px, py, tri, t);
    Report r = report(shape);
    store(cx, cy, radius, quality, t, r);
}

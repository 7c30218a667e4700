// fpcheck: trace_meridional <<<1, 32>>> height=[1.0,2.5,4.0,6.0,-3.0,8.5] slope=[0.01,0.0,0.02,-0.01,0.05,0.0] radius=[60.0,-600000.0,450000.0,-75.0] gap=[4.0,1.5,3.0,20.0] index=[1.52,1.0,1.62,1.0] y=empty:6 tilt=empty:6 status=empty:6 surfaces=4 n=6 want=[0.898733613902545,1.5428198519353984,3.0265183426549402,3.3929737794332135,-0.4395493491477007,5.162627270612737] ref=y=want --tol rtol=1e-5,atol=1e-5
// expect: error cancellation at line 57
// why: the quadratic in the distance is solved with squares of radii of 5e5 mm (3e11, spacing 2e4): the sag of nearly plane surfaces drowns
// figure: y[5] computed 5.1620665, MPFR 5.162627271
// Meridional ray trace through a lens of spherical surfaces, lengths in millimetres.
#include <cuda_runtime.h>

#define SURFACES 4

struct Ray {
    float z, y; // from the vertex of the surface before, along and across the axis
    float n, m; // direction cosines along and across
};

struct Surface {
    float radius;  // positive: centre behind the vertex
    float gap;     // to the next vertex
    float index;   // behind the surface
};

struct Hit {
    float z, y;
    bool ok;
};

// ---------------------------------------------------------------- prescription

__device__ Surface load_surface(const float *radius, const float *gap, const float *index, int k)
{
    Surface s;
    s.radius = radius[k];
    s.gap = gap[k];
    s.index = index[k];
    return s;
}

__device__ Ray launch(const float *height, const float *slope, int i)
{
    Ray r;
    r.z = -5.0f;
    r.y = height[i];
    float u = slope[i];
    float scale = rsqrtf(1.0f + u * u);
    r.n = scale;
    r.m = u * scale;
    return r;
}

// ---------------------------------------------------------------- intersection

// Distance along the ray to the sphere around (radius, 0): the nearer root for a convex surface, the farther for a concave one.
__device__ Hit intersect(Ray r, float radius)
{
    float cz = r.z - radius;
    float b = r.n * cz + r.m * r.y;
    float c = cz * cz + r.y * r.y - radius * radius;
    float d = b * b - c;
    Hit h;
    h.ok = d >= 0.0f;
    float root = sqrtf(fmaxf(d, 0.0f));
    float t = radius > 0.0f ? -b - root : -b + root;
    h.z = r.z + t * r.n;
    h.y = r.y + t * r.m;
    return h;
}

// ---------------------------------------------------------------- refraction

__device__ bool refract(Ray &r, Hit h, float radius, float before, float after)
{
    float c = 1.0f / radius;
    float nz = 1.0f - c * h.z;
    float ny = -c * h.y;
    float cosine = r.n * nz + r.m * ny;
    float mu = before / after;
    float square = 1.0f - mu * mu * (1.0f - cosine * cosine);
    if (square < 0.0f)
        return false;
    float g = sqrtf(square) - mu * cosine;
    r.n = mu * r.n + g * nz;
    r.m = mu * r.m + g * ny;
    return true;
}

__device__ void normalise(Ray &r)
{
    float s = rsqrtf(r.n * r.n + r.m * r.m);
    r.n *= s;
    r.m *= s;
}

__device__ void move_to_next_vertex(Ray &r, Hit h, float gap)
{
    r.z = h.z - gap;
    r.y = h.y;
}

// ---------------------------------------------------------------- stops

#define CLEAR_APERTURE 40.0f

// A ray beyond the mount is lost.
__device__ bool inside_aperture(Hit h)
{
    return fabsf(h.y) <= CLEAR_APERTURE;
}

// ---------------------------------------------------------------- a whole system

__device__ bool trace(Ray &r, const float *radius, const float *gap, const float *index, int surfaces)
{
    float medium = 1.0f;
    for (int k = 0; k < surfaces; k++) {
        Surface s = load_surface(radius, gap, index, k);
        Hit h = intersect(r, s.radius);
        if (!h.ok || !inside_aperture(h))
            return false;
        if (!refract(r, h, s.radius, medium, s.index))
            return false;
        normalise(r);
        move_to_next_vertex(r, h, s.gap);
        medium = s.index;
    }
    return true;
}

__device__ float height_at_plane(Ray r)
{
    // the plane lies at z = 0 of the last vertex plus its gap
    return r.y - r.z * (r.m / r.n);
}

// ---------------------------------------------------------------- kernel
//
// One thread a ray. The plane is well before the focus, so that heights are not near zero.
// A ray that misses a surface, or is reflected totally, is marked by -1 in status and
// leaves height and tilt at zero.

__global__ void trace_meridional(const float *height, const float *slope, const float *radius, const float *gap,
                         const float *index, float *y, float *tilt, int *status, int surfaces, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Ray r = launch(height, slope, i);
    bool through = trace(r, radius, gap, index, surfaces);
    status[i] = through ? 0 : -1;
    y[i] = through ? height_at_plane(r) : 0.0f;
    tilt[i] = through ? r.m / r.n : 0.0f;
}

// fpcheck: shade_rays <<<1, 32>>> direction=[0.00405454403,-0.00234083412,0.999989033,-0.0147190867,0.00796991028,0.999859929,0.0041750106,-0.00229691924,0.999988675,-0.0147767533,0.00803719647,0.999858499,0.00404148921,-0.0024379862,0.999988854,-0.0147096664,0.00799917523,0.99985981] centre=[12.5,-7.25,3011.75,-40.5,22,2750.5] radius=[0.75,0.5] shade=empty:6 spheres=2 rays=6 want=[0.472169808588616,0.8094281986547132,0.7695355762155555,0.5772812981464884,0.4469981652808887,0.848336352671953] ref=shade=want --tol rtol=2e-2,atol=2e-2
// expect: error cancellation at line 103
// why: discriminant of a sphere with radius below 1 at distance 3000: b*b and 4ac agree in all but the last bits, c has already lost the radius, and the hit point moves by as much as the radius or is missed
// figure: computed shade[4] = 0.552528, MPFR 0.446998
// Primary rays from the origin into a scene of spheres: nearest hit, its normal, and Lambert's cosine to one light.

struct Vec {
    float x, y, z;
};

// ------------------------------------------------------------------ vectors

__device__ Vec vec(float x, float y, float z)
{
    Vec v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ Vec load(const float *p, int i)
{
    return vec(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
}

__device__ Vec sub(Vec a, Vec b)
{
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ Vec scaled(Vec a, float s)
{
    return vec(a.x * s, a.y * s, a.z * s);
}

__device__ float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vec unit(Vec a)
{
    return scaled(a, rsqrtf(dot(a, a)));
}

// ------------------------------------------------------------------ rays

struct Ray {
    Vec origin;
    Vec direction;
};

struct Hit {
    float t;
    int sphere;
};

__device__ Ray primary(Vec direction)
{
    Ray r;
    r.origin = vec(0.0f, 0.0f, 0.0f);
    r.direction = direction;
    return r;
}

__device__ Hit miss()
{
    Hit h;
    h.t = 1e30f;
    h.sphere = -1;
    return h;
}

__device__ Vec point(Ray r, float t)
{
    Vec p = scaled(r.direction, t);
    return vec(p.x + r.origin.x, p.y + r.origin.y, p.z + r.origin.z);
}

// ------------------------------------------------------------------ spheres

struct Sphere {
    Vec centre;
    float radius;
};

__device__ Sphere sphere_of(const float *centre, const float *radius, int i)
{
    Sphere s;
    s.centre = load(centre, i);
    s.radius = radius[i];
    return s;
}

// Smaller root of |o + t d - c|^2 = r^2; negative where there is none.
__device__ float intersect(Ray r, Sphere s)
{
    Vec oc = sub(r.origin, s.centre);
    float a = dot(r.direction, r.direction);
    float b = 2.0f * dot(oc, r.direction);
    float c = dot(oc, oc) - s.radius * s.radius;
    float disc = b * b - 4.0f * a * c;
    if (disc < 0.0f)
        return -1.0f;
    return (-b - sqrtf(disc)) / (2.0f * a);
}

__device__ Hit nearest(Ray r, const float *centre, const float *radius, int spheres)
{
    Hit best = miss();
    for (int i = 0; i < spheres; i++) {
        Sphere s = sphere_of(centre, radius, i);
        float t = intersect(r, s);
        if (t > 1e-3f && t < best.t) {
            best.t = t;
            best.sphere = i;
        }
    }
    return best;
}

// ------------------------------------------------------------------ light

__device__ Vec light()
{
    return vec(0.6f, 0.0f, -0.8f);
}

__device__ float lambert(Vec normal)
{
    return fmaxf(0.0f, dot(normal, light()));
}

// ------------------------------------------------------------------ the kernel

__global__ void shade_rays(const float *direction, const float *centre, const float *radius, float *shade, int spheres,
                           int rays)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rays)
        return;

    Ray r = primary(load(direction, i));
    Hit h = nearest(r, centre, radius, spheres);
    float value = 0.0f; // background
    if (h.sphere >= 0) {
        Sphere s = sphere_of(centre, radius, h.sphere);
        Vec n = unit(sub(point(r, h.t), s.centre));
        value = lambert(n);
    }
    shade[i] = value;
}

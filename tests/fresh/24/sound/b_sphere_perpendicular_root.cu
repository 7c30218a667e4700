// fpcheck: shade_rays <<<1, 32>>> direction=[0.0865953118,-0.031104384,0.995757878,-0.162948608,0.079069972,0.983461082,0.02722794,0.0104999971,0.999574125,0.0552353002,-0.0621677488,0.996536136,-0.142242432,0.062423598,0.987861514,0.000757268514,0.0304784328,0.999535143,0.0817524344,-0.0462178439,0.995580435,0.600000024,0.639999986,-0.479999989] centre=[2.5,-1.25,30.75,-4.5,2,27.5,0.25,0.5,55] radius=[1.75,1.5,4] shade=empty:8 spheres=3 rays=8 want=[0.7424930470022182,0.8057810181575393,0.8616220302042954,0.3508747681713912,0.8754289510882148,0.6957123907716487,0.7133993085263185,0.125] ref=shade=want --tol rtol=0,atol=5e-5
// expect: ok
// why: instead of b*b - 4ac the distance of the centre from the ray, squared, is taken off the squared radius; the normal comes from the perpendicular too, so nothing of the size of the distance cancels twice
// figure: largest error 2.2e-06 of 5e-5
// Primary rays from the origin into a few spheres: nearest hit, Lambert's cosine to one light, an ambient floor.

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

__device__ float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vec scaled(Vec a, float s)
{
    return vec(a.x * s, a.y * s, a.z * s);
}

// a + s b
__device__ Vec along(Vec a, Vec b, float s)
{
    return vec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

__device__ Vec unit(Vec a)
{
    float inv = 1.0f / sqrtf(dot(a, a));
    return scaled(a, inv);
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

// Where the ray passes the centre: distance along the ray, offset of the centre from there, half of the chord.
struct Pass {
    float along;
    Vec offset;
    float half;
    bool hit;
};

__device__ Pass pass_of(Vec direction, Sphere s)
{
    Pass p;
    p.along = dot(s.centre, direction);
    p.offset = along(s.centre, direction, -p.along);
    float q = s.radius * s.radius - dot(p.offset, p.offset);
    p.hit = q >= 0.0f;
    p.half = p.hit ? sqrtf(q) : 0.0f;
    return p;
}

__device__ float entry(Pass p)
{
    return p.along - p.half;
}

// ------------------------------------------------------------------ nearest hit

struct Hit {
    float t;
    int sphere;
};

__device__ Hit miss()
{
    Hit h;
    h.t = 1e30f;
    h.sphere = -1;
    return h;
}

__device__ Hit nearest(Vec direction, const float *centre, const float *radius, int spheres)
{
    Hit best = miss();
    for (int i = 0; i < spheres; i++) {
        Pass p = pass_of(direction, sphere_of(centre, radius, i));
        float t = entry(p);
        if (p.hit && t > 1e-3f && t < best.t) {
            best.t = t;
            best.sphere = i;
        }
    }
    return best;
}

// ------------------------------------------------------------------ shading

// The hit is at -half from the point next to the centre, which is at -offset from the centre.
__device__ Vec normal_of(Vec direction, Sphere s)
{
    Pass p = pass_of(direction, s);
    Vec inward = along(p.offset, direction, p.half);
    return scaled(inward, -1.0f / s.radius);
}

__device__ Vec light()
{
    return vec(0.5f, 0.0f, -0.75f);
}

__device__ float ambient()
{
    return 0.125f;
}

__device__ float shaded(Vec normal)
{
    return fmaxf(ambient(), dot(normal, light()));
}

// ------------------------------------------------------------------ the kernel

__global__ void shade_rays(const float *direction, const float *centre, const float *radius, float *shade, int spheres,
                           int rays)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rays)
        return;

    Vec d = unit(load(direction, i));
    Hit h = nearest(d, centre, radius, spheres);
    float value = ambient();
    if (h.sphere >= 0)
        value = shaded(normal_of(d, sphere_of(centre, radius, h.sphere)));
    shade[i] = value;
}

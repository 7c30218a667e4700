// fpcheck: look_up <<<1, 32>>> sine=[0.0998334139585495,0.3894183337688446,0.6442176699638367,0.7446430921554565,0.7578425407409668,0.7833269238471985,0.8912073373794556,0.9635581970214844,0.19866932928562164,0.5646424889564514] cosine=[0.9950041770935059,0.9210609793663025,0.7648422122001648,0.6674628257751465,0.6524374485015869,0.6216099858283997,0.4535961151123047,0.26749882102012634,0.9800665974617004,0.8253356218338013] radiance=empty:10 reflectance=empty:10 rgb=empty:30 n=10 want=[0.885685666144908,0.7903463096394064,0.5433854808809799,0.24503776182574472,0.1469416004978988,0.11154673847792489,0.11569987468453681,0.03374262650567511,0.8673831906994548,0.6498867490549562] ref=radiance=want --tol rtol=1e-4,atol=0
// expect: ok
// why: total reflection is decided before the root is taken; the clamps only catch roundings
// figure: computed radiance[6] within 1e-6 of MPFR 0.1157; near the critical angle (0.84 rad) about 1e-5, tolerance 1e-4
// What a diver sees looking up: rays from two metres below a flat water surface, Snell's law and Fresnel's equations,
// the sky where light is refracted, the reflected sea floor where it is not. One ray a thread.
#define WATER 1.33f
#define ABSORPTION 0.05f
#define EYE_DEPTH 2.0f
#define FLOOR_DEPTH 4.0f

struct Vec {
    float x, y, z;
};

struct Ray {
    Vec o, d;
};

struct Hit {
    float t;
    Vec point, normal;
    bool found;
};

__device__ Vec operator+(Vec a, Vec b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ Vec operator-(Vec a, Vec b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ Vec operator*(float s, Vec a)
{
    return {s * a.x, s * a.y, s * a.z};
}

__device__ float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vec normalised(Vec a)
{
    return (1.0f / sqrtf(dot(a, a))) * a;
}

// The horizontal plane y = level; the normal looks against the ray.
__device__ Hit hit_level(const Ray &ray, float level)
{
    Hit hit = {0.0f, {0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, false};
    if (ray.d.y == 0.0f)
        return hit;
    float t = (level - ray.o.y) / ray.d.y;
    if (t <= 1e-4f)
        return hit;
    hit.t = t;
    hit.point = ray.o + t * ray.d;
    hit.normal.y = ray.d.y > 0.0f ? -1.0f : 1.0f;
    hit.found = true;
    return hit;
}

__device__ Vec reflect(Vec d, Vec n)
{
    return d - (2.0f * dot(d, n)) * n;
}

// Squared sine on the far side, from the cosine on the near side.
__device__ float far_sine_squared(float cos_near, float eta)
{
    return eta * eta * (1.0f - cos_near * cos_near);
}

// Unpolarised reflectance of a ray that leaves a medium of index eta into air.
__device__ float fresnel(float cos_near, float eta, float *cos_far)
{
    float s2 = far_sine_squared(cos_near, eta);
    if (s2 >= 1.0f)
        return 1.0f; // total reflection
    float c = sqrtf(1.0f - s2);
    *cos_far = c;
    float perpendicular = (eta * cos_near - c) / (eta * cos_near + c);
    float parallel = (eta * c - cos_near) / (eta * c + cos_near);
    float r = 0.5f * (perpendicular * perpendicular + parallel * parallel);
    return fminf(fmaxf(r, 0.0f), 1.0f);
}

__device__ float sky(float cos_zenith)
{
    return 0.25f + 0.75f * fminf(fmaxf(cos_zenith, 0.0f), 1.0f);
}

__device__ float floor_albedo(Vec p)
{
    return 0.3f + 0.2f * sinf(0.5f * p.x);
}

__device__ float transmittance(float metres)
{
    return expf(-ABSORPTION * metres);
}

// Red is lost first in water, blue last.
__device__ float channel_absorption(int channel)
{
    return channel == 0 ? 0.35f : channel == 1 ? 0.07f : 0.03f;
}

// White light that came along a path of so many metres.
__device__ void tint(float metres, float *rgb)
{
    for (int channel = 0; channel < 3; channel++)
        rgb[channel] = expf(-channel_absorption(channel) * metres);
}

__device__ float trace(Ray ray, float *reflectance)
{
    *reflectance = 0.0f;
    Hit surface = hit_level(ray, 0.0f);
    if (!surface.found)
        return 0.0f;
    float cos_near = -dot(ray.d, surface.normal);
    float cos_far = 0.0f;
    float r = fresnel(cos_near, WATER, &cos_far);
    *reflectance = r;

    Ray mirrored = {surface.point, reflect(ray.d, surface.normal)};
    Hit ground = hit_level(mirrored, -FLOOR_DEPTH);
    float below = 0.0f;
    if (ground.found)
        below = floor_albedo(ground.point) * transmittance(surface.t + ground.t);
    float above = sky(cos_far) * transmittance(surface.t);
    return r * below + (1.0f - r) * above;
}

__global__ void look_up(const float *sine, const float *cosine, float *radiance, float *reflectance, float *rgb, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec d = normalised({sine[i], cosine[i], 0.0f});
    Ray ray = {{0.0f, -EYE_DEPTH, 0.0f}, d};
    float r;
    radiance[i] = trace(ray, &r);
    reflectance[i] = r;

    // The colour cast that the compositor multiplies with.
    Hit surface = hit_level(ray, 0.0f);
    tint(surface.t, rgb + 3 * i);
}

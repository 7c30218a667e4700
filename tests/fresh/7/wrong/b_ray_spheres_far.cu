// fpcheck: shade_rays <<<1, 32>>> sphere=[120.0,40.0,150.0,0.5,-30.0,75.0,210.0,0.75,10.0,-60.0,240.0,0.4] dir=[120.2,40.1,150.0,119.75,40.15,150.0,120.0,40.0,150.05,-29.6,75.2,210.0,-30.3,74.65,210.1,-29.95,75.5,210.1,10.2,-59.9,240.0,9.85,-59.8,240.0,10.1,-60.25,240.0,13.0,-58.0,240.0,120.1,40.3,150.05,-29.9,74.9,210.0] depth=empty:12 shade=empty:12 spheres=3 rays=12 lx=0.48 ly=0.6 lz=-0.64 ambient=0.0 far=1000 want=[0.40083313904103846,0.0,0.015004010524917477,0.7940314807283362,0.0,0.8725491990031242,0.979365604192357,0.6100827095211585,0.4314005517737307,0.0,0.4755133509215068,0.409445676485872] ref=shade=want --tol rtol=2e-4,atol=2e-4
// expect: error cancellation at line 79
// why: |c|^2 - r^2 is formed at |c|^2 = 40000, where binary32 steps by 0.004, and subtracted from the square of c.d: a discriminant of 0.2 keeps two digits
// figure: computed 0.987799808, MPFR 0.979365604 (shade[6])
// Direct light on small distant spheres, one ray a thread. The camera sits at the origin; directions come
// unnormalised from the lens model, spheres as (x, y, z, radius).

struct Vec {
    float x, y, z;
};

struct Ball {
    Vec centre;
    float radius;
};

struct Hit {
    float t;
    int id;
};

// ---------------------------------------------------------------- vectors

__device__ inline Vec make(float x, float y, float z)
{
    Vec v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ inline Vec operator+(Vec a, Vec b)
{
    return make(a.x + b.x, a.y + b.y, a.z + b.z);
}

__device__ inline Vec operator-(Vec a, Vec b)
{
    return make(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ inline Vec operator*(float s, Vec a)
{
    return make(s * a.x, s * a.y, s * a.z);
}

__device__ inline float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline Vec normalise(Vec a)
{
    return (1.0f / sqrtf(dot(a, a))) * a;
}

// ---------------------------------------------------------------- scene

__device__ Ball load_ball(const float *sphere, int k)
{
    Ball b;
    b.centre = make(sphere[4 * k], sphere[4 * k + 1], sphere[4 * k + 2]);
    b.radius = sphere[4 * k + 3];
    return b;
}

__device__ Vec load_direction(const float *dir, int i)
{
    return normalise(make(dir[3 * i], dir[3 * i + 1], dir[3 * i + 2]));
}

// ---------------------------------------------------------------- intersection

// A quarter of the discriminant of |t d - c|^2 = r^2, with |d| = 1.
__device__ float discriminant(Ball ball, Vec, float along)
{
    float constant = dot(ball.centre, ball.centre) - ball.radius * ball.radius;
    return along * along - constant;
}

// The nearer intersection in front of the camera, or a negative number.
__device__ float intersect(Ball ball, Vec d)
{
    float along = dot(ball.centre, d);
    if (along <= 0.0f)
        return -1.0f; // behind
    float q = discriminant(ball, d, along);
    if (q < 0.0f)
        return -1.0f; // missed
    float root = sqrtf(q);
    float t = along - root;
    if (t <= 0.0f)
        t = along + root; // the camera is inside
    return t;
}

__device__ Hit nearest(const float *sphere, int spheres, Vec d, float far)
{
    Hit hit;
    hit.t = far;
    hit.id = -1;
    for (int k = 0; k < spheres; k++) {
        float t = intersect(load_ball(sphere, k), d);
        if (t > 0.0f && t < hit.t) {
            hit.t = t;
            hit.id = k;
        }
    }
    return hit;
}

// ---------------------------------------------------------------- light

// Outward normal at the point t d of a ball.
__device__ Vec normal_at(Ball ball, Vec d, float t)
{
    Vec p = t * d;
    return (1.0f / ball.radius) * (p - ball.centre);
}

__device__ float lambert(Vec normal, Vec light)
{
    return fmaxf(dot(normal, light), 0.0f);
}

__device__ float shade_hit(const float *sphere, Hit hit, Vec d, Vec light, float ambient)
{
    if (hit.id < 0)
        return 0.0f;
    Ball ball = load_ball(sphere, hit.id);
    Vec n = normal_at(ball, d, hit.t);
    return ambient + (1.0f - ambient) * lambert(n, light);
}

// ---------------------------------------------------------------- kernel

__global__ void shade_rays(const float *sphere, const float *dir, float *depth, float *shade, int spheres, int rays,
                           float lx, float ly, float lz, float ambient, float far)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rays)
        return;
    Vec light = make(lx, ly, lz); // a unit vector
    Vec d = load_direction(dir, i);
    Hit hit = nearest(sphere, spheres, d, far);

    depth[i] = hit.id < 0 ? -1.0f : hit.t;
    shade[i] = shade_hit(sphere, hit, d, light, ambient);
}

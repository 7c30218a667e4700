// fpcheck: planet_ray <<<1, 32>>> origin=[0, 0, 6371.01, 0, 0, 6371.02, 3000, 0, 5620.48, 0, 4000, 4958.81] dir=[0.6, 0, -0.8, 0, 0.28, -0.96, 0, 0.6, -0.8, 0.6, 0, -0.8] t=empty:4 radius=6371 n=4
// expect: error cancellation at line 21: the near root of the ray-sphere equation is the difference of two numbers of the planet's size; metres above the ground nothing is left of it
// why: the near root of the ray-sphere equation is the difference of two numbers of the planet's size; metres above the ground nothing is left of it
// figure: t[1] computed 0.02099609, MPFR 0.02085368
struct Ray {
    float3 o, d;
};

__device__ float dot3(float3 a, float3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ float near_root(Ray r, float radius)
{
    float b = dot3(r.o, r.d);
    float c = dot3(r.o, r.o) - radius * radius;
    float disc = b * b - c;
    if (disc < 0.0f)
        return -1.0f;
    float root = -b - sqrtf(disc);
    return root;
}

__global__ void planet_ray(const float *origin, const float *dir, float *t, float radius, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Ray r;
    r.o = make_float3(origin[3 * i], origin[3 * i + 1], origin[3 * i + 2]);
    r.d = make_float3(dir[3 * i], dir[3 * i + 1], dir[3 * i + 2]);
    t[i] = near_root(r, radius);
}

// fpcheck: shade <<<1, 32>>> ox=[0.6,0.2,-0.5,0.1] oz=[-20000.0,-30000.0,-12000.0,-50000.0] nz=empty:4 n=4
// expect: error cancellation at line 15
// why: half_b^2 - a*c of a unit sphere tens of thousands away: both are about 4e8, whose ulp is 32, so the radius is gone and every hit is at the silhouette (nz = 0 or worse)
// figure: computed nz[0] = 0.0, MPFR -0.799999982
// Distance to, and normal on, a unit sphere at the origin, seen along +z.
struct Vec { float x, y, z; };

__device__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ bool hit_sphere(Vec o, Vec d, float radius, float *t)
{
    float a = dot(d, d);
    float half_b = dot(o, d);
    float c = dot(o, o) - radius * radius;
    float disc = half_b * half_b - a * c;
    *t = (-half_b - sqrtf(fmaxf(disc, 0.0f))) / a;
    return *t > 0.0f;
}

__global__ void shade(const float *ox, const float *oz, float *nz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec o = {ox[i], 0.0f, oz[i]};
    Vec d = {0.0f, 0.0f, 1.0f};
    float t;
    nz[i] = hit_sphere(o, d, 1.0f, &t) ? o.z + t * d.z : 0.0f;
}

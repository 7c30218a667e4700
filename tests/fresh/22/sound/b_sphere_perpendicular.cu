// fpcheck: shade <<<1, 32>>> ox=[0.6,0.2,-0.5,0.1] oz=[-20000.0,-30000.0,-12000.0,-50000.0] nz=empty:4 n=4 want=[-0.799999982118606,-0.9797958965049339,-0.8660254037844386,-0.9949874369568577] ref=nz=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the foot of the perpendicular is taken first, so that r^2 - |p|^2 has no large terms; the depth is reported relative to it, not from the eye
// figure: computed nz[0] = -0.800000011920929, MPFR -0.799999982: an ulp, tolerance 1e-5
// The normal on a unit sphere at the origin, by the foot of the perpendicular from its centre to the ray.
struct Vec { float x, y, z; };

__device__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ bool hit_sphere(Vec o, Vec d, float radius, Vec *normal)
{
    float along = dot(o, d) / dot(d, d);
    Vec foot = {o.x - along * d.x, o.y - along * d.y, o.z - along * d.z};
    float gap = radius * radius - dot(foot, foot);
    if (gap < 0.0f)
        return false;
    float back = sqrtf(gap / dot(d, d));
    *normal = {foot.x - back * d.x, foot.y - back * d.y, foot.z - back * d.z};
    return true;
}

__global__ void shade(const float *ox, const float *oz, float *nz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec o = {ox[i], 0.0f, oz[i]};
    Vec d = {0.0f, 0.0f, 1.0f};
    Vec normal = {0.0f, 0.0f, 0.0f};
    nz[i] = hit_sphere(o, d, 1.0f, &normal) ? normal.z : 0.0f;
}

// fpcheck: ray_sphere <<<1, 32>>> ox=[0.0,1.0,0.5,3.0] oy=[0.0,2.0,-0.25,0.0] oz=[-3000.0,-5000.0,-800.0,-4000.0] radius=[1.5,2.5,0.75,2.0] distance=empty:4 n=4 want=[2998.5,4998.88196601125,799.5,-1.0] ref=distance=want --tol rtol=1e-6,atol=0
// expect: ok
// why: a sphere of radius 2 seen from 5000 looks like b^2 - c of large squares; the discriminant is formed from the perpendicular offset instead, and a miss is -1 by intent
// figure: distance[0] computed 2998.5, MPFR 2998.5; error 0 of 0.003 allowed
// Rays along +z against spheres at the origin.
struct Vec {
    float x, y, z;
};

__device__ float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// r^2 - |o - (o.d) d|^2 instead of (o.d)^2 - (o.o - r^2)
__device__ float first_hit(Vec o, Vec d, float radius)
{
    float along = dot(o, d);
    Vec off = {o.x - along * d.x, o.y - along * d.y, o.z - along * d.z};
    float disc = radius * radius - dot(off, off);
    if (disc < 0.0f)
        return -1.0f;
    float q = -along + copysignf(sqrtf(disc), -along);
    float c = dot(off, off) + (along * along - radius * radius);
    return along < 0.0f ? c / q : q;
}

__global__ void ray_sphere(const float *ox, const float *oy, const float *oz, const float *radius, float *distance,
                           int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec o = {ox[i], oy[i], oz[i]};
    Vec d = {0.0f, 0.0f, 1.0f};
    distance[i] = first_hit(o, d, radius[i]);
}

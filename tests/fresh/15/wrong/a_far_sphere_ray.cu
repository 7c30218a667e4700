// fpcheck: hit_sphere <<<1, 32>>> dx=[0.001,0.0005,-0.0008,0.0002] dy=[0.0003,-0.001,0.0006,0.0011] distance=empty:4 depth=20000.0 radius=25.0 n=4
// expect: error cancellation at line 15
// why: the discriminant b^2 - c of a ray and a small sphere 20000 away is the difference of two numbers near 4e8, whose ulp is 32, for a value below 625
// figure: computed distance[0] = 19987.34 (discriminant 160), MPFR 19986.24137 (discriminant 189)

// Distance along unit rays from the camera to a sphere straight ahead at `depth`, or -1.
__global__ void hit_sphere(const float *dx, const float *dy, float *distance, float depth, float radius, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float dz = sqrtf(1.0f - dx[i] * dx[i] - dy[i] * dy[i]);
    float b = dz * depth;
    float c = depth * depth - radius * radius;
    float disc = b * b - c;
    distance[i] = disc < 0.0f ? -1.0f : b - sqrtf(disc);
}

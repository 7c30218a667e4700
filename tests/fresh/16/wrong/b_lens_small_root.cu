// fpcheck: hit_lens <<<1, 32>>> ox=[0,0.1,0.2,-0.3,0.4,0.05,-0.15,0.25] oz=[0.001,0.002,0.003,0.001,0.004,0.002,0.001,0.003] radius=5000 distance=empty:8 n=8
// expect: error cancellation at line 9
// why: the near root of t^2 - 2 b t + c = 0 with b = 5000 and c near 10 is taken as b - sqrt(b^2 - c): both are 5000 to within a thousandth
// figure: computed 0.001953125, MPFR 0.0020010001 (distance[1])
// Rays along +z that start just before a shallow lens: a sphere of radius R whose pole lies at the origin, centre (0, 0, R).
__device__ float near_root(float b, float c)
{
    float root = sqrtf(b * b - c);
    return b - root;
}

__global__ void hit_lens(const float *ox, const float *oz, float radius, float *distance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float z = oz[i];
    float b = radius + z;
    float c = ox[i] * ox[i] + z * z + 2.0f * radius * z;
    distance[i] = near_root(b, c);
}

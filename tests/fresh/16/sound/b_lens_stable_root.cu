// fpcheck: hit_lens <<<1, 32>>> ox=[0,0.1,0.2,-0.3,0.4,0.05,-0.15,0.25] oz=[0.001,0.002,0.003,0.001,0.004,0.002,0.001,0.003] radius=5000 distance=empty:8 n=8
// expect: ok
// why: the near root is c / (b + sqrt(b^2 - c)), and c = ox^2 + oz^2 + 2 R oz is a sum of positive terms
// figure: computed 0.0020010001, MPFR 0.0020010001 (distance[1]); relative 4e-09
__global__ void hit_lens(const float *ox, const float *oz, float radius, float *distance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float z = oz[i];
    float b = radius + z;
    float c = ox[i] * ox[i] + z * (z + 2.0f * radius);
    float inside = b * b - c;
    distance[i] = inside > 0.0f ? c / (b + sqrtf(inside)) : -1.0f;
}

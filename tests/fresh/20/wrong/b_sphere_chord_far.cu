// fpcheck: half_chord <<<1, 32>>> center=[0.0,0.0,4000.0,0.02,0.01,4037.0,0.04,0.02,4074.0,0.06,0.03,4111.0,0.08,0.04,4148.0,0.1,0.05,4185.0,0.12,0.06,4222.0,0.14,0.07,4259.0] dir=[2.5e-05,-1.25e-05,1.0,2.9725043e-05,-9.908348e-06,1.0,3.436426e-05,-7.3637702e-06,1.0,3.891997e-05,-4.8649963e-06,1.0,4.3394408e-05,-2.4108006e-06,1.0,4.7789727e-05,1.780306e-13,1.0,5.2108004e-05,2.3685454e-06,1.0,5.6351255e-05,4.695938e-06,1.0] radius=[0.5,0.4,0.6,0.5,0.7,0.5,0.45,0.5] chord=empty:8 n=8 want=[0.48733971789842734,0.3840572941014964,0.5894913307592777,0.48733971742520815,0.6910137352076692,0.48733971644153845,0.4358898833766383,0.4873397184882333] ref=chord=want --tol rtol=1e-3,atol=1e-4
// expect: error cancellation at line 28
// why: the discriminant b^2 - (c.c - r^2) for a sphere 4000 away subtracts numbers of 1.6e7; what is left is below their ulp, and fmaxf turns negatives into a miss
// figure: computed chord[0] = 0.0, MPFR 0.4873397
// Half the length of a ray's way through each sphere (fog volumes): rays start at the origin, directions are normalised.
struct V3 {
    float x, y, z;
};

__device__ V3 load(const float *p)
{
    return {p[0], p[1], p[2]};
}

__device__ float dot(V3 a, V3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__global__ void half_chord(const float *center, const float *dir, const float *radius, float *chord, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    V3 c = load(center + 3 * i), d = load(dir + 3 * i);
    float b = dot(c, d);
    float q = dot(c, c) - radius[i] * radius[i];
    float disc = b * b - q;
    chord[i] = sqrtf(fmaxf(disc, 0.0f));
}

// fpcheck: total_mass <<<1, 32>>> m=const(0.75):1024 total=empty:1 start=16777216 n=1024
// expect: error broken compensation at line 13
// why: the correction is t - (s + y), which is the same sum twice and always 0; every addition of 0.75 to 2^24 is absorbed
// figure: computed total = 16777216.0, MPFR 16777984
// Particle methods: mass of a cell that gains many light particles, compensated.
struct Kahan
{
    float s, c;
    __device__ void add(float v)
    {
        float y = v - c;
        float t = s + y;
        c = t - (s + y);
        s = t;
    }
};

__global__ void total_mass(const float *m, float *total, float start, int n)
{
    if (threadIdx.x != 0)
        return;
    Kahan k = {start, 0.0f};
    for (int i = 0; i < n; ++i)
        k.add(m[i]);
    *total = k.s;
}

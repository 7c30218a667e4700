// fpcheck: energy <<<1, 32>>> start=[16777216.0,33554432.0] dose=const(1):500 total=empty:2 n=500 cells=2
// expect: error absorption at line 10
// why: the compensation c = (t - s) - y is added to the next term instead of subtracted: what was lost is lost a second time, and no dose ever arrives
// figure: computed total[0] = 16777216, MPFR 16777716
// Dose accumulated in a voxel over the fractions of a plan, with Kahan's compensation.
struct Kahan {
    float s, c;
    __device__ void add(float x)
    {
        float y = x + c;
        float t = s + y;
        c = (t - s) - y;
        s = t;
    }
};

__global__ void energy(const float *start, const float *dose, float *total, int n, int cells)
{
    int i = threadIdx.x;
    if (i >= cells)
        return;
    Kahan sum = {start[i], 0.0f};
    for (int k = 0; k < n; k++)
        sum.add(dose[k]);
    total[i] = sum.s;
}

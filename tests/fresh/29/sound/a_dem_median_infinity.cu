// fpcheck: median5 <<<1, 32>>> height=@a_dem_height.npy out=empty:12 n=12 want=[312.5,312.5,312.5,314.25,309.75,318.0,318.0,321.5,321.5,325.5,325.5,325.5] ref=out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: NaNs would break the min/max network, so they are infinities before it; the median is taken among the valid ones only
// figure: computed out[1] = 312.5, right 312.5 (exact)
// Running median of five heights of a profile; cells without data are NaN.
__device__ __forceinline__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    b = fmaxf(a, b);
    a = low;
}

__global__ void median5(const float *height, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    int valid = 0;
    for (int k = 0; k < 5; k++) {
        int j = min(max(i + k - 2, 0), n - 1);
        float h = height[j];
        bool known = !isnan(h);
        v[k] = known ? h : __int_as_float(0x7f800000);
        valid += known;
    }
    exchange(v[0], v[1]);
    exchange(v[3], v[4]);
    exchange(v[2], v[4]);
    exchange(v[2], v[3]);
    exchange(v[1], v[4]);
    exchange(v[0], v[3]);
    exchange(v[0], v[2]);
    exchange(v[1], v[3]);
    exchange(v[1], v[2]);
    float median = v[0];
    for (int k = 1; k < 5; k++)
        if (k == (valid - 1) / 2)
            median = v[k];
    out[i] = valid ? median : -9999.0f;
}

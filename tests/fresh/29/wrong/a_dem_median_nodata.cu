// fpcheck: median3 <<<1, 32>>> height=@a_dem_height.npy out=empty:12 n=12 want=[312.5,312.5,312.5,314.25,309.75,318.0,318.0,321.5,321.5,325.5,325.5,325.5] ref=out=want --tol rtol=1e-6,atol=0
// expect: error nan at line 8
// why: fminf and fmaxf both drop a NaN and keep the other operand, so the exchange loses a height and doubles another
// figure: computed out[1] = 309.75, right 312.5
// Running median of five heights of a profile; cells without data are NaN and should sort to the end.
__device__ __forceinline__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    float high = fmaxf(a, b);
    a = low;
    b = high;
}

__device__ void sort5(float v[5])
{
    exchange(v[0], v[1]);
    exchange(v[3], v[4]);
    exchange(v[2], v[4]);
    exchange(v[2], v[3]);
    exchange(v[1], v[4]);
    exchange(v[0], v[3]);
    exchange(v[0], v[2]);
    exchange(v[1], v[3]);
    exchange(v[1], v[2]);
}

__global__ void median3(const float *height, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    int valid = 0;
    for (int k = 0; k < 5; k++) {
        int j = min(max(i + k - 2, 0), n - 1);
        v[k] = height[j];
        valid += v[k] == v[k];
    }
    sort5(v);
    out[i] = valid ? v[(valid - 1) / 2] : -9999.0f;
}

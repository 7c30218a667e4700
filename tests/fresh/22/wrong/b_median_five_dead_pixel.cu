// fpcheck: temporal_median <<<1, 32>>> raw=[0,8,5,0, 80,8,10,30, 8,9,10,20, 16,7,10,10, 24,6,30,0] flat=[0,1,1,1, 8,1,1,1, 8,1,1,1, 8,1,1,1, 8,1,1,1] out=empty:4 n=4 want=[2,8,10,10] ref=out=want --tol rtol=1e-6,atol=0
// expect: error nan at line 8
// why: a dead pixel is 0/0 = NaN; fminf and fmaxf both drop it, so the sort has its neighbour (10) twice and the median of 1, 2, 3, 10 comes out as 3, not the lower median 2
// figure: computed out[0] = 3, right 2
// Lower median over five flat-fielded frames, those without a value (0/0) left out.
__device__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    b = fmaxf(a, b);
    a = low;
}

__global__ void temporal_median(const float *raw, const float *flat, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    for (int k = 0; k < 5; k++)
        v[k] = raw[k * n + i] / flat[k * n + i];
    exchange(v[0], v[1]);
    exchange(v[3], v[4]);
    exchange(v[2], v[4]);
    exchange(v[2], v[3]);
    exchange(v[0], v[3]);
    exchange(v[0], v[2]);
    exchange(v[1], v[4]);
    exchange(v[1], v[3]);
    exchange(v[1], v[2]);
    int valid = 0;
    for (int k = 0; k < 5; k++)
        valid += v[k] == v[k];
    out[i] = v[(valid - 1) / 2];
}

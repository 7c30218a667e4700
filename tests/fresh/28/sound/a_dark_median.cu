// fpcheck: combine <<<1, 32>>> frame=[10,12,9,0,11,20,21,19,0,22,5,0,6,7,5.5,1,2,3,4,5,0,0,8,9,10] flat=[1,1,1,0,1,2,2,2,0,2,1,0,1,1,1,1,1,1,1,1,0,0,1,1,1] median=empty:5 n=5 --ref median=@a_dark_median_want.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: dead pixels are 0/0, and fminf would drop them; they are made infinite before the network sees them, which orders them last
// figure: median computed [11.0, 10.5, 6.0, 3.0, 10.0], exact [11.0, 10.5, 6.0, 3.0, 10.0]
// Median of five flat-fielded exposures; a dead pixel counts as brighter than all others.
__device__ float flat_fielded(float frame, float flat)
{
    float v = frame / flat;
    return isnan(v) ? INFINITY : v;
}

__device__ void sort2(float &a, float &b)
{
    float lo = fminf(a, b);
    float hi = fmaxf(a, b);
    a = lo;
    b = hi;
}

__global__ void combine(const float *frame, const float *flat, float *median, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    for (int k = 0; k < 5; k++)
        v[k] = flat_fielded(frame[5 * i + k], flat[5 * i + k]);
    sort2(v[0], v[1]);
    sort2(v[3], v[4]);
    sort2(v[2], v[4]);
    sort2(v[2], v[3]);
    sort2(v[0], v[3]);
    sort2(v[0], v[2]);
    sort2(v[1], v[4]);
    sort2(v[1], v[3]);
    sort2(v[1], v[2]);
    median[i] = v[2];
}

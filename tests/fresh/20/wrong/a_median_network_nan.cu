// fpcheck: median_of_five<<<1, 32>>> sample=[1,-9999,5,8,3,2,9,4,-9999,7.5,6.5,1.5,3.25,8.5,2.5,-9999,4,-9999,2,11] median=empty:4 n=4 want=[3,4,3.25,4] ref=median=want --tol bitwise
// expect: error mismatch at line 8
// why: a missing sample becomes NaN, and a compare-exchange of fminf and fmaxf writes the other number to both places: a value is counted twice and the median moves
// figure: computed median[0]=1.0, MPFR 3.0
// Lower median of five samples of a tide gauge, where -9999 stands for a missing one.
__device__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    float high = fmaxf(a, b);
    a = low;
    b = high;
}

__global__ void median_of_five(const float *sample, float *median, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    int valid = 0;
#pragma unroll
    for (int k = 0; k < 5; k++) {
        float s = sample[5 * i + k];
        bool there = s > -9000.0f;
        valid += there;
        v[k] = there ? s : __int_as_float(0x7fc00000);
    }
    exchange(v[0], v[1]);
    exchange(v[3], v[4]);
    exchange(v[2], v[4]);
    exchange(v[2], v[3]);
    exchange(v[0], v[3]);
    exchange(v[0], v[2]);
    exchange(v[1], v[4]);
    exchange(v[1], v[3]);
    exchange(v[1], v[2]);
    int want = (valid - 1) / 2;
    float m = v[0];
#pragma unroll
    for (int k = 1; k < 5; k++)
        m = k == want ? v[k] : m;
    median[i] = m;
}

// fpcheck: median5 <<<1, 32>>> x=[5,nan,1,9,7,2,4,6,8,10,3,8,nan,1,6] m=empty:3 n=3 want=[7.0,6.0,6.0] ref=m=want --tol bitwise
// expect: error nan at line 9
// why: fminf and fmaxf both drop the NaN of a missing value and give its neighbour twice, so the sorted five hold a duplicate that is then picked
// figure: computed 5 at m[0], MPFR 7
// Upper median of the valid values among five neighbours; missing values are NaN and should sort last.
__device__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    float high = fmaxf(a, b);
    a = low;
    b = high;
}

__global__ void median5(const float *x, float *m, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    int valid = 0;
    for (int k = 0; k < 5; k++) {
        v[k] = x[5 * i + k];
        valid += v[k] == v[k];
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
    m[i] = v[valid / 2];
}

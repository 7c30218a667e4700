// fpcheck: bitonic<<<1, 16>>> x=[3,-1,1,7,-1,2,9,4,8,6,5,-1,12,11,10,0] y=empty:16 want=[0,1,2,3,4,5,6,7,8,9,10,11,12,-1,-1,-1] --ref 'y=want' --tol bitwise
// expect: error NaN in comparison at line 17
// why: a comparison with NaN is false, so the network never exchanges across one: what stands behind it is not sorted
// figure: computed y[0] = 1, MPFR 0
__global__ void bitonic(const float *x, float *y)
{
    __shared__ float s[16];
    int t = threadIdx.x;
    s[t] = x[t] < 0.0f ? NAN : x[t]; // a reading below zero is a missing one
    __syncthreads();
    for (int k = 2; k <= 16; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int p = t ^ j;
            if (p > t) {
                bool up = (t & k) == 0;
                float a = s[t], b = s[p];
                if (up ? a > b : b > a) {
                    s[t] = b;
                    s[p] = a;
                }
            }
            __syncthreads();
        }
    y[t] = isnan(s[t]) ? -1.0f : s[t];
}

// fpcheck: medians <<<1, 32>>> w=[4,1,nan,9,3,7,2,8] s=empty:8 --ref s=@a_network_of_nine.npy
// expect: error nan at line 17
// why: fminf and fmaxf both drop a NaN, so an exchange with the NaN doubles the other element: a sample is in the sorted window twice and the NaN is gone
// figure: sorted: computed [1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0, 9.0], MPFR 1 2 3 4 7 8 9 nan
// Sorts a window of eight samples by an odd-even transposition network; missing samples are NaN and belong at the end.
__global__ void medians(const float *w, float *s)
{
    __shared__ float v[8];
    int t = threadIdx.x;
    if (t < 8)
        v[t] = w[t];
    __syncwarp();
    for (int step = 0; step < 8; step++) {
        int i = 2 * t + (step & 1);
        if (i + 1 < 8) {
            float a = v[i], b = v[i + 1];
            v[i] = fminf(a, b);
            v[i + 1] = fmaxf(a, b);
        }
        __syncwarp();
    }
    if (t < 8)
        s[t] = v[t];
}

// fpcheck: patch_variance <<<1, 32>>> pixel=[149,571,4073,183,43,593,594,3872,3890,3417,557,155,4082,3512,3531,3860,66,3547,345,3975,4070,554,3864,140,251,4052,337,5,3461,3863,75,435,3585,51,115,65,312,359,65,3485,3427,113,327,3758,514,589,376,494,581,229,4066,74,3910,0,528,3906,543,323,3350,274,384,3744,230,3928] variance=empty:1 n=64 want=[2914556.0290527344] ref=variance=want --tol rtol=1e-5,atol=0
// expect: error mismatch at line 20
// why: n * sum of squares reaches 5e10 for 12-bit pixels, and the difference 1e10: neither fits in an int; the formula is exact, its type is not.
// figure: computed -231171.971, MPFR 2914556.03
// Variance of a patch of a 12-bit X-ray image in exact integers: no rounding until the very end.
__global__ void patch_variance(const unsigned short *pixel, float *variance, int n)
{
    int sum = 0;
    int squares = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        int p = pixel[i];
        sum += p;
        squares += p * p;
    }
    for (int o = 16; o > 0; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    if (threadIdx.x == 0) {
        int spread = n * squares - sum * sum;
        variance[0] = (float)spread / ((float)n * (float)n);
    }
}

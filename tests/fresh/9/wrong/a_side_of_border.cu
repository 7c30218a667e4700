// fpcheck: side_of_border<<<1, 32>>> x=[12345600,12345650,12345670,12345690,12345701,12346000,12345000,12344000] y=[12345601,12345651,12345671,12345691,12345702,12346001,12345001,12344001] side=empty:8 bx=12345677 by=12345678 n=8 want=[1,1,1,-1,-1,-1,1,1] ref=side=want --tol bitwise
// expect: error flipped decision of a geometry predicate (cancellation) at line 9
// why: products near 1.5e14 are rounded to 2^24 or so before they are subtracted: the sign of the determinant is that of the rounding
// figure: computed 0.0, MPFR 77.0 (determinant of point 0, side 0 instead of 1)
// Spatial join: on which side of the border line from the origin to (bx, by) is each point?
// Not fused, so that the host's index agrees.
__device__ float determinant(float ax, float ay, float bx, float by)
{
    return __fsub_rn(__fmul_rn(ax, by), __fmul_rn(ay, bx));
}

__global__ void side_of_border(const float *x, const float *y, int *side, float bx, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = determinant(bx, by, x[i], y[i]);
    side[i] = (d > 0.0f) - (d < 0.0f);
}

// fpcheck: ephemeris <<<1, 6>>> x=[-1,-0.63,0,0.4,0.99,1] c=[0.699999988,-0.400000006,0.25,-0.100000001,0.0500000007,-0.0199999996,0.00800000038] y=empty:6 terms=7 n=6 want=[1.5279999962076545,0.76512804544265378,0.49199998844414949,0.44922136358329434,0.48521602304381961,0.48799998220056295] --ref 'y=want' --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: the recurrence subtracts like numbers, also at the ends of the interval, but Clenshaw is stable for a fast falling series
// figure: y[1] computed 0.76512802, MPFR 0.7651280454
// Position from a Chebyshev series, x in [-1, 1], by Clenshaw's recurrence.
__global__ void ephemeris(const float *x, const float *c, float *y, int terms, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = x[i];
    float b1 = 0.0f, b2 = 0.0f;
    for (int k = terms - 1; k > 0; k--) {
        float b0 = fmaf(2.0f * t, b1, c[k] - b2);
        b2 = b1;
        b1 = b0;
    }
    y[i] = fmaf(t, b1, c[0] - b2);
}

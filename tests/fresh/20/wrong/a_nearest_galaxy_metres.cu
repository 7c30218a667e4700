// fpcheck: nearest<<<1, 32>>> x=[3.1e+22,-2e+23,5.5e+22,1.2e+24,1.54e+22,-4e+22,6e+23,2.5e+22] y=[1e+23,4e+22,-3.5e+22,2e+23,3e+22,-6.1e+22,-1e+23,4.5e+22] qx=[2e+22,-1.8e+23,5e+22,1e+24] qy=[5e+22,3e+22,-3e+22,1e+23] index=empty:4 galaxies=8 n=4 want=[7,1,2,3] ref=index=want --tol bitwise
// expect: error overflow at line 10
// why: squares of distances of 1e22 metres overflow binary32: every squared distance is infinite, none is less than the infinite start, and index 0 is the answer for all
// figure: computed index[0]=0, MPFR 7
// The nearest galaxy of each observer in a plane; positions are in metres.
#define METRES_PER_MPC 3.0856776e22f

__device__ float square_of(float d)
{
    return d * d;
}

__global__ void nearest(const float *x, const float *y, const float *qx, const float *qy, int *index, int galaxies, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best = __int_as_float(0x7f800000);
    int which = 0;
    for (int g = 0; g < galaxies; g++) {
        float d2 = square_of(x[g] - qx[i]) + square_of(y[g] - qy[i]);
        if (d2 < best) {
            best = d2;
            which = g;
        }
    }
    index[i] = which;
}

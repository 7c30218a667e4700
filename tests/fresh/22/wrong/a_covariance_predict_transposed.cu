// fpcheck: predict <<<1, (4, 4)>>> F=[1.0,0.0,0.5,0.0,0.0,1.0,0.0,0.5,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0] P=[4.0,1.0,0.5,0.0,1.0,3.0,0.0,0.25,0.5,0.0,2.0,0.125,0.0,0.25,0.125,1.0] Q=[0.0625,0.0,0.0,0.0,0.0,0.0625,0.0,0.0,0.0,0.0,0.125,0.0,0.0,0.0,0.0,0.125] out=empty:16 want=[5.0625,1.03125,1.5,0.0625,1.03125,3.5625,0.0625,0.75,1.5,0.0625,2.125,0.125,0.0625,0.75,0.125,1.125] ref=out=want --tol rtol=1e-5,atol=1e-6
// expect: error order at line 19
// why: the second factor should be F transposed, element (l, c) of it is F[c][l]; F[l][c] is read, so F P F is computed
// figure: computed 4.3125 at out[0], MPFR 5.0625
// Covariance prediction of a Kalman filter for a track with position and velocity in two dimensions: F P F^T + Q.
#define DIM 4

__global__ void predict(const float *F, const float *P, const float *Q, float *out)
{
    __shared__ float FP[DIM][DIM];
    int c = threadIdx.x, r = threadIdx.y;
    float v = 0.0f;
    for (int k = 0; k < DIM; k++)
        v += F[r * DIM + k] * P[k * DIM + c];
    FP[r][c] = v;
    __syncthreads();
    v = Q[r * DIM + c];
    for (int l = 0; l < DIM; l++)
        v += FP[r][l] * F[l * DIM + c];
    out[r * DIM + c] = v;
}

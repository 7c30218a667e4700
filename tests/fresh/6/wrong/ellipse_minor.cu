// fpcheck: ellipse_minor <<<1, 32>>> n=8 a=[1.1, 1.3, 0.7, 2.9, 3.3, 0.1, 1.7, 5.3] c=[1.1, 1.3, 0.7, 2.9, 3.3, 0.1, 1.7, 5.3] b=empty:8 want=[0, 0, 0, 0, 0, 0, 0, 0] ref=b=want --tol rtol=0,atol=1e-12
// expect: error contraction at line 9: fused, a*a - c*c of equal numbers is the rounding error of one square, its root NaN or 1e-4
// Semi-minor axis of fitted blobs from the semi-major axis a and the focal distance c.
__global__ void ellipse_minor(const float* a, const float* c, float* b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ai = a[i], ci = c[i];
    b[i] = sqrtf(ai * ai - ci * ci);
}

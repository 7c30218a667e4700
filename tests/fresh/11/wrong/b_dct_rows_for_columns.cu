// fpcheck: dct8 <<<1, 8>>> x=[52,55,61,66,70,61,64,73] y=empty:8 want=[177.483802078,-14.4300393436,-5.65536257736,-6.74138401406,7.07106781187,-3.0828929095,-0.718939579241,2.41318822823] ref=y=want --tol rtol=1e-4,atol=1e-4
// expect: error mismatch at line 18
// why: the basis matrix is stored by frequency, but read as if by sample: this is the inverse transform
// figure: computed y[0] = 162.0335, MPFR 177.4838
// DCT-II of a row of a block, orthonormal.
__global__ void dct8(const float *x, float *y)
{
    __shared__ float basis[64];
    __shared__ float row[8];
    int k = threadIdx.x;
    float scale = k == 0 ? 0.35355339f : 0.5f;
    for (int n = 0; n < 8; n++)
        basis[k * 8 + n] = scale * cospif((float)((2 * n + 1) * k) / 16.0f);
    row[k] = x[k];
    __syncthreads();
    float sum = 0.0f;
    for (int n = 0; n < 8; n++)
        sum += basis[n * 8 + k] * row[n];
    y[k] = sum;
}

// fpcheck: project <<<1, 32>>> ground=[[451000.25, 5210000.5, 312.5], [451040.5, 5210033.0, 298.75], [450950.75, 5209977.5, 305.125]] cam=[451010.0, 5210010.0, 1312.0] rot=[0.36, 0.48, -0.8, -0.8, 0.6, 0.0, 0.48, 0.64, 0.6] uv=empty:3x2 focal=9000.0 n=3
// expect: ok
// why: the camera is subtracted from the point before anything is rotated, exactly or nearly so; the large coordinates never meet a product
// figure: computed uv[0] = (11669.511719, 30.960258), MPFR (11669.511240, 30.960257): 4e-8 relative, tolerance 2e-6
// Collinearity equations: ground points in UTM metres to pixels of a tilted camera.
__device__ float row_dot(const float *r, float x, float y, float z)
{
    return r[0] * x + r[1] * y + r[2] * z;
}

__global__ void project(const float *ground, const float *cam, const float *rot, float *uv, float focal, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = ground[3 * i];
    float y = ground[3 * i + 1];
    float z = ground[3 * i + 2];
    float c[3];
    for (int r = 0; r < 3; r++) {
        c[r] = row_dot(rot + 3 * r, x - cam[0], y - cam[1], z - cam[2]);
    }
    uv[2 * i] = -focal * c[0] / c[2];
    uv[2 * i + 1] = -focal * c[1] / c[2];
}

// fpcheck: ranging_root <<<1, 32>>> b=[-4000.5,-12345.0,-3.0] c=[0.25,0.5,2.0] near=empty:3 n=3
// expect: error cancellation at line 16
// why: the smaller root of t^2 + b t + c as (-b - sqrt(b^2 - 4c)) / 2, where 4c is a hundred-millionth of b^2
// figure: computed near[0] = 0.000122070312, MPFR 6.24921895e-5
// First of two returns of a ray from a sphere: the smaller root of t^2 + b t + c.
__global__ void ranging_root(const float *b, const float *c, float *near, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float discriminant = b[i] * b[i] - 4.0f * c[i];
    if (discriminant < 0.0f) {
        near[i] = -1.0f;
        return;
    }
    near[i] = 0.5f * (-b[i] - sqrtf(discriminant));
}

// fpcheck: normals <<<1, 32>>> a=[2882400001,305419896,77,4023233417,1122334455,99] b=[1431655765,286331153,715827882,3221225472,858993459,536870912] z=empty:6 n=6 want=[-0.4465537166149765,2.1005633318173484,2.943526329196776,-6.19326189867235e-62,0.5062663840364863,4.162773055788489] ref=z=want --tol rtol=1e-4,atol=1e-6
// expect: error overflow at line 20
// why: a word below 256 gives u = 0, log(0) = -inf, and the radius is infinite; the clamp that guards the table behind it turns that into a plausible 8 or -8
// figure: computed 8, MPFR 2.94352633 (z[2], the centre of its cell)
// Normal variates by Box and Muller of pairs of random words, clamped to the range of the table that reads them.
__device__ float uniform24(unsigned int w)
{
    return (w >> 8) * 5.9604644775390625e-08f; // 2^-24
}

__device__ float clamp8(float z)
{
    return fminf(fmaxf(z, -8.0f), 8.0f);
}

__global__ void normals(const unsigned int *a, const unsigned int *b, float *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float radius = sqrtf(-2.0f * logf(uniform24(a[i])));
        z[i] = clamp8(radius * cospif(2.0f * uniform24(b[i])));
    }
}

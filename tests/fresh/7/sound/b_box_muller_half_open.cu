// fpcheck: normals <<<1, 32>>> a=[2882400001,305419896,77,4023233417,1122334455,99] b=[1431655765,286331153,715827882,3221225472,858993459,536870912] z=empty:12 n=6 want=[-0.446553691753792,0.7734539054083953,2.1005631653085777,0.9352309136567246,2.8840550203918895,4.995326946880425,-6.1932603912835825e-62,-0.3615466760399016,0.5062663625248452,1.5581272522643599,4.078667960675236,4.078667960675236] ref=z=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: words below 256 are among the inputs and log is taken of the uniform number: one is added to its 24 bits, so it lies in (0, 1] and the radius stays finite; sincospif keeps zeros exact
// figure: computed 2.88405502 to 3e-7 relative (z[4], of the word 77), tolerance 1e-5
// Pairs of normal variates by Box and Muller.
__device__ float half_open(unsigned int w)
{
    return ((w >> 8) + 1u) * 5.9604644775390625e-08f; // (0, 1]
}

__global__ void normals(const unsigned int *a, const unsigned int *b, float *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float radius = sqrtf(-2.0f * logf(half_open(a[i])));
    float s, c;
    sincospif((b[i] >> 8) * 1.1920928955078125e-07f, &s, &c);
    z[2 * i] = radius * c;
    z[2 * i + 1] = radius * s;
}

// fpcheck: bin_atoms <<<1, 64>>> x=[-0.75,-0.25,0.25,0.75,1.5,2.75,3.9,-0.9,4.3] counts=inout:zeros:7 n=9 lo=0.0 inv=1.0 bins=7 want=[0,3,2,1,1,1,1] ref=counts=want --tol bitwise
// expect: error conversion truncates toward zero at line 14
// why: ghost atoms left of the box have a negative coordinate; the conversion truncates toward zero, so that they land in the first bin of the box and not in the ghost bin; floor is meant
// figure: computed counts = 0,0,5,1,1,1,1, MPFR 0,3,2,1,1,1,1
// Cells of a domain with one and two ghost cells on its left: cell -2 has number 0.
__global__ void bin_atoms(const float *x, int *counts, int n, float lo, float inv, int bins)
{
    __shared__ int local[32];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    int i = threadIdx.x;
    if (i < n) {
        int cell = (int)((x[i] - lo) * inv) + 2;
        cell = max(0, min(bins - 1, cell));
        atomicAdd(&local[cell], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        atomicAdd(&counts[b], local[b]);
}

// fpcheck: fir <<<4, 64>>> x=@b_fir_x.npy taps=@b_fir_h.npy y=empty:256 n=256 order=16 --ref y=@b_fir_ref.npy --tol rtol=1e-4,atol=1e-5
// expect: error uninitialised at line 16
// why: the samples before the signal's start should be zeros in the halo, but the guard only skips the load, and block 0 filters whatever the shared memory holds; forum reports of garbage in the first taps of tiled FIR filters
// figure: y[0] would be 16 taps times undefined words plus 0.06208892; the FIR of zeros before the start is exactly that last term, 0.06208892
#include <cuda_runtime.h>

#define TILE 64
#define MAX_ORDER 32

__global__ void fir(const float *x, const float *taps, float *y, int n, int order)
{
    __shared__ float s[TILE + MAX_ORDER];
    int first = blockIdx.x * TILE;
    for (int i = threadIdx.x; i < TILE + order; i += TILE) {
        int source = first + i - order;
        if (source >= 0 && source < n)
            s[i] = x[source];
    }
    __syncthreads();
    float acc = 0.0f;
    for (int k = 0; k <= order; k++)
        acc += taps[k] * s[threadIdx.x + order - k];
    if (first + (int)threadIdx.x < n)
        y[first + threadIdx.x] = acc;
}

// fpcheck: nearest_rows <<<1, 128>>> in=arange:35:f32 out=empty:115 n_in=35 n_out=115 want=[0.0,0.0,0.0,0.0,1.0,1.0,1.0,2.0,2.0,2.0,3.0,3.0,3.0,3.0,4.0,4.0,4.0,5.0,5.0,5.0,6.0,6.0,6.0,7.0,7.0,7.0,7.0,8.0,8.0,8.0,9.0,9.0,9.0,10.0,10.0,10.0,10.0,11.0,11.0,11.0,12.0,12.0,12.0,13.0,13.0,13.0,14.0,14.0,14.0,14.0,15.0,15.0,15.0,16.0,16.0,16.0,17.0,17.0,17.0,17.0,18.0,18.0,18.0,19.0,19.0,19.0,20.0,20.0,20.0,21.0,21.0,21.0,21.0,22.0,22.0,22.0,23.0,23.0,23.0,24.0,24.0,24.0,24.0,25.0,25.0,25.0,26.0,26.0,26.0,27.0,27.0,27.0,28.0,28.0,28.0,28.0,29.0,29.0,29.0,30.0,30.0,30.0,31.0,31.0,31.0,31.0,32.0,32.0,32.0,33.0,33.0,33.0,34.0,34.0,34.0] ref=out=want --tol rtol=1e-6,atol=0
// expect: error index computed in floating point at line 9
// why: the scale is a rounded quotient, so that i times it falls below a whole number where the exact product meets it, and floor takes the sample before
// figure: out[23]: computed 6, MPFR 7 (index times scale 6.99999952); 3 of 115 elements
#include <cuda_runtime.h>

__device__ int source_index(float scale, int i, int n_in)
{
    int s = (int)floorf((float)i * scale);
    return s < n_in - 1 ? s : n_in - 1;
}

// Resamples a column to n_out rows by its nearest sample from below.
__global__ void nearest_rows(const float *in, float *out, int n_in, int n_out)
{
    const float scale = (float)n_in / (float)n_out;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n_out; i += gridDim.x * blockDim.x)
        out[i] = in[source_index(scale, i, n_in)];
}

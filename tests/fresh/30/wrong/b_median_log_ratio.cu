// fpcheck: median_log_ratio <<<1, 32>>> signal=[-0.02,5.0,3.0,8.0,1.5,2.0,2.5,0.5,4.0,1.0] reference=[1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0] out=empty:2 n=2 want=[1.5849625,1.0] ref=out=want --tol rtol=1e-5,atol=1e-6
// expect: error NaN in a sorting network at line 10
// why: a background-corrected signal below zero gives log = NaN, no comparison with it holds, it stays where it is and walls the others off: the element taken is not the lower median of the valid four
// figure: out[0]: computed 0.5849625, MPFR 1.5849625
#include <cuda_runtime.h>

// Afterwards a <= b.
__device__ void order(float &a, float &b)
{
    if (a > b) {
        float c = a;
        a = b;
        b = c;
    }
}

__device__ void sort5(float v[5])
{
    order(v[0], v[1]);
    order(v[3], v[4]);
    order(v[2], v[4]);
    order(v[2], v[3]);
    order(v[1], v[4]);
    order(v[0], v[3]);
    order(v[0], v[2]);
    order(v[1], v[3]);
    order(v[1], v[2]);
}

// Lower median of the log ratios of five probes (microarray); invalid ones are not counted.
__global__ void median_log_ratio(const float *signal, const float *reference, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    int valid = 0;
    for (int k = 0; k < 5; k++) {
        v[k] = log2f(signal[5 * i + k] / reference[5 * i + k]);
        valid += isnan(v[k]) ? 0 : 1;
    }
    sort5(v);
    float m = v[0];
    if (valid == 5)
        m = v[2];
    else if (valid >= 3)
        m = v[1];
    out[i] = m;
}

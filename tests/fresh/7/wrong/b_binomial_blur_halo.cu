// fpcheck: blur <<<3, 32>>> in=[20,210,230,237,177,249,109,252,69,115,109,243,72,229,18,69,31,194,143,148,96,21,175,4,225,116,81,131,117,95,122,114,204,57,135,164,227,198,147,237,173,45,109,78,231,148,230,135,54,227,252,183,31,49,98,182,127,101,136,22,122,103,51,191,10,60,94,60,231,187,212,224,79,181,23,121,81,36,44,34,112,145,152,76,21,150,254,202,48,70,128,121,226,135,84,198] out=empty:96 n=96 want=[80.625,157.3125,210.3125,219.3125,209.0625,195.4375,181.5,161.75,131.25,118.5625,139.1875,157.875,152.9375,127.875,87.6875,64.5625,87.4375,129.8125,147.0625,128.6875,98.125,85.125,91.9375,110.0625,130.375,128.4375,113.5,111.8125,113.0625,110.6875,118.0625,133.75,135.3125,123.5,132.8125,167.9375,193.25,192.8125,188.875,184.0625,151.375,107.0625,96.875,126.3125,164.3125,184.0625,174.8125,145.0625,140.875,181.5,202.3125,156.625,91.5,73.4375,104.375,133.875,133.0,116.375,97.3125,85.5,88.6875,95.1875,100.875,97.0625,75.5625,64.1875,80.3125,119.1875,167.5,198.625,201.625,179.75,145.5625,114.9375,94.125,84.9375,73.8125,54.4375,46.0625,63.0625,99.0,127.25,120.5625,90.1875,89.75,142.375,187.5625,165.0,109.875,90.4375,112.875,146.6875,162.0,148.0625,141.25,165.5625] ref=out=want --tol rtol=1e-5,atol=1e-5
// expect: error mismatch at line 23
// why: the right halo is filled from one pixel too far (base + BLOCK + t + 1), so the last two pixels of each tile see the wrong neighbours
// figure: computed 108.875, MPFR 118.0625 (out[30])
// Binomial blur (1 4 6 4 1)/16 of a scan line: tiles of 32 pixels with a halo of two on each side, edges repeated.
#define BLOCK 32
#define HALO 2

__device__ float pixel(const unsigned char *in, int i, int n)
{
    return (float)in[min(max(i, 0), n - 1)];
}

__global__ void blur(const unsigned char *in, float *out, int n)
{
    __shared__ float tile[BLOCK + 2 * HALO];
    int t = threadIdx.x;
    int base = blockIdx.x * BLOCK;

    tile[t + HALO] = pixel(in, base + t, n);
    if (t < HALO) {
        tile[t] = pixel(in, base + t - HALO, n);
        tile[t + HALO + BLOCK] = pixel(in, base + BLOCK + t + 1, n);
    }
    __syncthreads();

    if (base + t < n) {
        const float *c = tile + t + HALO;
        out[base + t] = (c[-2] + 4.0f * c[-1] + 6.0f * c[0] + 4.0f * c[1] + c[2]) * 0.0625f;
    }
}

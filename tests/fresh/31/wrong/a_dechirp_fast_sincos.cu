// fpcheck: dechirp <<<2, 64>>> re=uniform(0.5,1):128 im=uniform(-1,-0.5):128 out_re=empty:128 out_im=empty:128 power=empty:2 rate=15625.25 n=128
// expect: error fast-math approximation beyond its range at line 9
// why: __sincosf is for arguments within a few periods; the phase here reaches 2 million radians, where it is off by tenths
// figure: out_re[101] (re=0.75, im=-0.75; the unit reduces by a float 1/2pi) computed about -1.04027988, MPFR -1.03020875
// Multiplies a radar echo by the conjugate of the reference phase rate * i (radians), and adds the power a block.
__device__ __forceinline__ float2 rotate_back(float re, float im, float phase)
{
    float s, c;
    __sincosf(phase, &s, &c);
    return make_float2(re * c + im * s, im * c - re * s);
}

__global__ void dechirp(const float *re, const float *im, float *out_re, float *out_im, float *power, float rate, int n)
{
    __shared__ float part[2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p = 0.0f;
    if (i < n) {
        float2 z = rotate_back(re[i], im[i], rate * (float)i);
        out_re[i] = z.x;
        out_im[i] = z.y;
        p = z.x * z.x + z.y * z.y;
    }
    for (int off = 16; off > 0; off >>= 1)
        p += __shfl_down_sync(0xffffffffu, p, off);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = p;
    __syncthreads();
    if (threadIdx.x == 0)
        power[blockIdx.x] = part[0] + part[1];
}

// fpcheck: gemv <<<4, 32>>> codes=[224,255,96,109,31,43,142,228,94,147,119,33,74,21,195,81,39,203,186,233,179,152,133,155,184,93,76,146,213,187,61,216,149,187,97,26,53,68,112,155,235,42,89,1,234,13,248,225,122,101,144,6,0,17,8,143,231,219,49,224,35,185,172,142,99,230,239,174,202,172,163,221,169,185,89,248,99,76,39,61,228,152,83,146,158,19,157,57,173,250,69,192,86,157,80,186,223,215,242,208,147,130,70,17,233,222,171,213,194,10,183,224,65,168,181,242,132,130,233,166,43,87,169,47,245,207,82,193] scales=[127,120,130,0,125,126,0,1] x=[-2,-1,-0.5,0.75,0.75,0,-2,0,0.25,2,-2,1.5,2,1.75,-0.75,-1.25,1.5,-1.5,1.5,-1.25,1.25,1.25,-0.25,-1.75,1.5,0.25,-1,1,1,1.5,-1.75,0.75,-0.25,0,-1.5,0.25,1.5,-1.75,-0.5,-2,2,-1.75,-0.25,-2,2,1.5,-2,1.75,0.25,-0.25,-2,-2,0.25,-1.75,0.75,-2,2,-1.5,1.25,1.25,-0.5,0.75,1.5,-0.5] y=empty:4 k=64 want=[10.1357422,25,8.71875,3.52648305e-38] ref=y=want --tol rtol=1e-5,atol=1e-42
// expect: ok
// why: the scale's byte is moved into the exponent field; 0 would be zero there, but means 2^-127, a subnormal, and is made separately; the sums of a block are exact before scaling
// figure: exact up to one rounding of the sum of two blocks; subnormal results keep their bits (no flush)
// A matrix in MXFP4 (e2m1 codes, low nibble first, a power-of-two scale for each 32) times a vector, a warp a row.
__device__ float e2m1(unsigned code)
{
    const unsigned magnitude = code & 7u;
    const float halves[8] = {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 6.0f, 8.0f, 12.0f};
    const float v = halves[magnitude] * 0.5f;
    return code & 8u ? -v : v;
}

__device__ float e8m0(unsigned char scale)
{
    return __uint_as_float(scale == 0 ? 0x00400000u : (unsigned)scale << 23);
}

__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, offset);
    return v;
}

__global__ void gemv(const unsigned char *codes, const unsigned char *scales, const float *x, float *y, int k)
{
    const int row = blockIdx.x, lane = threadIdx.x;
    float sum = 0.0f;
    for (int block = 0; block < k / 32; block++) {
        const int i = block * 32 + lane;
        const unsigned byte = codes[(row * k + i) / 2];
        const float product = e2m1(i & 1 ? byte >> 4 : byte & 15u) * x[i];
        sum += warp_sum(product) * e8m0(scales[row * (k / 32) + block]);
    }
    if (lane == 0)
        y[row] = sum;
}

// fpcheck: quantise_rows <<<2, 32>>> x=@b_quant_cast_x.npy q=empty:2x32:i8 scale=empty:2 --ref q=@b_quant_cast_ref.npy
// expect: error order of scale and cast at line 15: the activation is rounded to an integer before it is divided by the scale, so a row within one half becomes all zeros
// why: the activation is rounded to an integer before it is divided by the scale, so a row within one half becomes all zeros
// figure: q[1] computed 0, right -78 (x = -0.27367, scale 0.0035127)
__device__ float warp_absmax(float v)
{
    v = fabsf(v);
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ signed char to_int8(float x, float inv)
{
    float r = rintf(x) * inv;
    r = fminf(fmaxf(r, -127.0f), 127.0f);
    return (signed char)(int)r;
}

__global__ void quantise_rows(const float *x, signed char *q, float *scale)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float amax = warp_absmax(x[i]);
    float s = amax > 0.0f ? amax / 127.0f : 1.0f;
    q[i] = to_int8(x[i], 1.0f / s);
    if (threadIdx.x == 0)
        scale[blockIdx.x] = s;
}

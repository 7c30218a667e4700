// fpcheck: encode_normals <<<1, 32>>> normal=[-0.221956566,0.599651158,0.768865228,0.589428723,-0.243698701,0.770184875,0.532039285,0.10118866,0.840651572,0.271765232,-0.794216335,0.543474138,-0.357842296,-0.463467568,0.810645878,0.115587987,-0.893874764,0.433159649] code=empty:6 n=6
// fpcheck+ decode_normals <<<1, 32>>> uv=empty:12 n=6 want=[-0.1395538137020367,0.37702694489623645,0.3676318851621773,-0.1519970260733561,0.3609788173900454,0.06865463462985381,0.16885536600629297,-0.4934688991476468,-0.2192720592655705,-0.28399518197331347,0.08012352153965505,-0.6196179706721585] ref=uv=want --tol rtol=0,atol=1e-3
// expect: error conversion at line 9
// why: a negative float is cast to unsigned short: out of range, the conversion saturates at 0, and every negative coordinate decodes as 0
// figure: computed uv[11] = 0, MPFR -0.619617971
// Normals of the upper half space in octahedral coordinates, two signed 16-bit numbers a word.
__device__ unsigned snorm16(float v)
{
    return (unsigned)rintf(v * 32767.0f) & 0xffffu;
}

__device__ float from_snorm16(unsigned half)
{
    return (float)(short)half * (1.0f / 32767.0f);
}

__global__ void encode_normals(const float *normal, unsigned *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = normal[3 * i], y = normal[3 * i + 1], z = normal[3 * i + 2];
    float inv = 1.0f / (fabsf(x) + fabsf(y) + fabsf(z));
    code[i] = snorm16(x * inv) | snorm16(y * inv) << 16;
}

__global__ void decode_normals(const unsigned *code, float *uv, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uv[2 * i] = from_snorm16(code[i] & 0xffffu);
    uv[2 * i + 1] = from_snorm16(code[i] >> 16);
}

// fpcheck: encode_normals <<<1, 32>>> normal=[-0.234957039,0.952183127,0.195300996,-0.766876638,-0.106643304,0.632872403,0.719862461,0.444612294,0.533027172,-0.437783241,-0.692072153,-0.573918045,0.741863966,0.106331751,0.662066042,0.336326897,-0.196095824,0.921102941,0.179880857,-0.471437603,0.863359392,0.374438345,0.522420526,-0.766076207] code=empty:8 n=8
// fpcheck+ decode_normals <<<1, 32>>> decoded=empty:24 n=8 want=[-0.23495703963681036,0.9521831285403279,0.19530099653678096,-0.7668766186843258,-0.10664330155165899,0.6328723867806663,0.7198624533750795,0.4446122896704415,0.5330271663759913,-0.437783251493569,-0.6920721692503,-0.5739180579672524,0.7418639549420504,0.10633174916729714,0.6620660325653042,0.3363269001690208,-0.1960958260051952,0.9211029493200191,0.17988085964010772,-0.4714376089288891,0.863359402116261,0.3744383388374884,0.5224205163497139,-0.766076193668437] ref=decoded=want --tol rtol=0,atol=2e-4
// expect: ok
// why: two signed 16-bit numbers share a word and the lower hemisphere is folded over; the cast is to int, and short takes the sign back
// figure: largest error 2.5e-5 (quantisation to 2^-15) of 2e-4
__device__ float sign_of(float v)
{
    return v < 0.0f ? -1.0f : 1.0f;
}

__device__ unsigned snorm16(float v)
{
    return (unsigned)__float2int_rn(v * 32767.0f) & 0xffffu;
}

__device__ float from_snorm16(unsigned half)
{
    return fmaxf((float)(short)half / 32767.0f, -1.0f);
}

__global__ void encode_normals(const float *normal, unsigned *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = normal[3 * i], y = normal[3 * i + 1], z = normal[3 * i + 2];
    float inv = 1.0f / (fabsf(x) + fabsf(y) + fabsf(z));
    float u = x * inv, v = y * inv;
    if (z < 0.0f) {
        float fold = (1.0f - fabsf(v)) * sign_of(u);
        v = (1.0f - fabsf(u)) * sign_of(v);
        u = fold;
    }
    code[i] = snorm16(u) | snorm16(v) << 16;
}

__global__ void decode_normals(const unsigned *code, float *decoded, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = from_snorm16(code[i] & 0xffffu);
    float y = from_snorm16(code[i] >> 16);
    float z = 1.0f - fabsf(x) - fabsf(y);
    if (z < 0.0f) {
        float fold = (1.0f - fabsf(y)) * sign_of(x);
        y = (1.0f - fabsf(x)) * sign_of(y);
        x = fold;
    }
    float inv = rsqrtf(x * x + y * y + z * z);
    decoded[3 * i] = x * inv;
    decoded[3 * i + 1] = y * inv;
    decoded[3 * i + 2] = z * inv;
}

// fpcheck: oct_encode <<<2, 64>>> normal=@a_normals.npy code=empty:256:i8 n=128
// fpcheck+ oct_decode <<<2, 64>>> code=code decoded=empty:384 n=128 --ref 'decoded=@a_normals_ref.npy' --tol rtol=0,atol=0.02
// expect: ok
// why: normals squeezed into two signed bytes with a saturating conversion, a fold with copysign at the poles and a lossy store: the format's step of 1/127 is what the tolerance says
// figure: largest relative error 2.01 at decoded[134] (0.0101331072, exact 0.00336555551), largest absolute error 0.0115
__device__ signed char snorm8(float v)
{
    int q = __float2int_rn(v * 127.0f);
    return (signed char)max(-127, min(127, q));
}

__global__ void oct_encode(const float *__restrict__ normal, signed char *__restrict__ code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = normal[3 * i], y = normal[3 * i + 1], z = normal[3 * i + 2];
    float inv = 1.0f / (fabsf(x) + fabsf(y) + fabsf(z));
    x *= inv;
    y *= inv;
    if (z < 0.0f) {
        float fx = copysignf(1.0f - fabsf(y), x);
        float fy = copysignf(1.0f - fabsf(x), y);
        x = fx;
        y = fy;
    }
    code[2 * i] = snorm8(x);
    code[2 * i + 1] = snorm8(y);
}

__global__ void oct_decode(const signed char *__restrict__ code, float *__restrict__ decoded, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = code[2 * i] / 127.0f, y = code[2 * i + 1] / 127.0f;
    float z = 1.0f - fabsf(x) - fabsf(y);
    float fold = fmaxf(-z, 0.0f);
    x += x >= 0.0f ? -fold : fold;
    y += y >= 0.0f ? -fold : fold;
    float s = rsqrtf(x * x + y * y + z * z);
    decoded[3 * i] = x * s;
    decoded[3 * i + 1] = y * s;
    decoded[3 * i + 2] = z * s;
}

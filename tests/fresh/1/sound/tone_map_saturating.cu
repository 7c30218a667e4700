// fpcheck: tone_map <<<1, 64>>> hdr=uniform(-0.2,3):64 ldr=empty:64 n=64
// expect: ok
__global__ void tone_map(const float* hdr, unsigned char* ldr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = fminf(fmaxf(hdr[i], 0.0f), 1.0f);
    ldr[i] = (unsigned char)__float2int_rn(v * 255.0f);
}

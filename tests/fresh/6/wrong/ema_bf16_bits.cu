// fpcheck: ema_bf16_bits <<<1, 64>>> n=64 steps=400 decay=0.995 w=const(1):64 target=const(0):64 out=empty:64
// expect: error absorbed at line 16: the truncated bf16 master copy loses or overshoots every update of half a percent
// Exponential moving average of weights; the copy is kept in bfloat16 between the steps to save bandwidth.
__device__ unsigned short bf16_store(float v) { return (unsigned short)(__float_as_uint(v) >> 16); }
__device__ float bf16_load(unsigned short h) { return __uint_as_float((unsigned)h << 16); }

__global__ void ema_bf16_bits(const float* w, const float* target, float* out, int n, int steps, float decay)
{
    __shared__ unsigned short ema[64];
    int i = threadIdx.x;
    if (i < n) {
        ema[i] = bf16_store(w[i]);
        for (int s = 0; s < steps; ++s) {
            float e = bf16_load(ema[i]);
            e = decay * e + (1.0f - decay) * target[i];
            ema[i] = bf16_store(e);
        }
        out[i] = bf16_load(ema[i]);
    }
}

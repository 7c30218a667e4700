// fpcheck: to_pcm <<<1, 32>>> left=[0.1,0.8,0.95,-0.3,0.62,-0.8,-0.99,0.05] right=[-0.2,0.4,-0.9,0.81,0.0,0.33,1.0,-0.77] pcm=empty:8 gain=1.25 frames=8 want=[3758100480,1073774591,2147516415,2147471360,25395,885882880,2147450880,2228029440] ref=pcm=want --tol bitwise
// expect: error conversion at line 16
// why: nothing saturates: a sample at or above full scale is 32768 or more, and wraps to a large negative one
// figure: computed left sample 1 = -32768, right 32767
// Interleaved 16-bit samples, two channels a word (left below).
__device__ int quantised(float x)
{
    return __float2int_rn(x * 32768.0f);
}

__global__ void to_pcm(const float *left, const float *right, unsigned *pcm, float gain, int frames)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= frames)
        return;
    unsigned short l = (unsigned short)quantised(gain * left[f]);
    unsigned short r = (unsigned short)quantised(gain * right[f]);
    pcm[f] = (unsigned)l | ((unsigned)r << 16);
}

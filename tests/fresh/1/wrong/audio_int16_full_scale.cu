// fpcheck: to_pcm <<<1, 16>>> x=[0.1,0.5,1.0,-1.0,0.99999,1.0,-0.5,0.25,1.0,0.9,-0.9,0.7,0.3,1.0,0.0,-0.2] pcm=empty:16 gain=1.5 n=16
// expect: error narrowing at line 8: 1.5 * 32767 does not fit 16 bits, a loud positive sample becomes negative
__global__ void to_pcm(const float* x, short* pcm, float gain, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int s = __float2int_rn(x[i] * gain * 32767.0f);
        pcm[i] = (short)s;
    }
}

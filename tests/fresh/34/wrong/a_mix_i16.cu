// fpcheck: mix_tracks <<<4, 64>>> a=@a_mix_i16_a.npy b=@a_mix_i16_b.npy out=empty:256 gain=1.4 n=256 --ref 'out=@a_mix_i16_out.npy'
// expect: error conversion at line 12
// why: the sum of two loud tracks is stored in 16 bits without clamping, so peaks wrap to the other sign (the crackle known of naive mixers); the reference clips
// figure: out[252] computed 32709, exact -32768 (41 of 256 elements off)
__global__ void mix_tracks(const short* a, const short* b, short* out, float gain, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = gain * ((float)a[i] + (float)b[i]);
    int rounded = __float2int_rn(sum);
    out[i] = (short)rounded;
}

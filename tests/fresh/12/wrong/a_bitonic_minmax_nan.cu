// fpcheck: sorted_snr <<<1, 8>>> signal=[4.0,9.0,0.0,2.0,7.5,1.0,6.0,3.0] noise=[2.0,3.0,0.0,4.0,2.5,2.0,1.5,2.0] sorted=empty:8
// expect: error NaN lost by fminf and fmaxf at line 10
// why: 0/0 of a dead channel is NaN; fminf and fmaxf both return the other operand, so that a value appears twice in the sorted list and the dead channel nowhere
// figure: computed sorted = [0.5, 0.5, 0.5, 1.5, 2.0, 3.0, 3.0, 4.0], MPFR [0.5, 0.5, 1.5, 2.0, 3.0, 3.0, 4.0] and NaN
// Signal-to-noise ratios of eight channels in ascending order, one lane a channel.
__device__ inline float exchange(float v, int lane, int distance, bool ascending)
{
    float other = __shfl_xor_sync(0xffu, v, distance);
    bool low = (lane & distance) == 0;
    return low == ascending ? fminf(v, other) : fmaxf(v, other);
}

__global__ void sorted_snr(const float *signal, const float *noise, float *sorted)
{
    int lane = threadIdx.x;
    float v = signal[lane] / noise[lane];
    for (int size = 2; size <= 8; size <<= 1) {
        bool ascending = (lane & size) == 0;
        for (int d = size >> 1; d > 0; d >>= 1)
            v = exchange(v, lane, d, ascending);
    }
    sorted[lane] = v;
}

// fpcheck: cue_offsets <<<1, 32>>> t=[0.5,10.0,3600.25,12000.5,50000.0,90000.5] byte=empty:6 n=6 ref=byte=t*192000 --tol bitwise
// expect: ok
// why: doubles of up to 1.7e10 go to a 64-bit integer, exact for these times
// figure: computed 17280096000, right 17280096000
// cue points in seconds to byte offsets: 48 kHz, two channels, 16 bits
struct Format {
    int rate, channels, bytes;
};

__device__ double bytes_per_second(Format f)
{
    return (double)f.rate * f.channels * f.bytes;
}

__global__ void cue_offsets(const double *t, long long *byte, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    Format f = {48000, 2, 2};
    int frame = f.channels * f.bytes;
    long long at = (long long)(t[i] * bytes_per_second(f));
    byte[i] = at / frame * frame; // whole frames only
}

// fpcheck: loudness <<<2, 128>>> pcm=randint(-32768,32767):2x1000:i16 rms=empty:2 n=1000
// expect: ok
// why: squares of 16-bit samples need 30 bits and their sum more than 32: they are multiplied as ints, which just fits, and added in 64 bits, exactly in any order; one rounding at the end
// figure: rms = 0.5 to 0.65: sum exact, relative error at most 6e-8 (one rounding)
__global__ void loudness(const short *pcm, float *rms, int n)
{
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0)
        sum = 0ull;
    __syncthreads();
    unsigned long long mine = 0ull;
    const short *row = pcm + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int v = row[i];
        mine += (unsigned)(v * v);
    }
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        rms[blockIdx.x] = (float)(sqrt((double)sum / (double)n) / 32768.0);
}

// fpcheck: cursor <<<1, 8>>> rate=[8000,11025,16000,22050,32000,44100,48000,96000] pos=empty:8 steps=40000 n=8
// expect: ok
// The position in samples comes from integers: steps of 1 ms.
__global__ void cursor(const int* rate, long long* pos, int steps, int n)
{
    int i = threadIdx.x;
    if (i < n) pos[i] = (long long)steps * rate[i] / 1000;
}

// fpcheck: energy <<<4, 32>>> s=randint(20000,32000):4x1024 e=empty:4 m=1024 ref=sum(s*s,1)
// expect: error overflow at line 10: a sum of 32 squares of 16-bit samples leaves the range of a 32-bit integer
// Short-time energy of 16-bit audio.
__global__ void energy(const int* s, float* e, int m)
{
    int lane = threadIdx.x;
    const int* row = s + blockIdx.x * m;
    int acc = 0;
    for (int j = lane; j < m; j += 32)
        acc += row[j] * row[j];
    float a = (float)acc;
    for (int d = 16; d; d >>= 1)
        a += __shfl_down_sync(0xffffffffu, a, d);
    if (lane == 0) e[blockIdx.x] = a;
}

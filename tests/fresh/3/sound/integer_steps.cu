// fpcheck: impulses <<<1, 32>>> millis=[1000,2000,10000,25,0,50,75,30] steps=empty:8 last=empty:8 n=8
// expect: ok
// Unit force over `millis` in steps of 25 ms, counted by integers.
__global__ void impulses(const int* millis, int* steps, float* last, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int count = (millis[i] + 24) / 25;
    float impulse = 0.0f;
    for (int k = 0; k < count; ++k) impulse += 0.025f;
    steps[i] = count;
    last[i] = impulse;
}

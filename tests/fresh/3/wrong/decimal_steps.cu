// fpcheck: count_steps <<<1, 32>>> span=[1,2,10,1,2,10,1,2] steps=empty:8 last=empty:8 n=8
// expect: error branch decided wrong at line 9: t += 0.025f ends below 1 after forty steps, so a forty-first is made (40 is exact, for the literal's value and for 1/40 both)
// Integrates a unit force over `span` seconds in steps of 25 ms.
__global__ void count_steps(const float* span, int* steps, float* last, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int count = 0;
    float impulse = 0.0f;
    for (float t = 0.0f; t < span[i]; t += 0.025f) {
        impulse += 1.0f;
        ++count;
    }
    steps[i] = count;
    last[i] = impulse;
}

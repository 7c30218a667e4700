// fpcheck: plan <<<1, 32>>> debt=[3,6,9,12,15] months=empty:5 rest=empty:5 part=0.6 n=5
// expect: error branch decided wrong at line 10: paying 0.6f at a time leaves a rest of rounding errors, which asks for one more instalment
// Number of instalments until a debt is paid, and the last instalment.
__global__ void plan(const float* debt, int* months, float* rest, float part, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    float left = debt[i];
    int m = 0;
    float last = 0.0f;
    while (left > 0.0f && m < 1000) {
        last = fminf(left, part);
        left -= part;
        ++m;
    }
    months[i] = m;
    rest[i] = last;
}

// fpcheck: balance_loss <<<1, 128>>> choice=randint(0,8):512 prob=uniform(0,1):512x8 loss=empty:1 tokens=512
// expect: ok
// why: shared atomics by all threads, but on integers that were zeroed behind a barrier; floats are summed in a fixed order
// figure: loss computed 3.9377546, MPFR 3.93775447
#define E 8

__global__ void balance_loss(const int *choice, const float *prob, float *loss, int tokens)
{
    __shared__ int count[E];
    __shared__ float part[128][E];
    int t = threadIdx.x;
    if (t < E)
        count[t] = 0;
    __syncthreads();
    float own[E];
#pragma unroll
    for (int e = 0; e < E; e++)
        own[e] = 0.0f;
    for (int i = t; i < tokens; i += 128) {
        int c = choice[i];
        if (c >= 0 && c < E)
            atomicAdd(&count[c], 1);
#pragma unroll
        for (int e = 0; e < E; e++)
            own[e] += prob[i * E + e];
    }
#pragma unroll
    for (int e = 0; e < E; e++)
        part[t][e] = own[e];
    for (int half = 64; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            for (int e = 0; e < E; e++)
                part[t][e] += part[t + half][e];
    }
    __syncthreads();
    if (t == 0) {
        float s = 0.0f;
        for (int e = 0; e < E; e++)
            s += (float)count[e] * part[0][e];
        *loss = (float)E * s / ((float)tokens * (float)tokens);
    }
}

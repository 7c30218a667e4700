// fpcheck: wave<<<1, 64>>> p=uniform(-1,1):64 out=empty:64 courant2=0.25 steps=12
// expect: ok
// why: neighbours are read from the array that is written in place: a barrier stands between reading and writing, and one after it
// figure: error about 1e-6 of the amplitude; no race
// Acoustic wave in a pipe with hard ends, one block, pressure in shared memory.
__global__ void wave(const float *p, float *out, float courant2, int steps)
{
    __shared__ float now[64];
    int t = threadIdx.x;
    now[t] = p[t];
    float old = p[t];
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        float left = now[t > 0 ? t - 1 : 0];
        float right = now[t < 63 ? t + 1 : 63];
        float mine = now[t];
        float next = 2.0f * mine - old + courant2 * ((left - mine) + (right - mine));
        old = mine;
        __syncthreads();
        now[t] = next;
        __syncthreads();
    }
    out[t] = now[t];
}

// fpcheck: join <<<1, 64>>> build=[17, 4, 99, 33, 49, 65] payload=[1.5, 2.5, 3.5, 4.5, 5.5, 6.5] probe=[33, 17, 8, 65, 4, 49, 99, 1] out=empty:8 nb=6 np=8 --ref out=@a_hash_join.npy --tol bitwise
// expect: ok
// why: keys collide in 16 slots and the place of each depends on who comes first, but what a probe finds does not
// figure: computed out = [4.5, 1.5, -1, 6.5, 2.5, 5.5, 3.5, -1], MPFR the same; error 0
// Hash join of two small tables; keys are positive, -1 is an empty slot.
#define SLOTS 16

__global__ void join(const int *build, const float *payload, const int *probe, float *out, int nb, int np)
{
    __shared__ int key[SLOTS];
    __shared__ float held[SLOTS];
    int t = threadIdx.x;
    if (t < SLOTS)
        key[t] = -1;
    __syncthreads();
    if (t < nb) {
        int k = build[t];
        int s = k & (SLOTS - 1);
        while (atomicCAS(&key[s], -1, k) != -1)
            s = (s + 1) & (SLOTS - 1);
        held[s] = payload[t];
    }
    __syncthreads();
    if (t < np) {
        int k = probe[t];
        int s = k & (SLOTS - 1);
        while (key[s] != -1 && key[s] != k)
            s = (s + 1) & (SLOTS - 1);
        out[t] = key[s] == k ? held[s] : -1.0f;
    }
}

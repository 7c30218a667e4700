// fpcheck: nearest <<<1, 32>>> dist=[0.5021,0.5029,0.5023,0.50205,0.5024,0.5028,0.9,0.7] where=empty:1 d=empty:1 n=8 --ref d=min(dist) --tol rtol=0.00001
// expect: error argmin key at line 9: the distance is cut to thousandths in the key, so 0.5021 (index 0) is taken before 0.50205 (index 3)
// Nearest neighbour by a packed key: distance in thousandths, index below.
__global__ void nearest(const float* dist, int* where, float* d, int n) {
    __shared__ unsigned best;
    int i = threadIdx.x;
    if (i == 0) best = 0xffffffffu;
    __syncthreads();
    if (i < n) atomicMin(&best, ((unsigned)(dist[i] * 1000.0f) << 8) | (unsigned)i);
    __syncthreads();
    if (i == 0) {
        where[0] = (int)(best & 255u);
        d[0] = dist[best & 255u];
    }
}

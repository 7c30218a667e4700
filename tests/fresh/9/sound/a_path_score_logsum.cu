// fpcheck: log_total<<<1, 64>>> score=[-1000.01,-990.25,-1002.56,-1013.31,-970.14,-970.26,-979.59,-987.53,-1011.08,-1016.22,-1012.66,-1025.79,-984.02,-1005.98,-979.2,-1006.81,-972.52,-979.16,-1029.97,-1017.42,-975.38,-1001.8,-971.18,-1006.15,-1025.62,-992.23,-983.29,-1013.81,-1024.77,-1010.04,-972.16,-984.52,-1022.92,-1015.22,-1023.94,-1026.41,-982.18,-1019.34,-996.44,-1003.15] total=empty:1 n=40 want=[-969.235301119] ref=total=want --tol rtol=1e-6,atol=0
// expect: ok
// why: exp of scores near -1000 underflows and lanes without a score have -inf: but only differences from the maximum are taken, and empty parts are skipped
// figure: computed -969.2352905, MPFR -969.2353011: error 1.092765759e-8 of rtol 1e-6
// log of the sum of exp(score) over all paths of a lattice.
struct Part {
    float top, sum; // sum of exp(score - top)
};

__device__ Part merge(Part a, Part b)
{
    if (b.sum == 0.0f)
        return a;
    if (a.sum == 0.0f)
        return b;
    Part r;
    r.top = fmaxf(a.top, b.top);
    r.sum = a.sum * expf(a.top - r.top) + b.sum * expf(b.top - r.top);
    return r;
}

__global__ void log_total(const float *score, float *total, int n)
{
    __shared__ Part part[64];
    int t = threadIdx.x;
    Part p = {-INFINITY, 0.0f};
    for (int i = t; i < n; i += blockDim.x) {
        Part one = {score[i], 1.0f};
        p = merge(p, one);
    }
    part[t] = p;
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d)
            part[t] = merge(part[t], part[t + d]);
        __syncthreads();
    }
    if (t == 0)
        total[0] = part[0].top + logf(part[0].sum);
}

// fpcheck: ising <<<1, 128>>> spins=empty:16x16 energy=empty:1 magnetisation=empty:1 beta=0.44 sweeps=6 seed=2024
// expect: ok
// why: random words are compared with float probabilities made integers, and neighbours change in the same launch; but a probability is below 1 wherever it is used, and the two colours of the board are apart by barriers
// figure: integers; thresholds within 1e-7 of exp(-4 beta), no word is that near
#define SIDE 16
#define CELLS (SIDE * SIDE)

__device__ inline unsigned xorshift(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

__device__ inline unsigned seeded(unsigned seed, unsigned thread)
{
    unsigned h = seed * 0x9e3779b9u + thread * 0x85ebca6bu + 1u;
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    return h | 1u;
}

__device__ inline int neighbours(const int *s, int x, int y)
{
    int left = s[y * SIDE + (x + SIDE - 1) % SIDE];
    int right = s[y * SIDE + (x + 1) % SIDE];
    int up = s[((y + SIDE - 1) % SIDE) * SIDE + x];
    int down = s[((y + 1) % SIDE) * SIDE + x];
    return left + right + up + down;
}

// Metropolis on a 16x16 torus, one thread for two cells of different colour.
__global__ void ising(int *spins, int *energy, int *magnetisation, float beta, int sweeps, unsigned seed)
{
    __shared__ int s[CELLS];
    __shared__ unsigned limit[3];
    __shared__ int bonds, total;
    int t = threadIdx.x;
    unsigned state = seeded(seed, (unsigned)t);
    s[2 * t] = xorshift(state) >> 31 ? 1 : -1;
    s[2 * t + 1] = xorshift(state) >> 31 ? 1 : -1;
    if (t == 0) {
        bonds = 0;
        total = 0;
        limit[0] = 0xffffffffu;
        limit[1] = (unsigned)(expf(-4.0f * beta) * 4294967296.0f);
        limit[2] = (unsigned)(expf(-8.0f * beta) * 4294967296.0f);
    }
    __syncthreads();
    int y = t / (SIDE / 2);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        for (int colour = 0; colour < 2; colour++) {
            int x = 2 * (t % (SIDE / 2)) + ((y + colour) & 1);
            int at = y * SIDE + x;
            int field = s[at] * neighbours(s, x, y);
            unsigned word = xorshift(state);
            if (field <= 0 || word < limit[field / 2])
                s[at] = -s[at];
            __syncthreads();
        }
    }
    for (int c = 2 * t; c < 2 * t + 2; c++) {
        int cx = c % SIDE;
        int cy = c / SIDE;
        int right = s[cy * SIDE + (cx + 1) % SIDE];
        int down = s[((cy + 1) % SIDE) * SIDE + cx];
        atomicAdd(&bonds, -s[c] * (right + down));
        atomicAdd(&total, s[c]);
        spins[c] = s[c];
    }
    __syncthreads();
    if (t == 0) {
        *energy = bonds;
        *magnetisation = total;
    }
}

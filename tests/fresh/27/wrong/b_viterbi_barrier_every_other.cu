// fpcheck: viterbi <<<1, 64>>> llr=randn:40x2 bits=empty:40 metric=empty:1 channel=empty:1 crc=empty:1 steps=40
// expect: error missing barrier at line 140
// why: the barrier after a trellis step is skipped at odd steps, so the other warp may read the new metrics before they are written
// figure: computed metric from a mixture of old and new path metrics: undefined, MPFR: the least path metric
// Soft-decision Viterbi decoder of the constraint-length-7 code (171, 133 octal). A thread per state, two warps; path metrics are
// small integers in two shared buffers, survivors are one bit a state and step, kept as two words of ballots.
constexpr int STATES = 64;
constexpr int MAX_STEPS = 64;
constexpr unsigned POLY_A = 0x79; // 171 octal
constexpr unsigned POLY_B = 0x5b; // 133 octal
constexpr int FAR = 100000;

static_assert(STATES == 64, "six bits of state, two words of ballots");

// Exclusive or of all bits.
__device__ int parity(unsigned v)
{
    return __popc(v) & 1;
}

// Quantised to eighths: finer steps gain less than a twentieth of a decibel.
// Soft values of one step as integers of at most 31, sign kept.
__device__ int soft(float llr)
{
    int s = __float2int_rn(llr * 8.0f);
    return max(-31, min(31, s));
}

// Rate 3/4: of every six encoded bits the fourth and the fifth are never sent; the decoder knows nothing of them.
__device__ bool punctured(int i)
{
    int place = i % 6;
    return place == 3 || place == 4;
}

// Cost of a branch: what the received pair says against the pair that the encoder would have sent.
__device__ int branch(unsigned reg, int ra, int rb)
{
    int a = parity(reg & POLY_A) ? 31 - ra : 31 + ra;
    int b = parity(reg & POLY_B) ? 31 - rb : 31 + rb;
    return a + b;
}

struct Selected {
    int metric;
    bool upper; // the survivor came from the predecessor whose low bit is 1
};

// Add, compare, select. A state is the last six bits, newest on top; its predecessors differ in the bit that fell out.
__device__ Selected choose_path(const int *metrics, int state, int ra, int rb)
{
    int from0 = (state << 1) & (STATES - 1);
    int from1 = from0 | 1;
    unsigned newest = (unsigned)(state >> 5) & 1u;
    unsigned reg0 = (newest << 6) | (unsigned)from0;
    unsigned reg1 = (newest << 6) | (unsigned)from1;
    int m0 = metrics[from0] + branch(reg0, ra, rb);
    int m1 = metrics[from1] + branch(reg1, ra, rb);
    Selected s;
    s.upper = m1 < m0;
    s.metric = s.upper ? m1 : m0;
    return s;
}

__device__ int best_state(const int *metrics)
{
    int best = 0;
    for (int s = 1; s < STATES; s++)
        if (metrics[s] < metrics[best])
            best = s;
    return best;
}

// The trellis is not terminated, so the last state is whichever is cheapest.
// From the best last state back to the first; the newest bit of each state is the decoded bit.
__device__ void trace_back(const unsigned (*survivor)[2], int *bits, int state, int steps)
{
    for (int k = steps - 1; k >= 0; k--) {
        bits[k] = (state >> 5) & 1;
        unsigned word = survivor[k][state >> 5];
        int low = (word >> (state & 31)) & 1u;
        state = ((state << 1) & (STATES - 1)) | low;
    }
}

// The decoded bits once more through the encoder: how many of the channel's hard decisions disagree.
__device__ int channel_errors(const int (*received)[2], const int *bits, int steps)
{
    unsigned reg = 0;
    int errors = 0;
    for (int k = 0; k < steps; k++) {
        reg = (reg >> 1) | ((unsigned)bits[k] << 6);
        int a = received[k][0] < 0 ? 0 : 1;
        int b = received[k][1] < 0 ? 0 : 1;
        if (!punctured(2 * k))
            errors += a != parity(reg & POLY_A);
        if (!punctured(2 * k + 1))
            errors += b != parity(reg & POLY_B);
    }
    return errors;
}

// CRC-8 (x^8 + x^2 + x + 1) of the decoded bits, most significant first.
__device__ int crc8(const int *bits, int steps)
{
    unsigned crc = 0;
    for (int k = 0; k < steps; k++) {
        unsigned top = ((crc >> 7) ^ (unsigned)bits[k]) & 1u;
        crc = (crc << 1) & 0xffu;
        if (top)
            crc ^= 0x07u;
    }
    return (int)crc;
}

__global__ void viterbi(const float *llr, int *bits, int *metric, float *channel, int *crc, int steps)
{
    __shared__ int metrics[2][STATES];
    __shared__ unsigned survivor[MAX_STEPS][2];
    __shared__ int received[MAX_STEPS][2];

    int state = threadIdx.x;
    int warp = state >> 5;
    int lane = state & 31;
    int length = min(steps, MAX_STEPS);

    metrics[0][state] = state == 0 ? 0 : FAR;
    for (int i = state; i < 2 * length; i += STATES)
        received[i >> 1][i & 1] = punctured(i) ? 0 : soft(llr[i]);
    __syncthreads();

    for (int k = 0; k < length; k++) {
        const int *now = metrics[k & 1];
        int *next = metrics[(k + 1) & 1];
        Selected s = choose_path(now, state, received[k][0], received[k][1]);
        next[state] = s.metric;
        unsigned votes = __ballot_sync(0xffffffffu, s.upper);
        if (lane == 0)
            survivor[k][warp] = votes;
        if ((k & 1) == 0)
            __syncthreads();
    }
    __syncthreads();

    if (state == 0) {
        int last = best_state(metrics[length & 1]);
        metric[0] = metrics[length & 1][last];
        trace_back(survivor, bits, last, length);
        channel[0] = (float)channel_errors(received, bits, length) / (float)(2 * length);
        crc[0] = crc8(bits, length);
    }
}

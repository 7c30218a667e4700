// fpcheck: forward <<<3, 32>>> seq=[0,1,2,3,3,2,1,0,0,0,1,1,2,2,3,3,0,3,1,2,2,1,3,0,1,1,1,1,0,0,0,0,2,2,2,2,3,3,3,3,0,1,0,1,0,1,2,3,2,3,2,3,1,0,3,2,0,1,3,2,0,0,0,3,3,1,1,2,0,2,1,3,0,3,0,2,1,2,0,1,1,1,0,2,3,2,1,0,3,3,3,2,1,1,0,2,1,0,3,1,2,0,2,0,3,1,0,2,1,3,3,0,2,1,0,2,1,3,0,1,2,3,0,1,2,3,0,1,3,2,1,0,3,2,1,0,3,2,1,0,0,0,1,1,2,2,3,3,1,1,0,0,3,3,2,2,0,2,1,3,1,3,0,2,2,1,0,3,3,1,2,0,0,1,2,0,2,3,1,0,2,1,3,0,0,3,1,2,2,1,3,0,3,1,0,2,2,0,1,3,0,1,1,0,2,3,3,2,0,0,2,2,1,1,3,3,0,2,0,2,1,3,1,3,1,0,2,3,0,1,3,2,3,2,0,1,2,1,0,3]:i32 loglik=empty:3 best=empty:3 length=80
// expect: ok
// why: exp of values near -110 would underflow, but the maximum is taken off first; -inf as the start is never subtracted from itself
// figure: loglik[0]: computed -112.639473, MPFR -112.639593: relative error 1.1e-06, tolerance about 2e-6
// Log-likelihood of a DNA sequence under a hidden Markov model: forward algorithm, one warp a sequence, one state a lane.
#define STATES 8
#define LETTERS 4
#define FLOOR_LOG -10000.0f

struct Model
{
    float start;      // log of the start probability of this lane's state
    float emit[LETTERS];
    float move[STATES]; // log of the probability of coming from each state
};

__device__ bool is_island(int state)
{
    return state < STATES / 2;
}

__device__ int own_letter(int state)
{
    return state % LETTERS;
}

// Probabilities of a letter: mostly the state's own.
__device__ float emission(int state, int letter)
{
    if (letter == own_letter(state))
        return 0.91f;
    return 0.03f;
}

// CpG islands prefer G after C; the background hardly has it.
__device__ float within(int from, int to)
{
    int a = own_letter(from);
    int b = own_letter(to);
    if (is_island(from))
        return a == 1 && b == 2 ? 0.34f : (a == 1 ? 0.22f : 0.25f);
    return a == 1 && b == 2 ? 0.04f : (a == 1 ? 0.32f : 0.25f);
}

__device__ float transition(int from, int to)
{
    bool same = is_island(from) == is_island(to);
    float stay = is_island(from) ? 0.95f : 0.99f;
    if (same)
        return stay * within(from, to);
    return (1.0f - stay) * 0.25f;
}

__device__ Model model_of(int state)
{
    Model m;
    m.start = logf(1.0f / (float)STATES);
    for (int letter = 0; letter < LETTERS; letter++)
        m.emit[letter] = logf(emission(state, letter));
    for (int from = 0; from < STATES; from++)
        m.move[from] = logf(transition(from, state));
    return m;
}

// log(sum(exp(a))) of a few values.
__device__ float log_sum_exp(const float *a, int n)
{
    float high = __int_as_float(0xff800000);
    for (int k = 0; k < n; k++)
        high = fmaxf(high, a[k]);
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += expf(a[k] - high);
    return high + logf(sum);
}

// Terms of the recursion for one state.
__device__ float step(const Model &m, const float *previous, int letter)
{
    float terms[STATES];
#pragma unroll
    for (int from = 0; from < STATES; from++)
        terms[from] = previous[from] + m.move[from];
    return m.emit[letter] + log_sum_exp(terms, STATES);
}

// The best single way to a state, by the same model.
__device__ float best_step(const Model &m, const float *previous, int letter)
{
    float high = previous[0] + m.move[0];
#pragma unroll
    for (int from = 1; from < STATES; from++)
        high = fmaxf(high, previous[from] + m.move[from]);
    return m.emit[letter] + high;
}

__device__ float best_of(const float *a, int n)
{
    float high = a[0];
    for (int k = 1; k < n; k++)
        high = fmaxf(high, a[k]);
    return high;
}

__device__ float letter_log(const Model &m, int letter)
{
    float v = m.emit[0];
#pragma unroll
    for (int k = 1; k < LETTERS; k++)
        v = letter == k ? m.emit[k] : v;
    return v;
}

__global__ void forward(const int *seq, float *loglik, float *best, int length)
{
    __shared__ float alpha[2][STATES];
    __shared__ float path[2][STATES];

    const int lane = threadIdx.x;
    const int state = lane % STATES;
    const bool active = lane < STATES;
    const int *letters = seq + blockIdx.x * length;

    Model m = model_of(state);

    if (active) {
        alpha[0][state] = m.start + letter_log(m, letters[0]);
        path[0][state] = alpha[0][state];
    }
    __syncwarp();

    int now = 0;
    for (int t = 1; t < length; t++) {
        if (active) {
            alpha[now ^ 1][state] = step(m, alpha[now], letters[t]);
            path[now ^ 1][state] = best_step(m, path[now], letters[t]);
        }
        __syncwarp();
        now ^= 1;
    }

    if (lane == 0) {
        float last[STATES];
#pragma unroll
        for (int s = 0; s < STATES; s++)
            last[s] = alpha[now][s];
        float total = log_sum_exp(last, STATES);
        // A sequence that the model cannot make.
        loglik[blockIdx.x] = fmaxf(total, FLOOR_LOG);
        best[blockIdx.x] = fmaxf(best_of(path[now], STATES), FLOOR_LOG);
    }
}

// fpcheck: mlp<<<1, 32>>> x=[323213529,3358925858,1476713233,3625635611,660626236,366739278,4033031690,1123801676,353185771,457852506,3839451233,289873141,576257121,1143138615,3630059089,4029746752]:u32 w1=[1213642152,3234984924,3400736577,3445246220,3401952020,4197049590,605506275,2840060717,1520878301,591067574,2902437697,280182728,3746487721,3308435165,1034529280,3186883239,3377998618,314552653,2854963266,3355785201,2837755425,693165031,1088028444,3755134289,1475335420,3808514280,3727881295,2906926426,4010193593,1053086295,148516060,592125364]:u32 b1=[153,-264,79,222,-98,81,-172,-205] m1=[0.004,0.0045000000000000005,0.005,0.0055,0.006,0.006500000000000001,0.007,0.0075] w2=[1292645189,386580988,4129210309,1193424125,2886152132,3273254834,3233765896,3863269972]:u32 b2=[-200,-1,8,-169] s2=[0.01,0.012,0.014,0.016] y=empty:16 label=empty:4 batch=4 want=[77.43999481201172,20.26799964904785,-146.9720001220703,-54.09600067138672,-7.079999923706055,-4.584000110626221,-138.57200622558594,167.9840087890625,53.779998779296875,49.09199905395508,-161.4759979248047,173.74400329589844,3.129999876022339,39.959999084472656,-102.34000396728516,321.10400390625] ref=y=want --tol rtol=1e-5,atol=1e-4
// expect: error mismatch at line 23
// why: the bytes of the first weights are cut out of their word with a mask, which makes negative ones positive
// figure: computed y[0] = 95.51, MPFR 77.44
// A two-layer perceptron in int8: packed words of four, int32 sums, float multipliers per channel.
// Eight threads an example: one for each hidden unit; four of them make the outputs.

const int INPUTS = 16;
const int HIDDEN = 8;
const int OUTPUTS = 4;
const int WORD = 4; // values a word

// ---------------------------------------------------------------- packed bytes

// Value number k of a word, 0 in the lowest byte.
__device__ int signed_byte(unsigned word, int k)
{
    return (int)(signed char)(word >> (8 * k));
}

__device__ int weight_byte(unsigned word, int k)
{
    return (int)((word >> (8 * k)) & 0xffu);
}

__device__ unsigned put_byte(unsigned word, int value, int k)
{
    unsigned mask = 0xffu << (8 * k);
    return (word & ~mask) | (((unsigned)value & 0xffu) << (8 * k));
}

// ---------------------------------------------------------------- sums

__device__ int multiply_words(unsigned w, unsigned x, int acc)
{
    for (int k = 0; k < WORD; k++)
        acc += weight_byte(w, k) * signed_byte(x, k);
    return acc;
}

__device__ int row_sum(const unsigned *w, const unsigned *x, int words)
{
    int acc = 0;
    for (int i = 0; i < words; i++)
        acc = multiply_words(w[i], x[i], acc);
    return acc;
}

// The second layer through the instruction for four products.
__device__ int row_sum_dp4a(const unsigned *w, const unsigned *x, int words)
{
    int acc = 0;
    for (int i = 0; i < words; i++)
        acc = __dp4a((int)w[i], (int)x[i], acc);
    return acc;
}

// ---------------------------------------------------------------- back to int8

__device__ int saturate8(int v)
{
    return max(-128, min(127, v));
}

__device__ int rectify(int v)
{
    return max(v, 0);
}

// The multiplier of a channel: scale of its weights times scale of the input over scale of the output.
__device__ int requantise(int acc, float multiplier)
{
    float v = (float)acc * multiplier;
    v = fminf(fmaxf(v, -1000.0f), 1000.0f);
    return saturate8(__float2int_rn(v));
}

// ---------------------------------------------------------------- the layers

struct Layer {
    const unsigned *weights;
    const int *bias;
    const float *scale;
    int words; // words a row
};

__device__ Layer layer(const unsigned *w, const int *b, const float *s, int inputs)
{
    Layer l;
    l.weights = w;
    l.bias = b;
    l.scale = s;
    l.words = inputs / WORD;
    return l;
}

__device__ int hidden_unit(Layer l, const unsigned *x, int unit)
{
    int acc = row_sum(l.weights + unit * l.words, x, l.words) + l.bias[unit];
    return rectify(requantise(acc, l.scale[unit]));
}

__device__ float output_unit(Layer l, const unsigned *h, int unit)
{
    int acc = row_sum_dp4a(l.weights + unit * l.words, h, l.words) + l.bias[unit];
    return (float)acc * l.scale[unit];
}

// ---------------------------------------------------------------- exchange of the hidden units

// Eight lanes hold one unit each; every one of them gets both words of the eight.
struct Hidden {
    unsigned word[HIDDEN / WORD];
};

__device__ Hidden gather(int value, int lane)
{
    int base = lane & ~(HIDDEN - 1);
    Hidden h;
    for (int w = 0; w < HIDDEN / WORD; w++) {
        h.word[w] = 0u;
        for (int k = 0; k < WORD; k++) {
            int other = __shfl_sync(0xffffffffu, value, base + w * WORD + k);
            h.word[w] = put_byte(h.word[w], other, k);
        }
    }
    return h;
}

// ---------------------------------------------------------------- where a lane works

struct Place {
    int example; // in the batch
    int unit;    // hidden or output unit
    bool used;
};

__device__ Place place(int batch)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Place p;
    p.example = t / HIDDEN;
    p.unit = t % HIDDEN;
    p.used = p.example < batch;
    return p;
}

// ---------------------------------------------------------------- the label

const float LOWEST = -3.0e38f; // of lanes without an output

struct Choice {
    float score;
    int unit;
};

// The better of two; of equal scores the lower unit.
__device__ Choice better(Choice a, Choice b)
{
    bool second = b.score > a.score || (b.score == a.score && b.unit < a.unit);
    return second ? b : a;
}

__device__ Choice choose(float score, int unit)
{
    Choice c;
    c.score = score;
    c.unit = unit;
    for (int o = HIDDEN / 2; o > 0; o >>= 1) {
        Choice other;
        other.score = __shfl_xor_sync(0xffffffffu, c.score, o);
        other.unit = __shfl_xor_sync(0xffffffffu, c.unit, o);
        c = better(c, other);
    }
    return c;
}

// ---------------------------------------------------------------- the kernel
//
//   h = saturate(round(m1 * (W1 x + b1))), rectified       int8
//   y = s2 * (W2 h + b2)                                    float

__global__ void mlp(const unsigned *x, const unsigned *w1, const int *b1, const float *m1, const unsigned *w2,
                    const int *b2, const float *s2, float *y, int *label, int batch)
{
    Place p = place(batch);
    int lane = threadIdx.x & 31;
    Layer first = layer(w1, b1, m1, INPUTS);
    Layer second = layer(w2, b2, s2, HIDDEN);

    int value = 0;
    if (p.used) {
        const unsigned *mine = x + p.example * first.words;
        value = hidden_unit(first, mine, p.unit);
    }

    Hidden h = gather(value, lane);

    float score = LOWEST;
    if (p.used && p.unit < OUTPUTS) {
        score = output_unit(second, h.word, p.unit);
        y[p.example * OUTPUTS + p.unit] = score;
    }

    Choice best = choose(score, p.unit);
    if (p.used && p.unit == 0)
        label[p.example] = best.unit;
}

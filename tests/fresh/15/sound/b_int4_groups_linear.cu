// fpcheck: linear4<<<4, 32>>> words=[364353220,526645668,2889789179,3051306488,1459037244,259825790,2664070221,566308970,1737127091,1151806527,2968138754,1322348438,4188013225,1536497593,436601826,2744838996,2892048651,709137870,3888334950,164437191,3629497901,3818563253,1811875545,3387151178,3410955186,516507380,554720944,1353675412,230974619,3288635548,1781266860,1470496726]:u32 scale=[0.009999999776482582,0.07999999821186066,0.03999999910593033,0.10999999940395355,0.07000000029802322,0.029999999329447746,0.10000000149011612,0.05999999865889549,0.019999999552965164,0.09000000357627869,0.05000000074505806,0.009999999776482582,0.07999999821186066,0.03999999910593033,0.10999999940395355,0.07000000029802322] zeros=[101190149,151717384,84347147,134874375]:u32 x=[0.0,0.7232308387756348,1.3485758304595947,1.7913973331451416,1.9917616844177246,1.9225504398345947,1.5931309461593628,1.0480886697769165,0.361192524433136,-0.37458932399749756,-1.059672236442566,-1.6013336181640625,-1.9262619018554688,-1.9904797077178955,-1.7852953672409058,-1.33847975730896,-0.7105070948600769,0.013629280030727386,0.7359210252761841,1.3586093187332153,1.7974162101745605,1.9929512739181519,1.9187496900558472,1.5848543643951416,1.0364564657211304,0.34777897596359253,-0.3879687190055847,-1.0712066888809204,-1.609461784362793,-1.9298838376998901,-1.989105224609375,-1.7791104316711426,-1.3283214569091797,-0.6977503895759583,0.027257926762104034,0.7485769987106323,1.3685797452926636,1.8033515214920044,1.9940482378005981,1.9148597717285156,1.576504111289978,1.0247759819030762,0.33434924483299255,-0.4013301134109497,-1.0826913118362427,-1.6175153255462646,-1.9334162473678589,-1.9876383543014526,-1.7728428840637207,-1.3181015253067017,-0.6849612593650818,0.040885306894779205,0.7611982226371765,1.3784865140914917,1.8092031478881836,1.9950525760650635,1.9108810424804688,1.5680806636810303,1.0130480527877808,0.320904016494751,-0.4146728515625,-1.0941256284713745,-1.6254937648773193,-1.9368587732315063] bias=[0.5,-1.25,8.0,-0.10000000149011612] y=empty:4 peak=empty:4 rows=4 columns=64 leak=0.1 want=[3.673717003079782,-0.14286286400086282,7.8565883507569385,-0.0037853236692490413] ref=y=want --tol rtol=0,atol=2e-5
// expect: ok
// why: nibbles cut out of words, zero points cut out of another, and a trick that puts integers below 2^23 into a mantissa and takes 2^23 off: all of these are exact
// figure: MPFR y = 3.673717, ...; error below 3e-6 absolute against 2e-5 allowed (terms up to 24.8 in sum)
// Linear layer with 4-bit weights: groups of 16 columns have a scale and a zero point. One warp a row.
//
// words:  eight weights a word, column 0 in the lowest nibble
// zeros:  four groups a word, group 0 in the lowest byte
// scale:  one float a group

const unsigned ALL = 0xffffffffu;
const int GROUP = 16;
const int NIBBLES = 8; // a word
const int BYTES = 4;   // a word

struct Row {
    const unsigned *words;
    const unsigned *zeros;
    const float *scale;
    int columns;
};

// ---------------------------------------------------------------- layout

__device__ int groups(int columns)
{
    return (columns + GROUP - 1) / GROUP;
}

__device__ int words_of(int columns)
{
    return (columns + NIBBLES - 1) / NIBBLES;
}

__device__ int zero_words(int columns)
{
    return (groups(columns) + BYTES - 1) / BYTES;
}

__device__ Row row_of(const unsigned *words, const unsigned *zeros, const float *scale, int row, int columns)
{
    Row r;
    r.words = words + row * words_of(columns);
    r.zeros = zeros + row * zero_words(columns);
    r.scale = scale + row * groups(columns);
    r.columns = columns;
    return r;
}

// ---------------------------------------------------------------- bits

__device__ unsigned nibble(unsigned word, int k)
{
    return (word >> (4 * k)) & 0xfu;
}

__device__ unsigned byte(unsigned word, int k)
{
    return (word >> (8 * k)) & 0xffu;
}

// A small integer as a float without a conversion: it is the mantissa of 2^23 + v.
__device__ float small_float(unsigned v)
{
    return __uint_as_float(0x4b000000u | v) - 8388608.0f;
}

// ---------------------------------------------------------------- weights

__device__ unsigned raw_weight(Row r, int column)
{
    return nibble(r.words[column / NIBBLES], column % NIBBLES);
}

__device__ unsigned zero_point(Row r, int group)
{
    return byte(r.zeros[group / BYTES], group % BYTES);
}

// The weight in units of the scale of its group: an integer from -15 to 15.
__device__ float steps(Row r, int column, int group)
{
    return small_float(raw_weight(r, column)) - small_float(zero_point(r, group));
}

// ---------------------------------------------------------------- sums

// Half a warp a group: lane and column go together, and each lane has one column of every second group.
struct Walk {
    int first; // group
    int lane;  // in the group
    int step;
};

__device__ Walk walk(int lane)
{
    Walk w;
    w.first = lane / GROUP;
    w.lane = lane % GROUP;
    w.step = 32 / GROUP;
    return w;
}

// Sum over the sixteen lanes of a group; both halves of the warp take part.
__device__ float group_sum(float v)
{
    for (int o = GROUP / 2; o > 0; o >>= 1)
        v += __shfl_xor_sync(ALL, v, o, GROUP);
    return v;
}

__device__ float across_halves(float v)
{
    return v + __shfl_xor_sync(ALL, v, GROUP);
}

__device__ float term(Row r, const float *x, int group, int lane)
{
    int column = group * GROUP + lane;
    if (group >= groups(r.columns) || column >= r.columns)
        return 0.0f;
    return steps(r, column, group) * x[column];
}

__device__ float scale_of(Row r, int group)
{
    return group < groups(r.columns) ? r.scale[group] : 0.0f;
}

// Every lane takes as many turns as lane 0, so that all of them are there for the shuffles.
__device__ float dot(Row r, const float *x, int lane)
{
    Walk w = walk(lane);
    int turns = (groups(r.columns) + w.step - 1) / w.step;
    float sum = 0.0f;
    for (int k = 0; k < turns; k++) {
        int group = w.first + k * w.step;
        float s = group_sum(term(r, x, group, w.lane));
        sum = fmaf(scale_of(r, group), s, sum);
    }
    return across_halves(sum);
}

// ---------------------------------------------------------------- the largest weight of a row, for the next calibration

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(ALL, v, o));
    return v;
}

__device__ float largest(Row r, int lane)
{
    float m = 0.0f;
    for (int c = lane; c < r.columns; c += 32)
        m = fmaxf(m, fabsf(steps(r, c, c / GROUP)) * r.scale[c / GROUP]);
    return warp_max(m);
}

// ---------------------------------------------------------------- what follows the product

__device__ float with_bias(float v, const float *bias, int row)
{
    return v + bias[row];
}

__device__ float leaky(float v, float leak)
{
    return v > 0.0f ? v : leak * v;
}

__device__ float finish(float v, const float *bias, int row, float leak)
{
    return leaky(with_bias(v, bias, row), leak);
}

// ---------------------------------------------------------------- the kernel
//
//   y = leaky(bias + sum over groups of scale * sum over the group of (weight - zero) * x)
//
// The inner sum is in units of the scale; it is multiplied once a group and not once a weight. Sixteen products
// are added as a tree, groups one after the other, and the two halves of the warp at the end. A row whose
// columns are no multiple of the group is padded with terms of zero; the words beyond the last column are not
// read, because term() looks at the column first.
//
// Launch with one block of 32 threads a row:
//
//   linear4<<<rows, 32>>>(words, scale, zeros, x, bias, y, peak, rows, columns, leak);

__global__ void linear4(const unsigned *words, const float *scale, const unsigned *zeros, const float *x,
                        const float *bias, float *y, float *peak, int rows, int columns, float leak)
{
    int row = blockIdx.x;
    if (row >= rows)
        return;
    Row r = row_of(words, zeros, scale, row, columns);
    float v = dot(r, x, threadIdx.x);
    float p = largest(r, threadIdx.x);
    if (threadIdx.x == 0) {
        y[row] = finish(v, bias, row, leak);
        peak[row] = p;
    }
}

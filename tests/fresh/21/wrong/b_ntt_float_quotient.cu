// fpcheck: multiply_polynomials<<<1, 32>>> a=[105530546,235384825,753050124,428353638,398955078,92111017,638793964,591562355,242081179,781324537,192308694,866054836,10463045,325881716,774994433,109387987,155656645,398109313,710733475,590564048,175201066,249733790,279878772,642979945,735867252,900734166,627490459,390343120,275108490,478178751,425767655,765926651,725485072,609974081,247608577,742427964,227887709,505994576,748565214,881425532,155394667,596495691,537411022,94165388,298295223,963635099,136252596,433636484,88589523,121257420,111979310,900748804,927242397,631698473,234448726,434586783,319141793,241866031,182737423,713905356,225847091,682118917,293946754,4507815] b=[326720529,660030486,261987937,41299230,112909929,151155662,978899406,237367610,174935286,947834624,825473676,194262343,100037375,839690190,674706171,678637853,298030710,856325145,220394332,952355683,411903220,260663070,881459559,939952075,280089126,797782722,597124535,894666133,913656451,390476723,657654323,414253680,482239182,442179850,552036030,173490274,601415481,434244416,87862039,119456332,119655836,638001315,498485968,431162578,455137241,207287865,556288903,54895175,331891725,549045192,792493618,311820890,997106966,585261995,958708957,536022398,454734757,667225385,457372483,289433024,330511062,566684780,140408914,364687857] product=empty:64 want=[952312676,607202770,985828748,729107608,404132136,872818348,582324421,470162113,332397780,231315216,711456069,446907791,330961003,457679856,607325104,978077610,175214557,365963232,867283177,883981775,470340070,442665841,287873319,491194424,756316710,417077042,379946567,78396459,530592557,618887587,475132794,521821606,253450295,398225529,35759037,638048400,7958197,12556725,406579775,278519186,230796280,702581718,364659922,544946854,463583286,767285940,172163440,397483439,215682386,193824018,922570016,333349825,966345061,394257865,119137171,15948384,209134365,679242704,223922678,383533619,987147390,37514990,382023138,346719652] --ref 'product=want' --tol bitwise
// expect: error flip at line 27
// why: the quotient of a 60-bit product by p is estimated in float: it is off by up to a hundred, and one correction step mends one p only
// figure: computed product[0] = 247327208, MPFR 952312676
#include <cstdint>

// Cyclic product of two polynomials of 64 coefficients modulo 998244353 by number-theoretic transforms in one warp.
constexpr uint32_t P = 998244353u;
constexpr uint32_t ROOT = 3u;
constexpr int SIZE = 64;
constexpr int LOG_SIZE = 6;

__device__ uint32_t add_mod(uint32_t a, uint32_t b)
{
    uint32_t sum = a + b;
    return sum >= P ? sum - P : sum;
}

__device__ uint32_t sub_mod(uint32_t a, uint32_t b)
{
    return a >= b ? a - b : a + P - b;
}

__device__ uint32_t mul_mod(uint32_t a, uint32_t b)
{
    const float inverse = 1.0f / 998244353.0f;
    uint32_t quotient = (uint32_t)((float)a * (float)b * inverse);
    int64_t rest = (int64_t)((uint64_t)a * b) - (int64_t)((uint64_t)quotient * P);
    if (rest < 0)
        rest += P;
    if (rest >= P)
        rest -= P;
    return (uint32_t)rest;
}

// Exact and slow, for the twiddles, which are made once.
__device__ uint32_t pow_mod(uint32_t base, uint32_t exponent)
{
    uint64_t result = 1;
    uint64_t square = base;
    while (exponent)
    {
        if (exponent & 1)
            result = result * square % P;
        square = square * square % P;
        exponent >>= 1;
    }
    return (uint32_t)result;
}

__device__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG_SIZE));
}

struct Workspace
{
    uint32_t first[SIZE];
    uint32_t second[SIZE];
    uint32_t twiddle[SIZE / 2];
    uint32_t back_twiddle[SIZE / 2];
};

__device__ void make_twiddles(Workspace &w, int lane)
{
    uint32_t root = pow_mod(ROOT, (P - 1) / SIZE);
    uint32_t back = pow_mod(root, P - 2);
    w.twiddle[lane] = pow_mod(root, lane);
    w.back_twiddle[lane] = pow_mod(back, lane);
}

__device__ void load_reversed(uint32_t *data, const uint32_t *from, int lane)
{
    data[reversed(lane)] = from[lane];
    data[reversed(lane + 32)] = from[lane + 32];
}

__device__ void transform(uint32_t *data, const uint32_t *twiddle, int lane)
{
    for (int stage = 0; stage < LOG_SIZE; ++stage)
    {
        int half = 1 << stage;
        int group = lane >> stage;
        int inside = lane & (half - 1);
        int top = group * 2 * half + inside;
        uint32_t factor = twiddle[inside << (LOG_SIZE - 1 - stage)];
        uint32_t u = data[top];
        uint32_t v = mul_mod(data[top + half], factor);
        data[top] = add_mod(u, v);
        data[top + half] = sub_mod(u, v);
        __syncwarp();
    }
}

__device__ void multiply_points(Workspace &w, int lane)
{
    for (int i = lane; i < SIZE; i += 32)
        w.first[i] = mul_mod(w.first[i], w.second[i]);
}

// In bit-reversed order for the way back; the pairs are disjoint, so every pair is swapped by its smaller index.
__device__ void reverse_in_place(uint32_t *data, int lane)
{
    for (int i = lane; i < SIZE; i += 32)
    {
        int j = reversed(i);
        if (i < j)
        {
            uint32_t keep = data[i];
            data[i] = data[j];
            data[j] = keep;
        }
    }
}

__device__ void store_scaled(const uint32_t *data, uint32_t *to, int lane)
{
    uint32_t by = pow_mod(SIZE, P - 2);
    for (int i = lane; i < SIZE; i += 32)
        to[i] = mul_mod(data[i], by);
}

__global__ void multiply_polynomials(const uint32_t *a, const uint32_t *b, uint32_t *product)
{
    __shared__ Workspace w;
    int lane = threadIdx.x;
    make_twiddles(w, lane);
    load_reversed(w.first, a, lane);
    load_reversed(w.second, b, lane);
    __syncwarp();
    transform(w.first, w.twiddle, lane);
    transform(w.second, w.twiddle, lane);
    multiply_points(w, lane);
    __syncwarp();
    reverse_in_place(w.first, lane);
    __syncwarp();
    transform(w.first, w.back_twiddle, lane);
    store_scaled(w.first, product, lane);
}

// Evaluates a product at a point, to check it against the factors.
__global__ void evaluate(const uint32_t *polynomial, const uint32_t *point, uint32_t *value, int points)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= points)
        return;
    uint64_t sum = 0;
    for (int c = SIZE - 1; c >= 0; --c)
        sum = (sum * point[i] + polynomial[c]) % P;
    value[i] = (uint32_t)sum;
}

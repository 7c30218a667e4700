// fpcheck: sort_segment <<<1, 128>>> key=[-3.2168238,-1.0364106,5.3325453,18.78695,13.44996,1.447799,15.597343,5.446337,1.4413828,-10.307864,-3.9085467,0.22868462,8.441693,-8.722524,-0.052995734,-2.1141834,1.1845051,-9.50573,-8.762662,-4.7048635,16.141687,4.603171,2.8258197,-18.409779,12.01161,10.58015,-0.79300654,4.97556,-9.716203,-5.906999,-0.87595534,-0.8644184,-3.124078,-18.49328,2.190824,12.42916,-16.128605,3.9742103,-4.3547897,20.338293,-1.6654637,1.7862695,18.752007,8.588535,-15.29842,-8.180354,0.33680996,-1.46131,9.5656,1.6363963,31.728998,-20.111168,16.867025,-21.226503,10.314908,-1.2232312,-18.32094,2.7249382,3.3894396,-14.993921,7.514629,-4.2809525,-2.595582,6.66079,-2.3868637,4.2423124,12.325896,-11.141493,3.51624,15.521188,-9.311887,1.20136,1.0956761,-8.914356,15.609119,-3.148878,-9.1603155,1.0305403,7.7094445,-4.891075,-6.385671,-1.9252001,8.79191,5.6408215,0.31318662,8.048502,-8.826738,-4.630663,9.45376,-1.3577932,4.996547,-5.3737435,21.99438,9.173635,19.67026,-14.7734995,-3.4461434,-5.7644916,-1.2348951,18.980017] payload=arange:100 sorted_key=empty:100 sorted_payload=empty:100 n=100 want=[-21.226503372192383,-20.111167907714844,-18.4932804107666,-18.409778594970703,-18.320940017700195,-16.128604888916016,-15.298419952392578,-14.993921279907227,-14.773499488830566,-11.14149284362793,-10.30786418914795,-9.716202735900879,-9.505729675292969,-9.31188678741455,-9.16031551361084,-8.914356231689453,-8.826738357543945,-8.762661933898926,-8.72252368927002,-8.180354118347168,-6.385671138763428,-5.906999111175537,-5.764491558074951,-5.373743534088135,-4.891075134277344,-4.704863548278809,-4.63066291809082,-4.354789733886719,-4.280952453613281,-3.9085466861724854,-3.446143388748169,-3.2168238162994385,-3.1488780975341797,-3.1240780353546143,-2.5955820083618164,-2.3868637084960938,-2.1141834259033203,-1.92520010471344,-1.6654636859893799,-1.4613100290298462,-1.3577932119369507,-1.23489511013031,-1.2232311964035034,-1.0364105701446533,-0.87595534324646,-0.8644183874130249,-0.7930065393447876,-0.05299573391675949,0.22868461906909943,0.3131866157054901,0.3368099629878998,1.0305403470993042,1.095676064491272,1.1845051050186157,1.2013599872589111,1.4413827657699585,1.4477989673614502,1.6363962888717651,1.7862695455551147,2.190824031829834,2.724938154220581,2.825819730758667,3.389439582824707,3.516239881515503,3.974210262298584,4.242312431335449,4.603170871734619,4.975560188293457,4.996547222137451,5.332545280456543,5.4463372230529785,5.64082145690918,6.660789966583252,7.514628887176514,7.709444522857666,8.048501968383789,8.441693305969238,8.58853530883789,8.791910171508789,9.17363452911377,9.453760147094727,9.565600395202637,10.314908027648926,10.58014965057373,12.01161003112793,12.325896263122559,12.429160118103027,13.449959754943848,15.521187782287598,15.597343444824219,15.609119415283203,16.141687393188477,16.86702537536621,18.75200653076172,18.786949157714844,18.980016708374023,19.670259475708008,20.338293075561523,21.994380950927734,31.7289981842041] ref=sorted_key=want --tol rtol=1e-6,atol=0
// expect: error sign-trick at line 22
// why: only the sign bit of the float is flipped; the magnitudes of negative keys stay, so they come out in falling order before the positive ones
// figure: computed sorted_key[0] = -0.05299573391675949, MPFR -21.226503372192383
// Block-wide radix sort of float keys with a 32-bit payload: least significant digit first, four bits a pass.
//
// Every pass ranks the digits stably: within a warp by ballots, between warps by a table of counts that is
// scanned digit by digit, warp by warp. One block sorts one segment of at most KEYS elements; the places after
// the segment's end are filled with the largest key and are not written back.

#define KEYS 128
#define BITS 4
#define DIGITS (1 << BITS)
#define WARPS (KEYS / 32)

// ---------------------------------------------------------------- keys

// Unsigned words in the order of the floats.
__device__ __forceinline__ unsigned encode(float v)
{
    unsigned u = __float_as_uint(v);
    return u ^ 0x80000000u;
}

__device__ __forceinline__ float decode(unsigned u)
{
    return __uint_as_float(u ^ 0x80000000u);
}

__device__ __forceinline__ unsigned digit_of(unsigned key, int pass)
{
    return (key >> (pass * BITS)) & (DIGITS - 1);
}

// ---------------------------------------------------------------- ranks

// The lanes of the warp that hold the same digit.
__device__ unsigned peers_of(unsigned digit)
{
    unsigned peers = 0xffffffffu;
    for (int b = 0; b < BITS; b++) {
        bool one = digit >> b & 1u;
        unsigned votes = __ballot_sync(0xffffffffu, one);
        peers &= one ? votes : ~votes;
    }
    return peers;
}

__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

struct Counts {
    int of[DIGITS * WARPS]; // digit by digit, and in each the warps
};

__device__ void clear(Counts &c)
{
    for (int i = threadIdx.x; i < DIGITS * WARPS; i += blockDim.x)
        c.of[i] = 0;
}

// Exclusive scan of 64 counts by the first warp, two a lane.
__device__ void scan(Counts &c)
{
    if (threadIdx.x >= 32)
        return;
    int lane = threadIdx.x;
    int a = c.of[2 * lane];
    int b = c.of[2 * lane + 1];
    int sum = a + b;
    for (int d = 1; d < 32; d <<= 1) {
        int up = __shfl_up_sync(0xffffffffu, sum, d);
        if (lane >= d)
            sum += up;
    }
    int before = sum - a - b;
    c.of[2 * lane] = before;
    c.of[2 * lane + 1] = before + a;
}

// ---------------------------------------------------------------- one pass

struct Items {
    unsigned key[KEYS];
    int value[KEYS];
};

__device__ void pass_over(const Items &from, Items &to, Counts &counts, int pass)
{
    int t = threadIdx.x;
    int warp = t / 32;

    clear(counts);
    __syncthreads();

    unsigned key = from.key[t];
    int value = from.value[t];
    unsigned digit = digit_of(key, pass);
    unsigned peers = peers_of(digit);
    int rank = __popc(peers & lanes_below());
    int slot = (int)digit * WARPS + warp;
    if (rank == 0)
        counts.of[slot] = __popc(peers);
    __syncthreads();

    scan(counts);
    __syncthreads();

    int place = counts.of[slot] + rank;
    to.key[place] = key;
    to.value[place] = value;
    __syncthreads();
}

// ---------------------------------------------------------------- the kernel

__global__ void sort_segment(const float *key, const int *payload, float *sorted_key, int *sorted_payload, int n)
{
    __shared__ Items front, back;
    __shared__ Counts counts;

    int t = threadIdx.x;
    int base = blockIdx.x * n;

    front.key[t] = t < n ? encode(key[base + t]) : 0xffffffffu;
    front.value[t] = t < n ? payload[base + t] : -1;
    __syncthreads();

    // an even number of passes: the result ends in front
    for (int p = 0; p < 32 / BITS; p += 2) {
        pass_over(front, back, counts, p);
        pass_over(back, front, counts, p + 1);
    }

    if (t < n) {
        sorted_key[base + t] = decode(front.key[t]);
        sorted_payload[base + t] = front.value[t];
    }
}

// ---------------------------------------------------------------- host

void launch_sort_segment(const float *key, const int *payload, float *sorted_key, int *sorted_payload, int segments,
                   int n, cudaStream_t stream)
{
    if (n > KEYS || segments == 0)
        return;
    sort_segment<<<segments, KEYS, 0, stream>>>(key, payload, sorted_key, sorted_payload, n);
}

// fpcheck: bloom<<<1, 64>>> key=[418180886,3186015307,2335263485,3236982921,1852460525,1997935198,491029468,445495610,337711540,4152597075,1537677166,1377612138,3608159057,860417460,1837459722,3684047665,579529127,2203945677,1938172351,769830173,1256899155,3223220813,3614076571,3405815520,4061255696,2378677034,3554077824,3529338921,589821636,2623661712,1178892643,1862682274,1239015165,1332856229,1945623928,3068439605,799564546,3874810748,2364147370,831587156] probe=[418180886,3186015307,2335263485,3236982921,1852460525,1997935198,491029468,445495610,337711540,4152597075,679197826,2620775147,27815020,264141706,1733253277,2366820679,3644986999,482895083,2078180045,3245223996,4116276288,4098492740,3788104019,4059253968,740202432,3095366715,3686031848,3139897242,2515169005,2993818713,2768696470,2357572518] maybe=empty:32 keys=40 probes=32 want=[1,1,1,1,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --ref 'maybe=want' --tol bitwise
// expect: ok
// why: shared words are set by atomicOr in any order and read after the barrier; the multiply-shift hash wraps on purpose
// figure: computed sum of maybe = 10, MPFR the same (exact)
constexpr int WORDS = 32;

__device__ unsigned slot(unsigned key, unsigned multiplier)
{
    return (key * multiplier) >> 22;  // ten bits
}

__global__ void bloom(const unsigned *key, const unsigned *probe, int *maybe, int keys, int probes)
{
    __shared__ unsigned filter[WORDS];
    const unsigned multipliers[3] = {2654435761u, 2246822519u, 3266489917u};
    if (threadIdx.x < WORDS)
        filter[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < keys)
        for (int h = 0; h < 3; ++h)
        {
            unsigned s = slot(key[threadIdx.x], multipliers[h]);
            atomicOr(&filter[s >> 5], 1u << (s & 31));
        }
    __syncthreads();
    if (threadIdx.x < probes)
    {
        bool all = true;
        for (int h = 0; h < 3; ++h)
        {
            unsigned s = slot(probe[threadIdx.x], multipliers[h]);
            all = all && (filter[s >> 5] >> (s & 31) & 1u);
        }
        maybe[threadIdx.x] = all;
    }
}

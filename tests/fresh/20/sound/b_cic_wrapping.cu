// fpcheck: cic <<<1, 32>>> x=[31816,28085,29699,31578,29032,31588,29817,28708,29644,31331,28532,28820,30895,31975,29086,29101,29002,29270,31250,30290,30315,30568,30529,31681,29076,29632,31734,28055,30292,30076,28759,30255,28621,31433,31393,31107,28370,29598,28371,29748,29009,29846,28973,28689,31463,30011,30775,29321,28602,31240,31155,31198,30048,29855,29941,28126,30882,30543,30926,28518,28474,29389,30073,31797] start=4294000000 out=empty:8 want=[3627112,13682015,15308656,15460038,15340939,15219623,15286515,15411592] ref=out=want --tol rtol=0,atol=0.5
// expect: ok
// why: the integrators of a CIC decimator overflow, here at once because of where they start; the combs take differences modulo 2^32, and the true output fits
// figure: computed out[5] = 15219623, exact 15219623: error 0 against 0.5
// CIC decimator by 8, three stages, one channel. `start` is what is left in the integrators from earlier samples.
#define R 8
#define STAGES 3

__global__ void cic(const int *x, int *out, unsigned start)
{
    if (threadIdx.x != 0)
        return;
    unsigned sum[STAGES] = {0u, 0u, start};
    unsigned last[STAGES] = {start, 0u, 0u}; // the combs have seen the start
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < R; i++) {
            unsigned v = (unsigned)x[k * R + i];
            for (int s = 0; s < STAGES; s++) {
                sum[s] += v;
                v = sum[s];
            }
        }
        unsigned v = sum[STAGES - 1];
        for (int s = 0; s < STAGES; s++) {
            unsigned d = v - last[s];
            last[s] = v;
            v = d;
        }
        out[k] = (int)v;
    }
}

// fpcheck: ledger_total<<<1, 32>>> x=[30000000.0,-30000002.0,30000004.0,-30000006.0,30000008.0,-30000010.0,30000012.0,-30000014.0,30000016.0,-30000018.0,30000020.0,-30000022.0,30000024.0,-30000026.0,30000028.0,-30000030.0,30000032.0,-30000034.0,30000036.0,-30000038.0,30000040.0,-30000042.0,30000044.0,-30000046.0,30000048.0,-30000050.0,30000052.0,-30000054.0,30000056.0,-30000058.0,30000060.0,-30000062.0,10.904800415039062,0.4894999861717224,1.218400001525879,10.931300163269043,0.385699987411499,0.5447999835014343,10.36929988861084,0.3937999904155731,0.629800021648407,11.586000442504883,-0.44179999828338623,-0.02319999970495701,10.181300163269043,0.989300012588501,0.7569000124931335,10.083800315856934,1.3344000577926636,1.2994999885559082,11.30780029296875,0.6011000275611877,-0.3149999976158142,10.029999732971191,0.426800012588501,-0.5109000205993652,10.380399703979492,-0.1460999995470047,-0.5698000192642212,10.927900314331055,0.25110000371932983,1.054900050163269,11.038200378417969,0.650600016117096] total=empty:1 n=64 want=[94.7606019285] ref=total=want --tol rtol=1e-5,atol=0
// expect: ok
// why: large entries cancel, but the rounding errors are kept by two-sum and travel with the sums through the shuffles
// figure: error 3.091939857e-8 of rtol 1e-5
// Total of a ledger: every partial sum carries what rounding lost.
struct Sum {
    float high, low;
};

__device__ __forceinline__ Sum two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    float t = __fsub_rn(s, a);
    float e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, t)), __fsub_rn(b, t));
    Sum r = {s, e};
    return r;
}

__device__ Sum add(Sum a, Sum b)
{
    Sum r = two_sum(a.high, b.high);
    r.low += a.low + b.low;
    return r;
}

__global__ void ledger_total(const float *x, float *total, int n)
{
    Sum s = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32) {
        Sum v = {x[i], 0.0f};
        s = add(s, v);
    }
    for (int d = 16; d > 0; d >>= 1) {
        Sum other;
        other.high = __shfl_xor_sync(0xffffffffu, s.high, d);
        other.low = __shfl_xor_sync(0xffffffffu, s.low, d);
        s = add(s, other);
    }
    if (threadIdx.x == 0)
        total[0] = s.high + s.low;
}

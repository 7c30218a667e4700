// fpcheck: vwap <<<1, 32>>> price=@a_vwap_price.npy size=@a_vwap_size.npy carry=16777216.0 volume=empty:32 vwap_out=empty:32 trades=200 --ref 'volume=@a_vwap_volume.npy' --ref 'vwap_out=@a_vwap.npy' --tol rtol=3e-7
// expect: ok
// why: a running volume beyond 2^24 would absorb sizes of 1, but both sums carry the error of TwoSum beside them and add it at the end
// figure: largest relative error 6.4e-08 at vwap_out[27] (49.9999962, exact 49.9999994), largest absolute error 3.2e-06
struct DD {
    float hi, lo;
};

__device__ void accumulate(DD &a, float x)
{
    float s = a.hi + x;
    float bb = s - a.hi;
    a.lo += (a.hi - (s - bb)) + (x - bb);
    a.hi = s;
}

__global__ void vwap(const float *__restrict__ price, const float *__restrict__ size, float carry,
                     float *__restrict__ volume, float *__restrict__ vwap_out, int trades)
{
    int t = threadIdx.x;
    DD vol = {carry, 0.0f};
    DD cash = {0.0f, 0.0f};
    accumulate(cash, carry * 50.0f);
    for (int k = 0; k < trades; ++k) {
        float p = price[k * 32 + t], q = size[k * 32 + t];
        float prod = __fmul_rn(p, q);
        accumulate(cash, prod);
        cash.lo += fmaf(p, q, -prod);
        accumulate(vol, q);
    }
    volume[t] = vol.hi + vol.lo;
    vwap_out[t] = (cash.hi + cash.lo) / (vol.hi + vol.lo);
}

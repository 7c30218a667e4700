// fpcheck: running_totals <<<1, 32>>> x=[2.177,1.392,0.637,1.954,2.501,1.632,1.743,1.311,0.656,2.529,0.971,1.929,0.436,1.023,1.08,1.927,1.149,2.498,0.704,2.046,2.203,0.001,0.667,2.838,2.095,0.573,1.794,1.231,2.441,1.094,0.863,2.328] head=[1,0,0,0,0,1,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0] out=empty:32 want=[2.177000045776367,3.569000005722046,4.206000030040741,6.160000026226044,8.660999953746796,1.6319999694824219,1.7430000305175781,3.0540000200271606,3.7100000381469727,6.239000082015991,7.210000097751617,9.139000117778778,9.57500010728836,10.59800010919571,1.0800000429153442,3.0070000886917114,4.156000137329102,6.6540000438690186,7.358000040054321,9.404000043869019,11.60700011253357,11.608000112581067,12.275000108289532,15.11300016741734,17.20800019602757,17.781000209855847,19.57500023941975,20.80600018601399,23.2470001707552,1.093999981880188,1.956999957561493,4.285000026226044] ref=out=want --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: every lane adds what comes from d lanes below only where its segment reaches so far: the distance to the head is found by a ballot and __clz
// figure: computed out[4] about 8.661, MPFR 8.66099995: error about an ulp against 1e-6
// Running totals within groups (PARTITION BY) of a warp's 32 rows; head marks the first row of a group.
__global__ void running_totals(const float *x, const int *head, float *out)
{
    int lane = threadIdx.x;
    unsigned heads = __ballot_sync(0xffffffffu, head[lane] != 0) | 1u;
    unsigned upto = heads & (0xffffffffu >> (31 - lane));
    int begin = 31 - __clz((int)upto);
    float v = x[lane];
    for (int d = 1; d < 32; d <<= 1) {
        float below = __shfl_up_sync(0xffffffffu, v, d);
        if (lane - d >= begin)
            v += below;
    }
    out[lane] = v;
}

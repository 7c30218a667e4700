// fpcheck: top_items <<<1, 32>>> score=[0.396563202,-0.571077406,0.0484931953,-0,0.58847326,1.01919878,-0.989278615,3.5,-0.809416473,0.577994108,-1.92526686,0.0769126192,0.399428666,0.513263524,1.75442946,-0.936925411,1.22478223,-0.163128927,-0.383705258,0.921277761,3.50000024,-0.738628983,-0.116637446,-0.344156176,-2.05074644,0.574000001,3.49975681,-0.406225473,0.62504077,-1.51023805,-1.52415633,-1.98042285,-0.750673652,-0.112036526,1.77472234,-2.27981567,-0.791670382,0.998915195,0.931973398,-1.75504065,3.5,-0.0447169915,-0.0232327618,0.711739004,-0.0855226144,-0.208887085,-0.390232891,-0.629761696,0.668554544,1.5109843,0.882507861,1.10862148,-0.223381743,1.62503374,0.837332428,0.0672436804,-0.314571291,0.633099735,0.719051242,0.217939541,-2.41698265,1.68097389,0.538507164,-1.26330245] item=empty:5 n=64 k=5 want=[20,7,40,26,34] ref=item=want --tol rtol=0,atol=0.5
// expect: ok
// why: floats are ranked by their bits, negative ones too: the key has all 32 of them above the item number, so neighbours differ and ties go to the lower number
// figure: items [20, 7, 40, 26, 34], exact
typedef unsigned long long Key;

__device__ Key key_of(float score, int item)
{
    unsigned u = __float_as_uint(score);
    u = u & 0x80000000u ? ~u : u | 0x80000000u;
    return (Key)u << 32 | (unsigned)~item;
}

__device__ Key warp_max(Key v)
{
    for (int o = 16; o > 0; o >>= 1) {
        Key w = __shfl_xor_sync(0xffffffffu, v, o);
        v = w > v ? w : v;
    }
    return v;
}

// The k best items of one user, best first: one maximum after another below the last.
__global__ void top_items(const float *score, int *item, int n, int k)
{
    int lane = threadIdx.x;
    Key limit = ~0ull;
    for (int r = 0; r < k; r++) {
        Key mine = 0;
        for (int i = lane; i < n; i += 32) {
            Key v = key_of(score[i], i);
            if (v < limit && v > mine)
                mine = v;
        }
        limit = warp_max(mine);
        if (lane == 0)
            item[r] = (int)~(unsigned)limit;
    }
}

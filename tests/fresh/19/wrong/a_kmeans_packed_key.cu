// fpcheck: assign <<<3, 32>>> px=[0,0.01,1.5] py=[0,-0.02,0.5] cx=[0.0510283485,0.657275319,0.819608808,0.609643817,-1.35498226,-1.83181691,-2.49205899,1.86747932,0.341662347,-2.01036406,0.884862363,1.85772395,0.338003039,-0.864433587,-0.996761441,2.51966453] cy=[-0.998706222,-0.753658533,0.572928786,-2.64541793,1.80129135,1.27466321,-0.314984739,1.82428789,2.10378098,-0.97941035,-1.23583674,2.27310562,-1.50686169,2.75806952,-2.29136634,-1.32810283] label=empty:3 k=16 want=[2,1,2] --ref 'label=want' --tol rtol=1e-7,atol=0
// expect: error flip at line 9
// why: the centroid number replaces the low 8 bits of the distance, so distances that differ by 6e-6 compare equal and the smaller number wins
// figure: label[0] computed 0, MPFR 2
// k-means assignment, one warp a point: distance and centroid number in one word, so that one reduction does both.
__device__ unsigned key_of(float d2, int centroid)
{
    unsigned bits = __float_as_uint(d2); // d2 >= 0: ordered like unsigned
    return (bits & 0xffffff00u) | (unsigned)centroid;
}

__global__ void assign(const float *px, const float *py, const float *cx, const float *cy, int *label, int k)
{
    int point = blockIdx.x;
    int lane = threadIdx.x;
    float x = px[point], y = py[point];
    unsigned best = 0xffffffffu;
    for (int c = lane; c < k; c += 32) {
        float dx = cx[c] - x;
        float dy = cy[c] - y;
        best = min(best, key_of(dx * dx + dy * dy, c));
    }
    best = __reduce_min_sync(0xffffffffu, best);
    if (lane == 0)
        label[point] = (int)(best & 0xffu);
}

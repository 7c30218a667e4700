// fpcheck: grib_pack <<<1, 64>>> field=[271.83,274.21,280.07,285.62,290.44,271.6,301.19,312.93,299.3,277.77,283.14,330.9,271.51] stream=inout:zeros:5:u32 reference=271.5 steps_per_unit=64.0 width=12 n=13 want=[22064418,1133005760,108448348,1865519406,2665086992] ref=stream=want --tol bitwise
// expect: ok
// why: 12-bit fields cross word borders and are or-ed by several threads at once; atomics make that right, and scaling by 64 is exact
// figure: computed stream[0] = 22064418, right 22064418 (integers, exact)
// GRIB simple packing to a bit stream, most significant bit first.
__device__ void put(unsigned *stream, unsigned code, int at, int width)
{
    int word = at >> 5;
    int room = 32 - (at & 31);
    if (width <= room) {
        atomicOr(&stream[word], code << (room - width));
    } else {
        int rest = width - room;
        atomicOr(&stream[word], code >> rest);
        atomicOr(&stream[word + 1], code << (32 - rest));
    }
}

__global__ void grib_pack(const float *field, unsigned *stream, float reference, float steps_per_unit, int width,
                          int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float scaled = (field[i] - reference) * steps_per_unit;
    float top = (float)((1u << width) - 1u);
    unsigned code = __float2uint_rn(fminf(fmaxf(scaled, 0.0f), top));
    put(stream, code, i * width, width);
}

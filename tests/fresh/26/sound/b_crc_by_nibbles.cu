// fpcheck: crc32 <<<1, 32>>> data=[49,50,51,52,53,54,55,56,57] out=empty:1 n=9 want=[3421780262] ref=out=want --tol bitwise
// expect: ok
// why: the table is made by the first 16 lanes and read after a __syncwarp; bits shifted out of the register are meant to go
// figure: computed out[0] = 3421780262 (0xcbf43926, the check value), right the same: error 0
__global__ void crc32(const unsigned char *data, unsigned *out, int n)
{
    __shared__ unsigned table[16];
    int lane = threadIdx.x;
    if (lane < 16) {
        unsigned v = lane;
        for (int k = 0; k < 4; ++k)
            v = (v >> 1) ^ ((v & 1u) ? 0xedb88320u : 0u);
        table[lane] = v;
    }
    __syncwarp();
    if (lane == 0) {
        unsigned crc = 0xffffffffu;
        for (int i = 0; i < n; ++i) {
            crc ^= data[i];
            crc = (crc >> 4) ^ table[crc & 15u];
            crc = (crc >> 4) ^ table[crc & 15u];
        }
        out[0] = ~crc;
    }
}

// fpcheck: adler <<<1, 32>>> bytes=randint(0,250):32x64 checksum=empty:32 length=64 records=32
// expect: ok
// why: sums of sums of bytes in 32 bits with the remainder only at the end: 64 bytes reach at most 532480 and cannot overflow
// figure: computed checksums equal those of zlib, exactly

// Adler-32 of short records.
__global__ void adler(const unsigned char *bytes, unsigned *checksum, int length, int records)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= records)
        return;
    unsigned a = 1, b = 0;
    for (int k = 0; k < length; k++) {
        a += bytes[r * length + k];
        b += a;
    }
    checksum[r] = (b % 65521u) << 16 | (a % 65521u);
}

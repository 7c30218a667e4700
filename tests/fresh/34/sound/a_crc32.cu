// fpcheck: crc_pages <<<1, 32>>> page=@a_crc32_page.npy crc=empty:32 bytes=96 --ref 'crc=@a_crc32_crc.npy'
// expect: ok
// why: the checksum of database pages: shifts and exclusive-ors of unsigned words only, with the mask 0 - (c & 1) that wraps on purpose
// figure: all of crc exactly as the reference, e.g. crc[0] = 1234546840
__global__ void crc_pages(const unsigned char* page, unsigned* crc, int bytes)
{
    int p = threadIdx.x;
    unsigned c = ~0u;
    for (int i = 0; i < bytes; ++i) {
        c ^= page[p * bytes + i];
        for (int k = 0; k < 8; ++k)
            c = (c >> 1) ^ (0xedb88320u & (0u - (c & 1u)));
    }
    crc[p] = ~c;
}

// fpcheck: adler32_rows <<<1, 32>>> data=@b_adler_nmax_x.npy sum=empty:3:u32 rows=3 bytes=6400 --ref 'sum=@b_adler_nmax_ref.npy'
// expect: error integer overflow (mismatch) at line 6
// why: Adler-32 may put the modulo off for at most 5552 bytes (zlib's NMAX); with 6400 bytes of 255 the second sum passes 2^32 and wraps
// figure: sum[0] computed 1.25160049e+09, exact 1.26634609e+09 (2 of 3 beyond the tolerance)
constexpr unsigned kBase = 65521u;
constexpr int kDefer = 6400;

__global__ void adler32_rows(const unsigned char* data, unsigned* sum, int rows, int bytes) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const unsigned char* p = data + row * bytes;
  unsigned a = 1, b = 0;
  int left = bytes;
  while (left > 0) {
    int run = min(left, kDefer);
    for (int i = 0; i < run; ++i) {
      a += p[i];
      b += a;
    }
    a %= kBase;
    b %= kBase;
    p += run;
    left -= run;
  }
  sum[row] = (b << 16) | a;
}

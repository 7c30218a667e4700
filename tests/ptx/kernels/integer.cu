// Integers: every width, carries, bytes, bits.
extern "C" __global__ void integers(int* out, unsigned* uout, long long* lout, const int* a, const unsigned* b, const long long* c, const short* s, const signed char* e) {
  const int i = threadIdx.x;
  const int x = a[i], y = a[i + 1];
  const unsigned u = b[i], v = b[i + 1], w = b[i + 2];
  const long long l = c[i], m = c[i + 1];
  const unsigned long long ul = c[i + 2], um = c[i + 3];
  out[i] = x + y - x * y + x / y + x % y + (x >> 3) + (x << y) + min(x, y) + max(x, y) + abs(x) + __mulhi(x, y) + __mul24(x, y) + __sad(x, y, u) +
           __ffs(x) + __clz(x) + __popc(u) + __clzll(l) + __popcll(l) + __brev(u) + __rhadd(x, y) + __hadd(x, y) + s[i] * s[i + 1] + e[i] * e[i + 1] +
           __dp4a(x, y, 3) + __dp2a_lo(x, y, 4) + __dp2a_hi(x, y, 5);
  uout[i] = u / v + u % v + (u >> 3) + __umulhi(u, v) + __umul24(u, v) + __usad(u, v, w) + __byte_perm(u, v, w) + __funnelshift_l(u, v, w) +
            __funnelshift_rc(u, v, w) + __dp4a(u, v, w) + (u & v) + (u | w) + (u ^ v ^ w) + ((u & v) | (~u & w)) + ~u + !u + __vadd2(u, v) + __vabsdiffu4(u, v) +
            __vmaxs2(u, v) + __vsetltu4(u, v) + __viaddmax_s32(x, y, 3) + __vimax3_s32(x, y, 7);
  lout[i] = l + m - l * m + l / m + l % m + (l >> 5) + (l << x) + __mul64hi(l, m) + __umul64hi(ul, um) + ul / um + ul % um + (ul >> 7) + min(l, m) + max(ul, um) +
            llabs(l) + __brevll(ul) + static_cast<long long>(x) * y + static_cast<unsigned long long>(u) * v + __ffsll(l);
  if (u < v && x >= y && l != m && ul > um && s[i] < s[i + 1]) out[i] ^= 1;
}

extern "C" __global__ void wide(unsigned __int128* out, const unsigned __int128* a) {
  out[threadIdx.x] = a[0] * a[1] + a[2] - (a[3] >> 5) + (a[4] << threadIdx.x);
}

extern "C" __global__ void carries(unsigned* out, const unsigned* a) {
  unsigned r0, r1, r2;
  asm("add.cc.u32 %0, %3, %4;\n\taddc.cc.u32 %1, %5, %6;\n\taddc.u32 %2, 0, 0;" : "=r"(r0), "=r"(r1), "=r"(r2) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));
  asm("{\n\t.reg .u32 t;\n\tmad.lo.cc.u32 t, %1, %2, %0;\n\tmadc.hi.u32 %0, %1, %2, t;\n\t}" : "+r"(r0) : "r"(r1), "r"(r2));
  asm("sub.cc.u32 %0, %0, %2;\n\tsubc.u32 %1, %1, 0;" : "+r"(r0), "+r"(r1) : "r"(r2));
  asm("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %1, %2;\n\tselp.u32 %0, %1, %2, p;\n\tbfe.u32 %0, %0, 3, 5;\n\tbfi.b32 %0, %0, %1, 8, 4;\n\tbfind.u32 %0, %0;\n\t"
      "szext.clamp.s32 %0, %0, 5;\n\tbmsk.wrap.b32 %0, %0, 3;\n\tfns.b32 %0, %0, 0, 1;\n\tcnot.b32 %0, %0;\n\t}" : "+r"(r0) : "r"(r1), "r"(r2));
  out[threadIdx.x] = r0 ^ r1 ^ r2;
}

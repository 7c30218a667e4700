#pragma once
#include <string_view>

/// Elementary functions in binary64, as patterns (scribe.hpp): of a midpoint $a with the radius $A, the value in $d and its radius in $D.
/// They are documented, not proved: what each claims is said above it, and tests/rewritten/functions_test.cpp compares them with MPFR.
namespace fpcheck::instrument::function {

// 2^a = 2^n e^t, n = round(a), t = (a - n) ln 2 in [-0.347, 0.347]: the Taylor polynomial of degree 13 leaves 2^-57, its evaluation and the
// rounding of t less than 2^-51; 2^-50 of the result is claimed. 2^r - 1 <= 0.757 r for r up to 1/4; a larger radius is unknown. Below
// -1000 the value lies between 0 and twice what is given.
// log2 a = k + log2 f, f in [0.707, 1.414]: 2 / ln 2 times the artanh series of (f - 1) / (f + 1) up to the 25th power, which leaves 2^-66.
// k and log2 f never cancel: 2^-48 of the result is claimed. The slope is 1 / (a - r) at most.
// sin, cos: a less a multiple of pi / 2 of three parts, Taylor polynomials up to the 17th and 18th power on [-0.786, 0.786]; 2^-48 is
// claimed up to |a| = 2^20, beyond it is unknown. $q quarters of a turn are added.
// tanh a = 1 - 2 / (e^2|a| + 1), below 1/4 the Taylor series up to the 25th power; 2^-48 of the result is claimed. The slope is 1 at most.
inline constexpr std::string_view exponential_f64 =
  "{ .reg .f64 %x, %n, %t, %p, %s, %u; .reg .b32 %i, %j; .reg .pred %q, %z; max.f64 %x, $a, 0dC08F400000000000; min.f64 %x, %x, 0d408F400000000000; "
  "cvt.rni.f64.f64 %n, %x; sub.rn.f64 %t, %x, %n; mul.rn.f64 %t, %t, 0d3FE62E42FEFA39EF; mov.f64 %p, 0d3DE6124613A86D09; "
  "fma.rn.f64 %p, %p, %t, 0d3E21EED8EFF8D898; fma.rn.f64 %p, %p, %t, 0d3E5AE64567F544E4; fma.rn.f64 %p, %p, %t, 0d3E927E4FB7789F5C; "
  "fma.rn.f64 %p, %p, %t, 0d3EC71DE3A556C734; fma.rn.f64 %p, %p, %t, 0d3EFA01A01A01A01A; fma.rn.f64 %p, %p, %t, 0d3F2A01A01A01A01A; "
  "fma.rn.f64 %p, %p, %t, 0d3F56C16C16C16C17; fma.rn.f64 %p, %p, %t, 0d3F81111111111111; fma.rn.f64 %p, %p, %t, 0d3FA5555555555555; "
  "fma.rn.f64 %p, %p, %t, 0d3FC5555555555555; fma.rn.f64 %p, %p, %t, 0d3FE0000000000000; fma.rn.f64 %p, %p, %t, 0d3FF0000000000000; "
  "fma.rn.f64 %p, %p, %t, 0d3FF0000000000000; cvt.rzi.s32.f64 %i, %n; shl.b32 %i, %i, 20; add.s32 %i, %i, 1072693248; mov.b32 %j, 0; "
  "mov.b64 %s, {%j, %i}; mul.rn.f64 $d, %p, %s; setp.nan.f64 %z, $a, $a; selp.f64 $d, $N, $d, %z; setp.eq.f64 %z, $a, 0dFFF0000000000000; "
  "selp.f64 $d, $0, $d, %z; setp.eq.f64 %z, $a, $I; selp.f64 $d, $I, $d, %z; }";
inline constexpr std::string_view exponential_ball =
  "{ .reg .f64 %x, %n, %t, %p, %s, %u; .reg .b32 %i, %j; .reg .pred %q, %z; max.f64 %x, $a, 0dC08F400000000000; min.f64 %x, %x, 0d408F400000000000; "
  "cvt.rni.f64.f64 %n, %x; sub.rn.f64 %t, %x, %n; mul.rn.f64 %t, %t, 0d3FE62E42FEFA39EF; mov.f64 %p, 0d3DE6124613A86D09; "
  "fma.rn.f64 %p, %p, %t, 0d3E21EED8EFF8D898; fma.rn.f64 %p, %p, %t, 0d3E5AE64567F544E4; fma.rn.f64 %p, %p, %t, 0d3E927E4FB7789F5C; "
  "fma.rn.f64 %p, %p, %t, 0d3EC71DE3A556C734; fma.rn.f64 %p, %p, %t, 0d3EFA01A01A01A01A; fma.rn.f64 %p, %p, %t, 0d3F2A01A01A01A01A; "
  "fma.rn.f64 %p, %p, %t, 0d3F56C16C16C16C17; fma.rn.f64 %p, %p, %t, 0d3F81111111111111; fma.rn.f64 %p, %p, %t, 0d3FA5555555555555; "
  "fma.rn.f64 %p, %p, %t, 0d3FC5555555555555; fma.rn.f64 %p, %p, %t, 0d3FE0000000000000; fma.rn.f64 %p, %p, %t, 0d3FF0000000000000; "
  "fma.rn.f64 %p, %p, %t, 0d3FF0000000000000; cvt.rzi.s32.f64 %i, %n; shl.b32 %i, %i, 20; add.s32 %i, %i, 1072693248; mov.b32 %j, 0; "
  "mov.b64 %s, {%j, %i}; mul.rn.f64 $d, %p, %s; fma.rp.f64 %u, $A, 0d3FE851EB851EB852, 0d3CD0000000000000; mul.rp.f64 %u, %u, $d; "
  "setp.le.f64 %q, $A, 0d3FD0000000000000; selp.f64 %u, %u, $I, %q; add.rp.f64 %t, %u, $d; setp.lt.f64 %q, $a, 0dC08F400000000000; "
  "selp.f64 %u, %t, %u, %q; setp.le.f64 %q, $a, 0d408F400000000000; selp.f64 $D, %u, $I, %q; setp.eq.f64 %z, $a, 0dFFF0000000000000; "
  "selp.f64 $D, $0, $D, %z; setp.nan.f64 %z, $a, $a; selp.f64 $d, $N, $d, %z; setp.eq.f64 %z, $a, 0dFFF0000000000000; selp.f64 $d, $0, $d, %z; "
  "setp.eq.f64 %z, $a, $I; selp.f64 $d, $I, $d, %z; }";
inline constexpr std::string_view logarithm_f64 =
  "{ .reg .f64 %f, %n, %m, %s, %z, %p, %k, %u, %v; .reg .b32 %l, %h, %i, %j; .reg .pred %q, %w; mov.b64 {%l, %h}, $a; sub.s32 %i, %h, 1072079006; "
  "shr.s32 %i, %i, 20; shl.b32 %j, %i, 20; sub.s32 %h, %h, %j; mov.b64 %f, {%l, %h}; sub.rn.f64 %n, %f, 0d3FF0000000000000; "
  "add.rn.f64 %m, %f, 0d3FF0000000000000; div.rn.f64 %s, %n, %m; mul.rn.f64 %z, %s, %s; mov.f64 %p, 0d3FA47AE147AE147B; "
  "fma.rn.f64 %p, %p, %z, 0d3FA642C8590B2164; fma.rn.f64 %p, %p, %z, 0d3FA8618618618618; fma.rn.f64 %p, %p, %z, 0d3FAAF286BCA1AF28; "
  "fma.rn.f64 %p, %p, %z, 0d3FAE1E1E1E1E1E1E; fma.rn.f64 %p, %p, %z, 0d3FB1111111111111; fma.rn.f64 %p, %p, %z, 0d3FB3B13B13B13B14; "
  "fma.rn.f64 %p, %p, %z, 0d3FB745D1745D1746; fma.rn.f64 %p, %p, %z, 0d3FBC71C71C71C71C; fma.rn.f64 %p, %p, %z, 0d3FC2492492492492; "
  "fma.rn.f64 %p, %p, %z, 0d3FC999999999999A; fma.rn.f64 %p, %p, %z, 0d3FD5555555555555; fma.rn.f64 %p, %p, %z, 0d3FF0000000000000; "
  "mul.rn.f64 %p, %p, %s; cvt.rn.f64.s32 %k, %i; fma.rn.f64 $d, %p, 0d40071547652B82FE, %k; setp.eq.f64 %w, $a, $I; selp.f64 $d, $I, $d, %w; "
  "setp.eq.f64 %w, $a, $0; selp.f64 $d, 0dFFF0000000000000, $d, %w; setp.geu.f64 %w, $a, $0; selp.f64 $d, $d, $N, %w; setp.nan.f64 %w, $a, $a; "
  "selp.f64 $d, $N, $d, %w; }";
inline constexpr std::string_view logarithm_ball =
  "{ .reg .f64 %f, %n, %m, %s, %z, %p, %k, %u, %v; .reg .b32 %l, %h, %i, %j; .reg .pred %q, %w; mov.b64 {%l, %h}, $a; sub.s32 %i, %h, 1072079006; "
  "shr.s32 %i, %i, 20; shl.b32 %j, %i, 20; sub.s32 %h, %h, %j; mov.b64 %f, {%l, %h}; sub.rn.f64 %n, %f, 0d3FF0000000000000; "
  "add.rn.f64 %m, %f, 0d3FF0000000000000; div.rn.f64 %s, %n, %m; mul.rn.f64 %z, %s, %s; mov.f64 %p, 0d3FA47AE147AE147B; "
  "fma.rn.f64 %p, %p, %z, 0d3FA642C8590B2164; fma.rn.f64 %p, %p, %z, 0d3FA8618618618618; fma.rn.f64 %p, %p, %z, 0d3FAAF286BCA1AF28; "
  "fma.rn.f64 %p, %p, %z, 0d3FAE1E1E1E1E1E1E; fma.rn.f64 %p, %p, %z, 0d3FB1111111111111; fma.rn.f64 %p, %p, %z, 0d3FB3B13B13B13B14; "
  "fma.rn.f64 %p, %p, %z, 0d3FB745D1745D1746; fma.rn.f64 %p, %p, %z, 0d3FBC71C71C71C71C; fma.rn.f64 %p, %p, %z, 0d3FC2492492492492; "
  "fma.rn.f64 %p, %p, %z, 0d3FC999999999999A; fma.rn.f64 %p, %p, %z, 0d3FD5555555555555; fma.rn.f64 %p, %p, %z, 0d3FF0000000000000; "
  "mul.rn.f64 %p, %p, %s; cvt.rn.f64.s32 %k, %i; fma.rn.f64 $d, %p, 0d40071547652B82FE, %k; sub.rm.f64 %u, $a, $A; "
  "mul.rp.f64 %v, $A, 0d3FF71547652B82FF; div.rp.f64 %v, %v, %u; setp.gt.f64 %q, %u, 0d0170000000000000; selp.f64 %v, %v, $I, %q; abs.f64 %u, $d; "
  "fma.rp.f64 $D, %u, 0d3CF0000000000000, %v; setp.eq.f64 %w, $A, $0; setp.eq.and.f64 %w, $a, $0, %w; selp.f64 $D, $0, $D, %w; setp.eq.f64 %w, $a, $I; "
  "selp.f64 $D, $A, $D, %w; setp.eq.f64 %w, $a, $I; selp.f64 $d, $I, $d, %w; setp.eq.f64 %w, $a, $0; selp.f64 $d, 0dFFF0000000000000, $d, %w; "
  "setp.geu.f64 %w, $a, $0; selp.f64 $d, $d, $N, %w; setp.nan.f64 %w, $a, $a; selp.f64 $d, $N, $d, %w; }";
inline constexpr std::string_view circular_f64 =
  "{ .reg .f64 %k, %t, %z, %s, %c, %u; .reg .b32 %i, %j; .reg .pred %q, %w; mul.rn.f64 %k, $a, 0d3FE45F306DC9C883; cvt.rni.f64.f64 %k, %k; "
  "neg.f64 %u, %k; fma.rn.f64 %t, %u, 0d3FF921FB54442D18, $a; fma.rn.f64 %t, %u, 0d3C91A62633145C07, %t; fma.rn.f64 %t, %u, 0dB91F1976B7ED8FBC, %t; "
  "mul.rn.f64 %z, %t, %t; mov.f64 %s, 0d3CE952C77030AD4A; fma.rn.f64 %s, %s, %z, 0dBD6AE7F3E733B81F; fma.rn.f64 %s, %s, %z, 0d3DE6124613A86D09; "
  "fma.rn.f64 %s, %s, %z, 0dBE5AE64567F544E4; fma.rn.f64 %s, %s, %z, 0d3EC71DE3A556C734; fma.rn.f64 %s, %s, %z, 0dBF2A01A01A01A01A; "
  "fma.rn.f64 %s, %s, %z, 0d3F81111111111111; fma.rn.f64 %s, %s, %z, 0dBFC5555555555555; fma.rn.f64 %s, %s, %z, 0d3FF0000000000000; "
  "mul.rn.f64 %s, %s, %t; mov.f64 %c, 0dBCA6827863B97D97; fma.rn.f64 %c, %c, %z, 0d3D2AE7F3E733B81F; fma.rn.f64 %c, %c, %z, 0dBDA93974A8C07C9D; "
  "fma.rn.f64 %c, %c, %z, 0d3E21EED8EFF8D898; fma.rn.f64 %c, %c, %z, 0dBE927E4FB7789F5C; fma.rn.f64 %c, %c, %z, 0d3EFA01A01A01A01A; "
  "fma.rn.f64 %c, %c, %z, 0dBF56C16C16C16C17; fma.rn.f64 %c, %c, %z, 0d3FA5555555555555; fma.rn.f64 %c, %c, %z, 0dBFE0000000000000; "
  "fma.rn.f64 %c, %c, %z, 0d3FF0000000000000; cvt.rzi.s32.f64 %i, %k; add.s32 %i, %i, $q; and.b32 %j, %i, 1; setp.ne.s32 %q, %j, 0; "
  "selp.f64 $d, %c, %s, %q; and.b32 %j, %i, 2; setp.ne.s32 %q, %j, 0; neg.f64 %u, $d; selp.f64 $d, %u, $d, %q; abs.f64 %u, $a; "
  "setp.le.f64 %w, %u, 0d4130000000000000; selp.f64 $d, $d, $N, %w; }";
inline constexpr std::string_view circular_ball =
  "{ .reg .f64 %k, %t, %z, %s, %c, %u; .reg .b32 %i, %j; .reg .pred %q, %w; mul.rn.f64 %k, $a, 0d3FE45F306DC9C883; cvt.rni.f64.f64 %k, %k; "
  "neg.f64 %u, %k; fma.rn.f64 %t, %u, 0d3FF921FB54442D18, $a; fma.rn.f64 %t, %u, 0d3C91A62633145C07, %t; fma.rn.f64 %t, %u, 0dB91F1976B7ED8FBC, %t; "
  "mul.rn.f64 %z, %t, %t; mov.f64 %s, 0d3CE952C77030AD4A; fma.rn.f64 %s, %s, %z, 0dBD6AE7F3E733B81F; fma.rn.f64 %s, %s, %z, 0d3DE6124613A86D09; "
  "fma.rn.f64 %s, %s, %z, 0dBE5AE64567F544E4; fma.rn.f64 %s, %s, %z, 0d3EC71DE3A556C734; fma.rn.f64 %s, %s, %z, 0dBF2A01A01A01A01A; "
  "fma.rn.f64 %s, %s, %z, 0d3F81111111111111; fma.rn.f64 %s, %s, %z, 0dBFC5555555555555; fma.rn.f64 %s, %s, %z, 0d3FF0000000000000; "
  "mul.rn.f64 %s, %s, %t; mov.f64 %c, 0dBCA6827863B97D97; fma.rn.f64 %c, %c, %z, 0d3D2AE7F3E733B81F; fma.rn.f64 %c, %c, %z, 0dBDA93974A8C07C9D; "
  "fma.rn.f64 %c, %c, %z, 0d3E21EED8EFF8D898; fma.rn.f64 %c, %c, %z, 0dBE927E4FB7789F5C; fma.rn.f64 %c, %c, %z, 0d3EFA01A01A01A01A; "
  "fma.rn.f64 %c, %c, %z, 0dBF56C16C16C16C17; fma.rn.f64 %c, %c, %z, 0d3FA5555555555555; fma.rn.f64 %c, %c, %z, 0dBFE0000000000000; "
  "fma.rn.f64 %c, %c, %z, 0d3FF0000000000000; cvt.rzi.s32.f64 %i, %k; add.s32 %i, %i, $q; and.b32 %j, %i, 1; setp.ne.s32 %q, %j, 0; "
  "selp.f64 $d, %c, %s, %q; and.b32 %j, %i, 2; setp.ne.s32 %q, %j, 0; neg.f64 %u, $d; selp.f64 $d, %u, $d, %q; abs.f64 %u, $a; "
  "setp.le.f64 %w, %u, 0d4130000000000000; min.f64 %u, $A, 0d4000000000000000; add.rp.f64 $D, %u, 0d3CF0000000000000; setp.num.f64 %q, $A, $A; "
  "and.pred %w, %w, %q; selp.f64 $D, $D, $I, %w; }";
inline constexpr std::string_view tangent_f64 =
  "{ .reg .f64 %y, %e, %n, %t, %p, %s, %z, %b, %u; .reg .b32 %i, %j; .reg .pred %q; abs.f64 %y, $a; min.f64 %e, %y, 0d4034000000000000; "
  "mul.rn.f64 %e, %e, 0d40071547652B82FE; cvt.rni.f64.f64 %n, %e; sub.rn.f64 %t, %e, %n; mul.rn.f64 %t, %t, 0d3FE62E42FEFA39EF; "
  "mov.f64 %p, 0d3DE6124613A86D09; fma.rn.f64 %p, %p, %t, 0d3E21EED8EFF8D898; fma.rn.f64 %p, %p, %t, 0d3E5AE64567F544E4; "
  "fma.rn.f64 %p, %p, %t, 0d3E927E4FB7789F5C; fma.rn.f64 %p, %p, %t, 0d3EC71DE3A556C734; fma.rn.f64 %p, %p, %t, 0d3EFA01A01A01A01A; "
  "fma.rn.f64 %p, %p, %t, 0d3F2A01A01A01A01A; fma.rn.f64 %p, %p, %t, 0d3F56C16C16C16C17; fma.rn.f64 %p, %p, %t, 0d3F81111111111111; "
  "fma.rn.f64 %p, %p, %t, 0d3FA5555555555555; fma.rn.f64 %p, %p, %t, 0d3FC5555555555555; fma.rn.f64 %p, %p, %t, 0d3FE0000000000000; "
  "fma.rn.f64 %p, %p, %t, 0d3FF0000000000000; fma.rn.f64 %p, %p, %t, 0d3FF0000000000000; cvt.rzi.s32.f64 %i, %n; shl.b32 %i, %i, 20; "
  "add.s32 %i, %i, 1072693248; mov.b32 %j, 0; mov.b64 %s, {%j, %i}; fma.rn.f64 %p, %p, %s, 0d3FF0000000000000; div.rn.f64 %p, 0d4000000000000000, %p; "
  "sub.rn.f64 %b, 0d3FF0000000000000, %p; mul.rn.f64 %z, $a, $a; mov.f64 %s, 0d3EF0B132D39A6050; fma.rn.f64 %s, %s, %z, 0dBF0497D8EEA25259; "
  "fma.rn.f64 %s, %s, %z, 0d3F1967E18AFCAFAD; fma.rn.f64 %s, %s, %z, 0dBF2F57D7734D1664; fma.rn.f64 %s, %s, %z, 0d3F43558248036744; "
  "fma.rn.f64 %s, %s, %z, 0dBF57DA36452B75E3; fma.rn.f64 %s, %s, %z, 0d3F6D6D3D0E157DE0; fma.rn.f64 %s, %s, %z, 0dBF8226E355E6C23D; "
  "fma.rn.f64 %s, %s, %z, 0d3F9664F4882C10FA; fma.rn.f64 %s, %s, %z, 0dBFABA1BA1BA1BA1C; fma.rn.f64 %s, %s, %z, 0d3FC1111111111111; "
  "fma.rn.f64 %s, %s, %z, 0dBFD5555555555555; fma.rn.f64 %s, %s, %z, 0d3FF0000000000000; mul.rn.f64 %s, %s, %y; setp.lt.f64 %q, %y, 0d3FD0000000000000; "
  "selp.f64 %b, %s, %b, %q; copysign.f64 $d, $a, %b; setp.nan.f64 %q, $a, $a; selp.f64 $d, $N, $d, %q; }";
inline constexpr std::string_view tangent_ball =
  "{ .reg .f64 %y, %e, %n, %t, %p, %s, %z, %b, %u; .reg .b32 %i, %j; .reg .pred %q; abs.f64 %y, $a; min.f64 %e, %y, 0d4034000000000000; "
  "mul.rn.f64 %e, %e, 0d40071547652B82FE; cvt.rni.f64.f64 %n, %e; sub.rn.f64 %t, %e, %n; mul.rn.f64 %t, %t, 0d3FE62E42FEFA39EF; "
  "mov.f64 %p, 0d3DE6124613A86D09; fma.rn.f64 %p, %p, %t, 0d3E21EED8EFF8D898; fma.rn.f64 %p, %p, %t, 0d3E5AE64567F544E4; "
  "fma.rn.f64 %p, %p, %t, 0d3E927E4FB7789F5C; fma.rn.f64 %p, %p, %t, 0d3EC71DE3A556C734; fma.rn.f64 %p, %p, %t, 0d3EFA01A01A01A01A; "
  "fma.rn.f64 %p, %p, %t, 0d3F2A01A01A01A01A; fma.rn.f64 %p, %p, %t, 0d3F56C16C16C16C17; fma.rn.f64 %p, %p, %t, 0d3F81111111111111; "
  "fma.rn.f64 %p, %p, %t, 0d3FA5555555555555; fma.rn.f64 %p, %p, %t, 0d3FC5555555555555; fma.rn.f64 %p, %p, %t, 0d3FE0000000000000; "
  "fma.rn.f64 %p, %p, %t, 0d3FF0000000000000; fma.rn.f64 %p, %p, %t, 0d3FF0000000000000; cvt.rzi.s32.f64 %i, %n; shl.b32 %i, %i, 20; "
  "add.s32 %i, %i, 1072693248; mov.b32 %j, 0; mov.b64 %s, {%j, %i}; fma.rn.f64 %p, %p, %s, 0d3FF0000000000000; div.rn.f64 %p, 0d4000000000000000, %p; "
  "sub.rn.f64 %b, 0d3FF0000000000000, %p; mul.rn.f64 %z, $a, $a; mov.f64 %s, 0d3EF0B132D39A6050; fma.rn.f64 %s, %s, %z, 0dBF0497D8EEA25259; "
  "fma.rn.f64 %s, %s, %z, 0d3F1967E18AFCAFAD; fma.rn.f64 %s, %s, %z, 0dBF2F57D7734D1664; fma.rn.f64 %s, %s, %z, 0d3F43558248036744; "
  "fma.rn.f64 %s, %s, %z, 0dBF57DA36452B75E3; fma.rn.f64 %s, %s, %z, 0d3F6D6D3D0E157DE0; fma.rn.f64 %s, %s, %z, 0dBF8226E355E6C23D; "
  "fma.rn.f64 %s, %s, %z, 0d3F9664F4882C10FA; fma.rn.f64 %s, %s, %z, 0dBFABA1BA1BA1BA1C; fma.rn.f64 %s, %s, %z, 0d3FC1111111111111; "
  "fma.rn.f64 %s, %s, %z, 0dBFD5555555555555; fma.rn.f64 %s, %s, %z, 0d3FF0000000000000; mul.rn.f64 %s, %s, %y; setp.lt.f64 %q, %y, 0d3FD0000000000000; "
  "selp.f64 %b, %s, %b, %q; copysign.f64 $d, $a, %b; setp.nan.f64 %q, $a, $a; selp.f64 $d, $N, $d, %q; abs.f64 %u, $d; "
  "fma.rp.f64 $D, %u, 0d3CF0000000000000, $A; }";
} // namespace fpcheck::instrument::function

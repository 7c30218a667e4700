#pragma once
#include <fpcheck/formats/arithmetic.hpp>

#include <bit>
#include <cfenv>
#include <cstdint>

/// The machine's binary32 arithmetic as a peer of the software one: its modes, its flags, and operands that meet often.
namespace fpcheck::machine {

struct mode {
  rounding round;
  int fe;
  const char* name;
};
inline constexpr mode modes[] = {{rounding::nearest_even, FE_TONEAREST, "nearest_even"},
                                 {rounding::toward_zero, FE_TOWARDZERO, "toward_zero"},
                                 {rounding::upward, FE_UPWARD, "upward"},
                                 {rounding::downward, FE_DOWNWARD, "downward"}};

/// A bijection of words that spreads every bit (the finaliser of splitmix64): a generator that can start anywhere.
inline std::uint64_t scattered(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// A code whose exponent meets others often and whose significand has long runs, so that ties and cancellation occur.
inline std::uint32_t tricky(std::uint64_t index) {
  const std::uint64_t r = scattered(index);
  const auto low = static_cast<std::uint32_t>(r >> 16), kind = static_cast<std::uint32_t>(r >> 9) & 7;
  std::uint32_t exponent = static_cast<std::uint32_t>(r >> 1) & 255;
  if (kind == 0) exponent = (low & 1) != 0 ? 255 : 0;
  if (kind == 1) exponent = 1 + (low & 3);
  if (kind == 2) exponent = 254 - (low & 3);
  if (kind >= 3 && kind <= 5) exponent = 120 + (low & 15);
  std::uint32_t fraction = static_cast<std::uint32_t>(r >> 32) & 0x7fffff;
  const auto run = static_cast<unsigned>(r >> 20) % 24;
  switch ((r >> 12) & 7) {
  case 0:
    fraction = 0;
    break;
  case 1:
    fraction = 0x7fffff;
    break;
  case 2:
    fraction = (fraction >> run) << run;
    break;
  case 3:
    fraction |= (1u << run) - 1;
    break;
  case 4:
    fraction = 1u << run & 0x7fffff;
    break;
  default:
    break;
  }
  return static_cast<std::uint32_t>(r & 1) << 31 | exponent << 23 | fraction;
}

/// Three operands.
struct operands {
  std::uint32_t a, b, c;
};
/// The operands of case `index`: the same on every machine.
inline operands case_of(std::uint64_t index) {
  return {tricky(3 * index), tricky(3 * index + 1), tricky(3 * index + 2)};
}

/// An operation, ours and the machine's. The machine's works on volatiles: nothing moves it across a change of mode.
struct operation {
  const char* name;
  encoded<std::uint32_t> (*ours)(operands, rounding);
  float (*machine)(volatile float&, volatile float&, volatile float&);
};

#if defined(__x86_64__) || defined(__i386__)
__attribute__((target("fma"))) inline float fused(volatile float& x, volatile float& y, volatile float& z) {
  return __builtin_fmaf(x, y, z);
}
inline bool has_fused() {
  return __builtin_cpu_supports("fma") != 0;
}
#else
inline float fused(volatile float& x, volatile float& y, volatile float& z) {
  return __builtin_fmaf(x, y, z);
}
inline bool has_fused() {
  return true;
}
#endif

/// Ours with the mode known at compile time: a policy that is data costs three times as much.
template <class F>
encoded<std::uint32_t> in_mode(rounding r, F f) {
  constexpr policy p{.nan = nan_rule::payload};
  switch (r) {
  case rounding::toward_zero:
    return f(with(p, rounding::toward_zero));
  case rounding::upward:
    return f(with(p, rounding::upward));
  case rounding::downward:
    return f(with(p, rounding::downward));
  default:
    return f(p);
  }
}

inline constexpr operation operations[] = {
    {"add",
     [](operands o, rounding r) {
       return in_mode(
           r, [o](const policy& p) __attribute__((always_inline)) { return add<f32_format>(o.a, o.b, p); });
     },
     [](volatile float& x, volatile float& y, volatile float&) { return x + y; }},
    {"subtract",
     [](operands o, rounding r) {
       return in_mode(
           r, [o](const policy& p) __attribute__((always_inline)) { return subtract<f32_format>(o.a, o.b, p); });
     },
     [](volatile float& x, volatile float& y, volatile float&) { return x - y; }},
    {"multiply",
     [](operands o, rounding r) {
       return in_mode(
           r, [o](const policy& p) __attribute__((always_inline)) { return multiply<f32_format>(o.a, o.b, p); });
     },
     [](volatile float& x, volatile float& y, volatile float&) { return x * y; }},
    {"divide",
     [](operands o, rounding r) {
       return in_mode(
           r, [o](const policy& p) __attribute__((always_inline)) { return divide<f32_format>(o.a, o.b, p); });
     },
     [](volatile float& x, volatile float& y, volatile float&) { return x / y; }},
    {"sqrt",
     [](operands o, rounding r) {
       return in_mode(
           r, [o](const policy& p) __attribute__((always_inline)) { return sqrt<f32_format>(o.a, p); });
     },
     [](volatile float& x, volatile float&, volatile float&) { return __builtin_sqrtf(x); }},
    {"fma",
     [](operands o, rounding r) {
       return in_mode(
           r, [o](const policy& p) __attribute__((always_inline)) { return fma<f32_format>(o.a, o.b, o.c, p); });
     },
     fused}};

/// Sets the machine's mode and forgets its exceptions.
inline void set_mode(int fe) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(0x1f80u | static_cast<unsigned>(fe) << 3); // the x87 unit, which takes longer, is not in use
#else
  std::fesetround(fe);
  std::feclearexcept(FE_ALL_EXCEPT);
#endif
}
/// The exceptions that the machine has raised, as our status.
inline status raised() {
#if defined(__x86_64__)
  const unsigned on = __builtin_ia32_stmxcsr();
#else
  const auto on = static_cast<unsigned>(std::fetestexcept(FE_ALL_EXCEPT));
#endif
  const auto flag = [on](unsigned fe, status s) { return (on & fe) != 0 ? s : status::none; };
  return flag(FE_INEXACT, status::inexact) | flag(FE_UNDERFLOW, status::underflow) |
         flag(FE_OVERFLOW, status::overflow) | flag(FE_DIVBYZERO, status::divide_by_zero) |
         flag(FE_INVALID, status::invalid);
}

/// The machine's result in the mode that is set.
inline std::uint32_t on_machine(const operation& op, operands o) {
  volatile float x = std::bit_cast<float>(o.a), y = std::bit_cast<float>(o.b), z = std::bit_cast<float>(o.c);
  volatile float r = op.machine(x, y, z);
  const float value = r;
  return std::bit_cast<std::uint32_t>(value);
}
/// Result and flags of the machine in a mode, which stays set.
inline encoded<std::uint32_t> compute(const operation& op, operands o, const mode& m) {
  set_mode(m.fe);
  const std::uint32_t code = on_machine(op, o);
  return {code, raised()};
}

/// `code`, or one NaN for all.
inline std::uint32_t one_nan(std::uint32_t code) {
  return (code & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : code;
}

} // namespace fpcheck::machine

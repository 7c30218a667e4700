#include <fpcheck/analysis/rules.hpp>

#include <utility>

namespace fpcheck::analysis {
namespace {

constexpr std::pair<std::string_view, std::string_view> pages[] = {
    {"nan-born",
     R"(An operation whose operands were numbers gave NaN (inf - inf, 0 * inf, 0 / 0, sqrt of a negative number), and the NaN
reaches an output, decides a branch or becomes an address. NaNs that come in as data are not findings.

    p = exp(s - m) / sum;          // a fully masked row has sum = 0: 0 / 0

Guard the case (sum == 0 ? 0 : p / sum), or keep the operands finite.)"},
    {"inf-born",
     R"(An operation on finite numbers gave an infinity (x / 0, log(0), exp(100)) that reaches an output, a branch or an address.
An infinity that dies out on the way (tanhf computes 1 / inf = 0 in good health) is not a finding, nor is one that comes in
as data: masks and keys are infinities on purpose.)"},
    {"overflow", R"(The exact result is finite, but beyond the largest number of the format.

    __half p = __hmul(a, b);       // 300 * 300 > 65504
    acc += __half2float(p);

Multiply in f32, or scale first.)"},
    {"underflow-flushed",
     R"(Values too small for the format, or flushed by .ftz, became zero, and an output is dominated by what was lost. A few small
values that vanish beside large ones are not findings.

Compile without -ftz=true, or rescale so that what matters stays away from the smallest numbers.)"},
    {"cancellation",
     R"(Two nearly equal numbers were subtracted after they had been rounded: the difference consists of the rounding errors.

    var = sumsq / n - mean * mean; // mean 1000, deviation 0.1: no correct digit is left

The subtraction itself is exact; the loss is blamed on it because there the error becomes large against the result. What is
lost in the sensitivity of the problem itself (the inputs' own rounding) is no finding. Two-pass or Welford formulas,
expm1, log1p, fma and shifting the data avoid it.)"},
    {"absorption", R"(A sum is so large that addends are lost in its last place, and together they matter.

    for (i = 0; i < 1 << 26; ++i) count += 1.0f;   // stays at 16777216

Sum in a wider format, pairwise, in blocks, or compensated (Kahan).)"},
    {"narrowing",
     R"(A conversion to a narrower format loses more than everything else, beyond what the format of the output asks for. The one
conversion at a kernel's end is intended and joins the error budget; converting in the middle is what this rule is about.)"},
    {"saturated",
     R"(A conversion clamped a finite value to the largest number of its format, or turned it into NaN or infinity.

    q = __nv_fp8_e4m3(x / scale);  // the scale was taken from another block: |x / scale| > 448

Choose the scale from the largest magnitude, after it is known.)"},
    {"narrow-accumulator",
     R"(A sum is carried round a loop in a format narrower than f32. After K terms its error grows like K/2 ulps of that format, while
every single step looks harmless.

    __half acc = 0;  for (k) acc = __hfma(a[k], b[k], acc);

Accumulate in float and convert once.)"},
    {"int-to-float-loss",
     R"(An integer with more bits than the format's significand was converted, and the lost bits matter to what uses it.

    float pos = (float)index;      // index > 2^24: neighbours become equal)"},
    {"inaccurate",
     R"(An output is farther from the exact result of the kernel's own operations than its sensitivity and the number of operations
explain, and no single operation is to blame. The JSON report shows the slice from the output back.)"},
    {"branch-flip",
     R"(A comparison, a rounding to integer, a minimum or an index was decided otherwise than exact arithmetic would decide it, by
more than the operands' rounding explains.

    while (cdf < u) { cdf += p[i]; ++i; }     // the rounded sum never reaches u

Decisions within the excess limit are only counted, as near-ties.)"},
    {"order-sensitive",
     R"(An output changes with the order of atomics or of blocks by more than rounding, or at all under --tol bitwise or for integers.
`--orders N` compares N schedules.)"},
    {"out-of-domain", R"(A value lies outside the range that a function's documentation, or the user, gives for it.)"},
    {"contraction",
     R"(PTX's mul and add without a rounding modifier may be fused by ptxas. Here the verdict depends on it: one way passes, the
other does not. fmaf says that fusing is meant; __fmul_rn and __fadd_rn say that it is not.)"},
    {"uninitialised",
     R"(A value that nothing wrote (shared or local memory, an output buffer, padding) reaches an output, a branch or an address.
Values that are read and thrown away are not findings.)"},
    {"undefined-lane",
     R"(A shuffle or vote read a lane that did not take part: it had left, or the mask named lanes that were elsewhere.

    // 20 threads in the last warp
    v += __shfl_xor_sync(0xffffffff, v, 16);

Pass the mask of the lanes that are there, or keep whole warps alive and give the surplus lanes neutral values.)"},
    {"race",
     R"(Two threads touch one address, at least one of them writing, with no barrier, fence or atomic that orders them. That it works
on today's schedule proves nothing. Threads that store the same value are a note.)"},
    {"out-of-bounds",
     R"(An access outside every allocation, or outside the one its pointer belongs to. The run goes on: a load gives zero, a store is
dropped.)"},
    {"misaligned", R"(A vector or wide access whose address is no multiple of its size. The hardware traps.

    float4 v = *(float4*)(x + row * C);       // C is not a multiple of 4)"},
    {"null-access",
     R"(An access near address 0: a pointer argument was null, or an index was scaled without its base.)"},
    {"read-only-write",
     R"(A store to constant memory, or to a buffer that was given as an input only. Say inout: if the kernel is meant to overwrite it.)"},
    {"barrier-divergence",
     R"(Some threads of a block wait at a barrier that others never reach: they have left, or wait at another one.

    if (threadIdx.x < n) { ...; __syncthreads(); })"},
    {"integer-division-by-zero",
     R"(An integer division or remainder by zero. The hardware gives an unspecified number without a trap.)"},
    {"unwritten-output",
     R"(Elements of an output were never written: the grid is too small, or the tail was forgotten.)"},
    {"trap", R"(The kernel stopped itself: a trap instruction, or a failed assert, whose text is printed.)"},
    {"mismatch",
     R"(An output differs from its reference by more than the tolerance. NaN never passes against a number. The worst elements are in
the report.)"},
    {"out-of-range", R"(An output leaves the range given with --range. NaN is in no range.

    u = (float)bits * 0x1p-32f;    // bits = 2^32 - 1 rounds up to 1.0: not in [0, 1))"},
    {"vacuous-tolerance",
     R"(The tolerance would also have accepted zeros, a constant, or the elements in other places: the comparison could not have failed.
Use inputs that can tell, or a tolerance that follows from the computation.)"},
};

} // namespace

std::string_view page(rule r) {
  for (const auto& [name, text] : pages)
    if (name == id(r)) return text;
  return {};
}

} // namespace fpcheck::analysis

#include <fpcheck/analysis/rules.hpp>

#include <utility>

namespace fpcheck::analysis {
namespace {

constexpr std::pair<std::string_view, std::string_view> pages[] = {
    {"nan-born",
     R"(An operation whose operands were numbers gave NaN (inf - inf, 0 * inf, 0 / 0, sqrt of a negative number), and the NaN
reaches an output, decides a branch, becomes an address, or is taken away by fmaxf, fminf or a clamp, so that the number which is left
hides it. NaNs that come in as data are not findings.

    p = exp(s - m) / sum;          // a fully masked row has sum = 0: 0 / 0

Guard the case (sum == 0 ? 0 : p / sum), or keep the operands finite.)"},
    {"inf-born",
     R"(An operation on finite numbers gave an infinity (x / 0, log(0), exp(100)) that reaches an output, a branch or an address.
An infinity that dies out on the way (tanhf computes 1 / inf = 0 in good health) is not a finding, nor is one that comes in
as data or that the source spells (INFINITY, -inf, 0x7f800000): masks and keys are infinities on purpose. What powf and other
library functions return beyond their range is one.

    scale = 1.0f / amax;           // a block of zeros has amax = 0: every product with scale is infinite or NaN

Keep a zero out of the divisor (amax > 0 ? 1 / amax : 0), or rescale before the exponential.)"},
    {"overflow",
     R"(The exact result is finite, but beyond the largest number of the format. Of integers: a product or sum that 32 bits do not hold
becomes floating point, and an output depends on it. Hashes, generators and angles in parts of a turn wrap on purpose.

    __half p = __hmul(a, b);       // 300 * 300 > 65504
    acc += __half2float(p);
    y[i] = 0.5f * (i * i);         // i > 46340

Multiply in f32, or scale first; integers in 64 bits.)"},
    {"underflow-flushed",
     R"(Values too small for the format, or flushed by .ftz, became zero, and an output is dominated by what was lost. A few small
values that vanish beside large ones are not findings.

    p[i] = expf(x[i] - m) * 1e-30f;    // with -ftz=true everything below 1.2e-38 is 0: the whole row

Compile without -ftz=true, or rescale so that what matters stays away from the smallest numbers.)"},
    {"cancellation",
     R"(Two nearly equal numbers were subtracted after they had been rounded: the difference consists of the rounding errors.

    var = sumsq / n - mean * mean; // mean 1000, deviation 0.1: no correct digit is left

The subtraction itself is exact; the loss is blamed on it because there the error becomes large against the result. What is
lost in the sensitivity of the problem itself (the inputs' own rounding) is no finding. Two-pass or Welford formulas,
expm1, log1p, fma and shifting the data avoid it.)"},
    {"absorption", R"(A sum is so large that addends are lost in its last place, and together they matter.

    for (i = 0; i < 1 << 26; ++i) count += 1.0f;   // stays at 16777216
    w[i] = __float2bfloat16(__bfloat162float(w[i]) - rate * g[i]);   // stays what it was at every step

Sum in a wider format, pairwise, in blocks, or compensated (Kahan).)"},
    {"narrowing",
     R"(A conversion to a narrower format loses more than everything else, beyond what the format of the output asks for. The one
conversion at a kernel's end is intended and joins the error budget; converting in the middle is what this rule is about. Where a
narrow value is stored, or narrow arithmetic takes it, its rounding is told as a note; where it is only widened again and computed with,
the format serves nothing and that is an error. So it is where binary64 is cut to binary32 before it becomes an integer of 64 bits
whose unit is smaller.

    __nv_bfloat16 p1 = a, p2 = b;  out = __bfloat162float(p1) - __bfloat162float(p2);   // 8 bits before the difference

Keep the value in f32 and convert the result.)"},
    {"saturated",
     R"(A conversion clamped a finite value to the largest number of its format, or turned it into NaN or infinity. Of integers: one
that its type does not hold was clamped, or lost its high bits in a narrower one, and an output depends on it.

    q = __nv_fp8_e4m3(x / scale);  // the scale was taken from another block: |x / scale| > 448
    pcm[i] = (short)(x[i] * 32768.f);   // 1.0 becomes -32768

    out[i] = (unsigned char)(3 * c - l - r);    // computed from samples of 8 bits: -53 becomes 203

Sums and differences with a sample as it is wrap without a word: checksums and differences of neighbours are meant to.
Choose the scale from the largest magnitude, after it is known, or clamp first: min(max(..)) and cvt.sat are taken as meant.)"},
    {"narrow-accumulator",
     R"(A sum is carried round a loop in a format narrower than f32. After K terms its error grows like K/2 ulps of that format, while
every single step looks harmless.

    __half acc = 0;  for (k) acc = __hfma(a[k], b[k], acc);

The same of a sum in f32 whose terms come from f64 and whose result goes into f64: the output is stored with 53 bits and has 24.

    float v = a * b;  for (h) v += __shfl_down_sync(~0u, v, h);  *energy = v;   // a, b and *energy are double

Accumulate in float, of doubles in double, and convert once.)"},
    {"int-to-float-loss",
     R"(An integer with more bits than the format's significand was converted, and the lost bits matter to what uses it.

    float pos = (float)index;      // index > 2^24: neighbours become equal

Split the integer (high and low part), reduce it first (index modulo the period), or use f64.)"},
    {"inaccurate",
     R"(An output is farther from the exact result of the kernel's own operations than its sensitivity and the number of operations
explain, and no single operation is to blame.

    y = powf(base, 1e6f * t);      // thousands of small errors, all of one sign

The JSON and HTML reports show the slice from the output back, and the share of each line.)"},
    {"branch-flip",
     R"(A comparison, a rounding to integer, a minimum or an index was decided otherwise than exact arithmetic would decide it, by
more than the operands' rounding explains.

    while (cdf < u) { cdf += p[i]; ++i; }     // the rounded sum never reaches u

    row = (int)(i * (1.0f / width));          // i = width: 0.99999994, row 0

Compare with a margin, bound the loop by its length too, or decide in integers. Decisions within the excess limit are only counted,
as near-ties, unless rounding alone took them and an output is quite another if they are taken exactly: a sum that underflowed to
the zero it is compared with, an index that stops short of an integer. A flip inside a library function (the range reduction of cosf) is mostly the consequence of a wrong argument: look at
the finding before it.)"},
    {"order-sensitive",
     R"(An output changes with the order of atomics or of blocks by more than rounding, or at all under --tol bitwise or for integers.
`--orders N` compares N schedules. Atomic sums are also computed with their addends by value and by size, both ways, by turns, and
from the last to the first: a seed seldom draws the order that shows most.

    atomicAdd(&sum, x[i]);         // f32 addends of both signs and all sizes: a different sum in each run

Reduce in a fixed order (a tree in each block, then the blocks in order), or in a wider format.)"},
    {"out-of-domain", R"(A value lies outside the range that a function's documentation, or the user, gives for it.

    probe::range(x, 0.0f, 1.0f);   // fpcheck/kernels/probe.hpp: the kernel's author says so, and x = 1.5

The checks probe::range, probe::finite and probe::encloses in a kernel are findings of this rule where they fail.)"},
    {"contraction",
     R"(PTX's mul and add without a rounding modifier are fused by ptxas, unless -fmad=false or -G is given. What is run, saved and
judged is the fused form, as a card runs it. Here the verdict depends on it: one way passes, the other does not.

    d = a * a - b * b;             // fused, the square of b keeps all its bits and that of a does not: d != 0 for a == b

fmaf says that fusing is meant; __fmul_rn and __fadd_rn say that it is not.)"},
    {"uninitialised",
     R"(A value that nothing wrote (shared or local memory, an output buffer, padding) reaches an output, a branch or an address.
Values that are read and thrown away are not findings.

    __shared__ float tile[256];  if (i < n) tile[t] = x[i];  __syncthreads();  sum += tile[t ^ 1];   // i >= n: never written

Write the neutral value where there is no data (tile[t] = i < n ? x[i] : 0), or guard the read.)"},
    {"undefined-lane",
     R"(A shuffle or vote read a lane that did not take part: it had left, or the mask named lanes that were elsewhere.

    // 20 threads in the last warp
    v += __shfl_xor_sync(0xffffffff, v, 16);

A value that nothing uses is no finding: it is followed, and the shuffle told where it decides something or is stored.
Pass the mask of the lanes that are there, or keep whole warps alive and give the surplus lanes neutral values.)"},
    {"race",
     R"(Two threads touch one address, at least one of them writing, with no barrier, fence or atomic that orders them. That it works
on today's schedule proves nothing. Threads that store the same value are a note.

    tile[t] = x[i];  y[i] = tile[255 - t];    // no __syncthreads() between

Volatile memory is no order either: since sm_70 the lanes of a warp are scheduled each by itself, and without __syncwarp() another lane's
store may come later; and a block that counts the others' arrivals finds their volatile sums only if each of them fenced before it arrived.
A flag that is asked about, or waited for, is none of these.

Put a __syncthreads() (or __syncwarp()) between, or use an atomic. Neither of these barriers orders blocks, and a __threadfence() makes none
wait: what one block stores for all others to read belongs into a launch before theirs, or behind a grid-wide barrier. Between blocks an
atomic or volatile flag shows only itself: a __threadfence() before it makes what was stored earlier visible.)"},
    {"out-of-bounds",
     R"(An access outside every allocation, or outside the one its pointer belongs to. The run goes on: a load gives zero, a store is
dropped.

    y[blockIdx.x * 256 + threadIdx.x] = v;    // n = 1000: the last block writes 24 elements too many

Compare the index with the size: if (i < n).)"},
    {"misaligned", R"(A vector or wide access whose address is no multiple of its size. The hardware traps.

    float4 v = *(float4*)(x + row * C);       // C is not a multiple of 4

Pad the rows, or take the narrow path where the address is not aligned.)"},
    {"null-access",
     R"(An access near address 0: a pointer argument was null, or an index was scaled without its base.

    y[i] = x[i] * weight[i];                  // weight is optional, and null here

Test an optional pointer before its use: weight ? weight[i] : 1.)"},
    {"read-only-write",
     R"(A store to constant memory, or to a buffer that was given as an input only.

    x[i] = fmaxf(x[i], 0);                    // in place, but the case says x=randn:1024

Say x=inout:randn:1024 if the kernel is meant to overwrite it; else write to the output.)"},
    {"barrier-divergence",
     R"(Some threads of a block wait at a barrier that others never reach: they wait at another one, or take the other way at a branch.
Threads that have returned before are not waited for since sm_70; the instructions of both are the same, so the source must be at hand.

    if (threadIdx.x < n) { ...; __syncthreads(); }

Let every thread reach the barrier: guard the work, not the barrier.)"},
    {"integer-division-by-zero",
     R"(An integer division or remainder by zero. The hardware gives an unspecified number without a trap.

    group = i / (n / groups);                 // n < groups: n / groups is 0

Check the divisor, or round it up.)"},
    {"unwritten-output",
     R"(Elements of an output were never written: the grid is too small, or the tail was forgotten.

    softmax<<<n / 256, 256>>>(...);           // n = 1000: the last 232 elements belong to no block

Round the grid up, (n + 255) / 256, and guard the tail in the kernel.)"},
    {"trap", R"(The kernel stopped itself: a trap instruction, or a failed assert, whose text is printed.

    assert(token < vocabulary);               // token = -1 was given as padding

Read the condition: either an input of the case breaks the kernel's contract, or an earlier line made the value.)"},
    {"mismatch",
     R"(An output differs from its reference by more than the tolerance. NaN never passes against a number. The worst elements are in
the report, and in JSON and HTML how much of it is rounding (computed against the exact result of the same operations) and how much is
the algorithm (that exact result against the reference).

    if (p >= 0x1p-12f) gradient += p * c;     // exactly evaluated, this is still another sum than the reference

Rounding: follow the blamed line. Algorithm: the formula is another one, or the reference is wrong.

Where nothing else is found, small changes of the program are tried, and the line is that of one with which every output meets the reference.)"},
    {"out-of-range", R"(An output leaves the range given with --range. NaN is in no range.

    u = (float)bits * 0x1p-32f;    // bits = 2^32 - 1 rounds up to 1.0: not in [0, 1))"},
    {"vacuous-tolerance",
     R"(The tolerance would also have accepted zeros, a constant, or the elements in other places: the comparison could not have failed.

    --tol rtol=1e-2,atol=1e-2                 // for a softmax over 32000 elements: all of them are below atol

Use inputs that can tell, or a tolerance that follows from the computation (--tol auto).

As a note, or as a warning where zeros would have passed: the comparison holds, but outputs are all alike, be it by intent.)"},
};

} // namespace

std::string_view page(rule r) {
  for (const auto& [name, text] : pages)
    if (name == id(r)) return text;
  return {};
}

} // namespace fpcheck::analysis

#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/ptx/module.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Kernels that carry a second value beside every number of floating point, on the device itself: PTX in, PTX out.
namespace fpcheck::instrument {

/// What stands beside a number.
enum class domain : std::uint8_t {
  f64, ///< the same operations in binary64: quick, and not certified
  ball ///< a midpoint in binary64 and a radius: encloses the exact value along the machine's path
};

/// What a site of the code is watched for.
enum class event : std::uint8_t {
  stored,  ///< a number goes to global memory: its error in half ulps of its format
  decided, ///< a comparison or a rounding to an integer that exact numbers decide otherwise, or may: the margin in half ulps
  ended,   ///< integer code takes the bits of a number for something else: the error that is lost with them
  // What an output may not show; the rest are counts, and the largest of a weight of their own.
  swallowed,   ///< a minimum, maximum or clamp takes a NaN or infinity of the kernel's own making away
  saturated,   ///< a conversion has no finite number for a finite one
  zeroed,      ///< a conversion to a narrower format makes zero of another number
  left_range,  ///< an integer leaves what is to hold it
  vanished,    ///< an addend in fixed point that is not zero becomes zero; `unknown`: how often something was left
  sums_narrow, ///< a sum below binary32 that a loop carries
  update_lost, ///< a narrow number in memory that its update leaves as it is
  fractions_lost, ///< a number between -1 and 1 becomes an integer before it is scaled; `unknown`: something was left; `not_numbers`: how many were small
  drifted,     ///< addends in fixed point, all cut one way: `worst_block` and `worst_element` are sums in binary64, of their sizes and of what they lose
  miscoded,    ///< integer code makes a narrower number of another one's bits that is none of its neighbours
  count_stands, ///< a sum by an atomic leaves a counter as it is, which has outgrown the literal that is added
  bits_mistaken, ///< a word or half of a number, or a code of another format, is taken for a number
  units_lost,    ///< binary32 rounds what becomes an integer whose unit is smaller
  order_turned,  ///< an atomic of keys takes numbers by their bits in another order than theirs; `not_numbers`: how often in theirs, or else it was meant
  constant_narrowed, ///< binary64 takes a constant that was rounded to binary32
  // Causes, which only tell where something else does.
  born,        ///< an infinity of finite numbers, a NaN of numbers
  cancelled,   ///< a sum far smaller than its addends, and off by more than rounding may make: half ulps
  absorbed,    ///< a sum that rounds half of the digits of an addend away: in 2^-12 of it
  flushed,     ///< a zero that exact arithmetic has a number for
  narrowed,    ///< a conversion to a narrower format that rounds: half ulps of the wider one
  integer_lost ///< an integer that its conversion to floating point rounds
};
constexpr bool is_cause(event e) { return e >= event::born; }

/// A place of the code that has a record.
struct site {
  event what{};
  ptx::index position = ptx::none; ///< into the module's positions
  std::uint32_t ptx_line = 0;
  std::string text; ///< the instruction
};

/// An instruction whose numbers have no shadow: what depends on it is unknown.
struct gap {
  ptx::index position = ptx::none;
  std::uint32_t ptx_line = 0;
  std::string text, why;
};

/// What the device writes of one site, 32 bytes. Both maxima are of a binary32 number, in the upper half, that is never negative.
struct record {
  std::uint64_t worst_block = 0;   ///< the most half ulps; below them the linear index of the CTA
  std::uint64_t worst_element = 0; ///< the same; below them (address - arena) / 2, for a store
  std::uint32_t over = 0;          ///< how often the limit of 32 half ulps was certainly exceeded
  std::uint32_t unknown = 0;       ///< how often it was left open
  std::uint32_t not_numbers = 0;   ///< stores of an infinity or NaN whose shadow is not the same infinity; decisions within rounding of a tie
  std::uint32_t unbounded = 0;     ///< stores of numbers of which nothing is known
};
static_assert(sizeof(record) == 32);

/// The half ulps that rounding alone may make (DESIGN, section 6).
inline constexpr double limit = 32;

/// A module variable that the kernel finds in the arena, where every other kernel of the module finds it.
struct placed_variable {
  ptx::index variable = ptx::none; ///< into the module's variables
  std::uint64_t offset = 0;        ///< from the parameter `globals`
};

/// The parameters that follow the kernel's own, in this order, each at its natural alignment.
struct added_parameters {
  std::uint64_t shadow = 0;  ///< address of the arena's shadow, twice as large
  std::uint64_t records = 0; ///< address of the table of records, zeroed
  std::uint64_t globals = 0; ///< address of the module variables, in the arena
  std::uint64_t arena = 0;   ///< where all memory that kernels share begins
  std::uint32_t shared = 0;  ///< bytes of shared memory: the kernel's variables and its dynamic memory, a multiple of 16
};

/// A kernel with its shadows.
struct rewritten {
  std::string ptx;
  std::vector<site> sites;       ///< one record each, in order
  std::vector<gap> gaps;
  std::uint32_t static_shared = 0; ///< bytes that the kernel's own shared variables take, a multiple of 16: dynamic memory begins there
  std::vector<placed_variable> globals;
  std::uint64_t globals_bytes = 0;
};

/// How many bytes of dynamic shared memory the rewritten kernel is launched with, where the original had `dynamic`.
constexpr std::uint32_t dynamic_shared(const rewritten& r, std::uint32_t dynamic) { return 3 * ((r.static_shared + dynamic + 15) / 16 * 16); }

/// How a conversion to floating point reads a product or sum of 32 bits (exec::counted_as).
enum class counted : std::uint8_t { nothing, with_sign, without_sign, natural };

/// Whether a selection takes the smaller or the larger of the two numbers that its predicate compared.
enum class extreme_of_two : std::uint8_t { neither, least, most };

/// What is known of an instruction that makes it worth looking at, beyond what it says itself.
struct watched {
  bool clamps = false;      ///< a conversion to an integer
  bool vanishes = false;    ///< of an addend in fixed point
  bool shifts = false;      ///< by a register
  bool wraps = false;       ///< it keeps the low bits of a rounded number, or stores what was computed from samples
  bool samples = false;     ///< the latter
  bool sums_narrow = false; ///< a sum below binary32 that a loop carries
  std::uint8_t low_bits = 0; ///< how many of what it stores say something; 0 for all
  bool scaled = false;      ///< a conversion to an integer that is multiplied or divided afterwards
  bool mistakes_bits = false; ///< it takes a word or half of a number, or a code of another format, for a number
  std::uint8_t moved_exponent = 0; ///< a sum that moves the exponent of the number that is this operand
  counted counted_as = counted::nothing; ///< a product or sum that is lost where 32 bits do not hold it
  bool counts_beyond = false; ///< a conversion of an addend in fixed point that was more than a number of binary32: another integer counts, however large
  extreme_of_two extreme = extreme_of_two::neither;
  bool before_units = false; ///< a conversion to binary32 on the way to an integer whose unit is smaller
  bool single_constant = false; ///< binary64 that takes a constant which was rounded to binary32
};

/// What the buffer holds that a pointer among the parameters points to: integers of 32 bits at most.
enum class pointee : std::uint8_t { unknown, signed_integer, unsigned_integer, binary32, binary16, bfloat16, e4m3, e5m2 };

/// A number whose bits integer code may make a narrower number of: what an instruction gives.
struct code_source {
  std::size_t instruction = 0;
  std::uint8_t element = 0; ///< of several that are loaded at once
  bool is_root = false;     ///< not made of another source and literals alone
};
/// One element of one or two bytes of a store that integer code made of the sources' bits.
struct made_code {
  std::size_t store = 0, made_by = 0; ///< instructions
  std::uint8_t element = 0, shift = 0, bits = 0; ///< the register, and where in it
  bool staged = false;                ///< goes to shared memory, from where an output takes it as it is
  bool by_hand = false;               ///< rounded to bfloat16, whatever the buffer is said to hold that takes it
  std::vector<std::uint32_t> sources; ///< indices into attention::sources
  std::vector<std::uint32_t> literals; ///< that the code may be instead, where the program chooses one
};

/// How much is looked for. Causes cost more, and say where; without an effect they say nothing.
enum class depth : std::uint8_t { effects, causes };

/// What is looked for in a kernel.
struct attention {
  depth looks_for = depth::effects;
  std::vector<watched> instructions; ///< of the kernel's body, in order; what is missing is like any other
  std::vector<pointee> parameters;   ///< of the kernel, in order; what is missing is unknown
  std::vector<code_source> sources;
  std::vector<made_code> codes;
  pointee staged_bytes = pointee::unknown, staged_halves = pointee::unknown; ///< what the only output of elements of one or two bytes holds
};

/// The kernel `kernel` of `m` with a second value beside its numbers. The machine's results stay what they are, bit for bit: `m` is
/// as ptxas would fuse it, and everything is written with its rounding. Memory of the device lies in one arena whose shadow is twice
/// as large; a shadow of zeros says that the bits mean exactly themselves.
/// Error: a kernel that cannot be rewritten as a whole (clusters, module variables that hold addresses), with the reason.
/// Requires: `m` is contracted and its calls are inlined; `block` is the extent of the CTAs that will run it.
result<rewritten> rewrite(const ptx::module& m, ptx::index kernel, domain what, std::array<std::uint32_t, 3> block, const attention& to = {});

} // namespace fpcheck::instrument

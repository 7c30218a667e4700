#pragma once
#include <fpcheck/ptx/module.hpp>

#include <cstdint>

/// What instructions mean. Syntax stands in the tables `fpcheck/ptx/isa/*.def`; `src/ptx/meaning/*.def` says of every form what it
/// computes, what becomes of a number that goes in, how it touches memory and whose state it looks at. `meaning_of` resolves that with
/// the words and operands of one instruction.
namespace fpcheck::ptx {

/// What an instruction computes, of real numbers or of integers (`meaning::takes` says of which).
enum class operation : std::uint8_t {
  unknown,    ///< `form::unknown`
  as_written, ///< in a row only: the word `.add`, `.min`, `.and`, `.inc` ... says it

  sum, difference, product, fused, ///< a + b, a - b, a * b, a * b + c
  quotient, remainder, negation, magnitude, copied_sign, minimum, maximum,
  distance, ///< |a - b|, also summed up
  average,
  dot,            ///< a sum of products of parts of registers
  step,           ///< one up or down within a range
  matrix_product, ///< of tensor cores

  reciprocal, root, reciprocal_root, sine, cosine, logarithm, exponential, hyperbolic_tangent,

  widening, narrowing, ///< of a real number into a format that holds it, or not
  same_format,         ///< a conversion that only clamps or flushes
  to_integral,         ///< rounds to a real number without fraction
  to_integer, from_integer,
  resizing, ///< an integer to another integer type

  comparison,
  selection, ///< one of two operands by a predicate or a sign
  vote, election,

  logic, shift, field, permutation, count, ///< of bits; `field` takes or puts some of them, `count` counts or finds them

  move,
  packing, unpacking, ///< `mov` between a register and the elements it is made of
  shuffle,            ///< a move between lanes
  exchange, compare_exchange,
  fill,       ///< memory with one value
  copy,       ///< from memory to memory, or of a register to another CTA's memory; the instruction does not wait for it
  tensor_copy,
  group,      ///< closes or awaits a group of what goes on asynchronously
  texture, surface,
  descriptor, ///< of a tensor copy
  address,    ///< from one state space to another, or of another CTA
  allocation,
  policy, query, hint,

  branch, call, return_, exit, trap,
  barrier, fence,
  signal ///< of a barrier object in memory
};

/// What an operand's or result's bits are read as.
enum class content : std::uint8_t {
  none,
  as_typed, ///< in a row only: the first type word says it
  real,
  integer,
  bits,
  as_is, ///< whatever they are: nothing is read into them
  predicate,
  address
};

/// What becomes of a number of floating point that goes in (as data: the address of an access always decides).
enum class lineage : std::uint8_t {
  none,     ///< none goes in
  as_typed, ///< in a row only: follows from the operation and what it takes
  computes, ///< the result is a real function of it
  carries,  ///< it is the result, or part of it
  selects,  ///< it is the result if a comparison of numbers says so
  decides,  ///< a predicate, a mask or a flag is decided by it
  reshapes, ///< the result's bits are made of its bits and may still be a number (rule R2)
  discrete, ///< the result steps where the number moves: an integer, a code, a rounded value, a hash
  stores,   ///< it goes to memory as it is
  ends      ///< nothing comes of it
};

/// How memory is touched.
enum class access : std::uint8_t {
  none,
  load,
  store,
  atomic,
  copy,   ///< asynchronously
  signal, ///< a barrier object
  hint    ///< an address is named, nothing is read or written
};

/// The order of an access, a fence or a barrier among others, from none to the strongest.
enum class ordering : std::uint8_t { none, weak, volatile_, relaxed, acquire, release, acq_rel, sc };

/// Who works out the shadow of the result.
enum class shadowing : std::uint8_t {
  none,    ///< there is no result
  functor, ///< the domain, by real arithmetic
  chosen,  ///< it is that of the operand taken
  moved,   ///< the handler moves or clears it with the bits
  bytes    ///< it follows from where the result's bytes come from (rule R2)
};

/// Whose state the result depends on, besides the lane's own operands and memory.
enum class reach : std::uint8_t { lane, carry, warp, cta, cluster, device };

/// What one instruction means.
struct meaning {
  ptx::operation operation = operation::unknown;
  content takes = content::none, gives = content::none; ///< what its data and its result are read as
  ptx::lineage lineage = lineage::none;
  ptx::access access = access::none;
  ptx::ordering order = ordering::none;
  shadowing shadow = shadowing::none;
  ptx::reach reach = reach::lane;
  bool approximate = false;     ///< `.approx` or `.full`: not the nearest number
  bool asks_predicate = false;  ///< a predicate is among its sources
  std::uint8_t parts = 1;       ///< numbers in a register: 2 for `.f16x2`, 4 for `.e4m3x4`
  modifier result = modifier::none, source = modifier::none; ///< types of the result and of the data: two in conversions, comparisons and mixed sums

  friend bool operator==(const meaning&, const meaning&) = default;
};

/// The row of `f`, before words and operands are looked at. Requires: f < form::count.
const meaning& meaning_of(form f);
/// What `i` means.
meaning meaning_of(const instruction& i);

/// A sum, difference or fused sum of real numbers, in memory too: what absorbs and cancels.
constexpr bool is_real_sum(const meaning& m) {
  return m.takes == content::real && (m.operation == operation::sum || m.operation == operation::difference || m.operation == operation::fused);
}
/// A change of number type, one way or another.
constexpr bool is_conversion(const meaning& m) { return m.operation >= operation::widening && m.operation <= operation::resizing; }
/// A change of format that may round a real number to another.
constexpr bool is_rounding_conversion(const meaning& m) { return is_conversion(m) && m.takes == content::real && m.operation != operation::widening; }
/// A function that is infinite at zero: an infinity born there is a pole, not an overflow.
constexpr bool has_pole(const meaning& m) {
  return m.operation == operation::reciprocal || m.operation == operation::reciprocal_root || m.operation == operation::logarithm;
}
/// Whether the data is read as an integer or as plain bits.
constexpr bool reads_integers(const meaning& m) { return m.takes == content::integer || m.takes == content::bits; }
/// Whether the result depends on nothing but the operands of its own lane.
constexpr bool is_pure(const meaning& m) { return m.access == access::none && m.reach == reach::lane && m.gives != content::none; }
/// Whether lanes exchange anything.
constexpr bool crosses_lanes(const meaning& m) { return m.reach >= reach::warp; }
/// Whether it fills registers from memory.
constexpr bool loads(const meaning& m) { return m.access == access::load && m.operation != operation::matrix_product; }
/// Whether it writes memory with what registers or other memory hold.
constexpr bool stores(const meaning& m) { return m.access == access::store || m.access == access::copy; }
/// Whether each lane accesses memory at the one address it names, at once: ld, st, atom and red in every form.
constexpr bool accesses_by_lane(const meaning& m) {
  return (m.access == access::load || m.access == access::store || m.access == access::atomic) && m.reach == reach::lane &&
         m.operation != operation::fill && m.operation != operation::descriptor && m.operation != operation::texture && m.operation != operation::surface;
}
/// Whether others may see it in an order that the program relies on.
constexpr bool is_ordered(const meaning& m) { return m.order > ordering::weak; }
constexpr bool acquires(const meaning& m) { return m.order == ordering::acquire || m.order >= ordering::acq_rel; }
constexpr bool releases(const meaning& m) { return m.order >= ordering::release; }

} // namespace fpcheck::ptx

#pragma once
// The operands of wgmma: a product that the four warps of a group compute, sixteen rows each, with B and perhaps A in shared memory.
// op::list holds A's words or its descriptor, B's descriptor, and the accumulator, which is D; op::displacement flags; op::pa whether
// the accumulator counts.
#include "fragments.hpp"

namespace fpcheck::exec {

/// In op::displacement, below `selector_bit`.
enum group_flags : std::int64_t { a_in_memory = 1, negates_a = 2, negates_b = 4, transposes_a = 8, transposes_b = 16 };
inline bool has_flag(const op& o, group_flags f) { return (o.displacement & f) != 0; }

/// Whether a product is of a group of warps.
inline bool is_group_product(const op& o) { return o.meaning.reach == ptx::reach::cta; }
/// Whether the accumulator counts: always but where wgmma says otherwise.
inline bool accumulates(const warp& w, const op& o) { return !is_group_product(o) || (w.predicate(o.pa) & w.exec) != 0; }

/// Where the elements of an operand lie in shared memory. Line: a row of A or a column of B.
class shared_operand {
public:
  /// Reads the descriptor of A or B. False where what it names reaches beyond the CTA's shared memory.
  bool read(warp& w, const op& o, bool of_a);
  /// The byte of element `k` of `line` in the CTA's shared memory.
  std::uint64_t byte_of(int line, int k) const;
  const region& memory() const { return *memory_; }
  std::uint64_t start() const { return start_; }
  /// Tells what the descriptor says of undefined values, and of the bytes that are read to whoever looks for races.
  void note(warp& w, const op& o) const;

private:
  bool is_inside() const;

  region* memory_ = nullptr;
  const ref* descriptor_ = nullptr;
  std::uint64_t start_ = 0, lead_ = 0, stride_ = 0;
  int row_bytes_ = 0; ///< of a swizzled row; 0 without swizzle
  int bytes_ = 0;     ///< of an element
  int first_ = 0;     ///< the first line of the warp's
  int lines_ = 0, inner_ = 0;
  bool line_major_ = false;
};

/// The operands of a group's product, those in shared memory read as if into registers.
struct group_words {
  shared_operand a, b;
  product_words words;
  line_taints lines;
  bool found = false; ///< both were found

  group_words(warp& w, const op& o, const fragment_shape& f);
  /// Tells what is wrong with the group or its operands. False where there is nothing to multiply.
  bool begin(warp& w, const op& o) const;
};

/// Notes one more product in a sum that a tensor core keeps in less than binary32, or the first where it does not add to anything; returns how many it
/// holds.
std::uint32_t count_short_product(warp& w, const op& o, bool adds);
/// Makes the results of `o` undefined until it is waited for.
void leave_pending(warp& w, const op& o);
/// Ends that for the accumulator of `o`: products into the same registers follow each other in order.
void resume_pending(warp& w, const op& o);
/// A result that is not waited for moves to another register, to the lane's own memory and back (as in code without optimisation): there, too, it is
/// defined once the product is waited for. For lanes of `a` that hold undefined values.
void move_pending(warp& w, const ref& d, const ref& a, std::uint32_t lanes);
void store_pending(warp& w, const ref& a, int lane, const region& r, std::uint64_t offset);
void load_pending(warp& w, const ref& d, int lane, const region& r, std::uint64_t offset);
/// wgmma.commit_group and wgmma.wait_group.
void commit_products(warp& w, const op& o);
void await_products(warp& w, const op& o);

} // namespace fpcheck::exec

#pragma once
#include "number_classes.hpp"
#include "places.hpp"
#include "scribe.hpp"
#include "sum_roles.hpp"

#include <fpcheck/instrument/rewrite.hpp>
#include <fpcheck/ptx/meaning.hpp>
#include <fpcheck/ptx/print.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fpcheck::instrument {

/// The shadow of one number: registers or literals that hold its midpoint and its radius.
struct number {
  std::string mid, rad;
};

/// Writes one kernel. The shadow of register r is %fp_s<r> and %fp_t<r> (midpoint and radius; of a second number in it %fp_S<r> and
/// %fp_T<r>; of bits derived from a number, the number's are %fp_c<r>), of bits that only move the words %fp_a<r>_0, ... as they stand in memory.
class rewriter {
public:
  rewriter(placed_module p, ptx::index kernel, domain what, attention to);
  rewritten run();

private:
  // rewriter.cpp: the whole, and what other parts share
  void declare(std::string& text);
  void prologue();
  void statement(const ptx::instruction& i);
  void machine(const ptx::instruction& i);
  void leave_out(const ptx::instruction& i, std::string why);
  number shadow(const ptx::operand& o, unsigned part, number_class as) const;
  std::string word(ptx::index reg, unsigned k) const;
  std::string text(const ptx::operand& o) { return print_.text_of(o); }
  void take_value(const char* to, const ptx::operand& o, unsigned part, number_class as);
  void take_number(const char* to, const std::string& from, unsigned part, number_class as);
  void take_result(const ptx::operand& d, unsigned part);
  void restart(const ptx::operand& d);
  void forget(const ptx::operand& d);
  bool encloses() const { return what_ == domain::ball; }
  bool has_shadow(const ptx::operand& o) const;

  // moves.cpp
  void move(const ptx::instruction& i, const ptx::meaning& m);
  void shuffle(const ptx::instruction& i);
  void exchange_words(const ptx::instruction& i, const std::string& to, const std::string& from);
  void pack(const ptx::instruction& i);
  void unpack(const ptx::instruction& i);
  void copy(const ptx::operand& to, unsigned to_part, const ptx::operand& from, unsigned from_part, number_class from_as);
  void choose(const ptx::instruction& i, const std::string& predicate);
  void choose_number(const ptx::instruction& i, unsigned part, const std::string& predicate);

  // reals.cpp
  void real(const ptx::instruction& i, const ptx::meaning& m);
  void compute(const ptx::instruction& i, const ptx::meaning& m, std::string_view pattern);
  void extreme(const ptx::instruction& i, const ptx::meaning& m);
  void choose_exactly(const ptx::instruction& i, bool larger);
  void compare(const ptx::instruction& i, const ptx::meaning& m);
  void compare_numbers(const ptx::instruction& i, const ptx::operand& a, const ptx::operand& b, unsigned part, std::string_view how);
  void convert(const ptx::instruction& i, const ptx::meaning& m);
  void round_to_integer(const ptx::instruction& i, const ptx::meaning& m);
  void copy_sign(const ptx::instruction& i);
  std::optional<double> constant(const ptx::operand& o, number_class as) const;
  bool rounds_on_purpose(const ptx::instruction& i, const ptx::meaning& m) const;
  bool is_taken_apart(ptx::index reg, double constant, int moves) const;
  void clamp();
  void convert_to_code(const ptx::instruction& i, const ptx::meaning& m);
  void put_ties(const number& x, const number& y);

  // bits.cpp
  void integer(const ptx::instruction& i, const ptx::meaning& m);
  void reshape(const ptx::instruction& i, const ptx::operand& from);
  void keep_code(const ptx::operand& d, const ptx::operand& from, number_class of);
  std::string code(const ptx::operand& o);
  void end(const ptx::instruction& i, const ptx::operand& o);

  // accesses.cpp
  struct place {
    std::string space, base; ///< of the shadow, "[base + offset + 2 k]" for byte k
    std::int64_t offset = 0;
    bool is_global = false;
    std::string machine;     ///< a register with the address of byte 0 in global memory
    std::string elsewhere;   ///< a predicate: the address is not one of global memory
  };
  void access(const ptx::instruction& i, const ptx::meaning& m);
  void load(const ptx::instruction& i);
  void store(const ptx::instruction& i);
  void atomic(const ptx::instruction& i, const ptx::meaning& m);
  void add_atomically(const ptx::instruction& i, const ptx::operand& address); // atomics.cpp
  void swap_cell(const place& p, const std::string& space);
  void look_at_counter(const ptx::instruction& i, const ptx::operand& addend, const std::string& space);

  // locked_atomics.cpp
  number_class locked_class(const ptx::instruction& i) const;
  bool needs_lock(const ptx::instruction& i) const;
  void atomic_in_lock(const ptx::instruction& i, const ptx::operand& address, number_class is);
  void take_lock(const ptx::instruction& i, const ptx::operand& address, const place& p, number_class is);
  void decide_cell(const ptx::instruction& i, const ptx::operand& b, const std::string& space, number_class is);
  void add_to_cell(const ptx::instruction& i, const ptx::operand& b, const std::string& space, number_class is);
  void compare_with_cell(const ptx::operand& expected, number_class is);
  void leave_lock(const place& p, number_class is);
  void wait_for_lock(const place& p, std::uint64_t byte, unsigned count, unsigned first);
  void copy_async(const ptx::instruction& i);
  place shadow_place(const ptx::instruction& i, const ptx::operand& o, const std::string& space);
  place generic_place(const ptx::operand& o);
  void load_words(const place& p, std::uint64_t byte, unsigned count, unsigned first);
  void store_words(const place& p, std::uint64_t byte, unsigned count);
  void read_cell(const ptx::operand& d, unsigned part, unsigned first);
  void decode_cell(number_class element, unsigned first);
  void note_moved(const ptx::instruction& i, const place& p, const ptx::operand& v, std::uint64_t byte, std::int64_t offset);
  void write_cell(const ptx::operand& v, unsigned part, number_class as);
  void encode_cell(number_class element);
  void look_for_numbers(const ptx::instruction& i, const place& p, unsigned bytes);
  void check_tags(number_class element, unsigned first);
  std::vector<ptx::operand> elements(const ptx::operand& o) const;

  // products.cpp
  void product(const ptx::instruction& i);
  void product_of_codes(const ptx::instruction& i);
  void look_at_cut_operands(const ptx::instruction& i);
  std::vector<number> fragment(const ptx::instruction& i, unsigned matrix) const;
  std::vector<std::string> fixed(const std::vector<number>& numbers, std::string number::* part, const char* name);
  template <class Multiply>
  void product_radius(const std::vector<number>& a, const std::vector<number>& b, const std::vector<number>& sums, Multiply&& multiply);
  void load_matrix(const ptx::instruction& i);

  // codes.cpp
  number_class class_of_source(const code_source& s) const;
  void choose_sources();
  void declare_sources(std::string& text) const;
  void begin_sources();
  void note_sources(const ptx::instruction& i);
  pointee place_of(const made_code& m) const;
  void look_at_codes(const ptx::instruction& i);
  void compare_with_sources(const made_code& m, int precision, int least_exponent, double largest, bool of_words);
  void keep_chosen(const made_code& m);

  // bit_orders.cpp
  bool holds_bits(ptx::index reg, std::set<ptx::index>& seen) const;
  bool holds_bits_above(ptx::index reg, int steps) const;
  void look_at_order(const ptx::instruction& i);
  void look_at_key(const ptx::instruction& i);

  // records.cpp
  std::string record(event what, const ptx::instruction& i); ///< its offset in the table
  void put_scale(const class_row& of);
  void note_store(const ptx::instruction& i, const place& p, std::uint64_t byte, number_class element);
  void note_margin(const std::string& at, const class_row& of, event what);

  // events.cpp
  enum class place_sign : std::uint8_t { either, without, with };
  void note_event(event what, const ptx::instruction& i, std::string_view weight);
  bool is_weighed(const ptx::instruction& i, const ptx::meaning& m) const;
  void weigh_operands(const ptx::instruction& i, const ptx::meaning& m, unsigned part);
  void weigh_result(const ptx::instruction& i, const ptx::meaning& m, unsigned part);
  void look_for_swallowed(const ptx::instruction& i, std::size_t operand, unsigned part, number_class as);
  void look_at_narrowing(const ptx::instruction& i, const ptx::meaning& m, const ptx::operand& from);
  void look_at_rounding(const ptx::instruction& i, const ptx::operand& d, unsigned part, number_class source);
  void look_at_integer(const ptx::instruction& i, const ptx::operand& d);
  void look_at_range(const ptx::instruction& i, const ptx::meaning& m, const char* way);
  void look_at_fractions(const ptx::instruction& i);
  void look_at_drift(const ptx::instruction& i);
  void look_at_moved_exponent(const ptx::instruction& i);
  ptx::operand cut_from(const ptx::operand& o) const;
  pointee pointee_of(ptx::index reg, int steps) const;
  pointee pointee_of(const ptx::instruction& i) const;
  void look_at_low_bits(const ptx::instruction& i, const ptx::operand& v, unsigned bits, place_sign sign, unsigned said);
  void look_at_integers(const ptx::instruction& i);
  void look_at_counted(const ptx::instruction& i); // counted_integers.cpp
  void look_at_stored_integer(const ptx::instruction& i, const ptx::operand& address, const ptx::operand& v, unsigned bytes);
  void look_at_narrow_sum(const ptx::instruction& i);
  void look_at_update(const ptx::instruction& i, const ptx::operand& address, const ptx::operand& v, number_class as);
  const watched& watched_at(std::size_t k) const {
    static constexpr watched nothing{};
    return k < how_.instructions.size() ? how_.instructions[k] : nothing;
  }

  placed_module p_;
  ptx::function& f_;
  domain what_;
  attention how_;
  ptx::function_printer print_;
  number_classes classes_;
  scribe out_;
  rewritten result_;
  std::map<ptx::index, std::vector<std::size_t>> readers_; ///< instructions that read a register
  std::map<ptx::index, std::vector<std::size_t>> writers_; ///< instructions whose result is a register
  std::map<ptx::index, std::optional<ptx::operand>> constants_; ///< registers that a move of a literal alone writes
  std::vector<sum_role> roles_;                            ///< of instructions
  std::set<ptx::index> labels_;                            ///< instructions that a label stands before
  std::size_t at_ = 0;                                     ///< the instruction at hand
  bool has_literal_infinity_ = false; ///< or NaN: what is stored may be it
  std::vector<number_class> source_classes_;               ///< of attention::sources; none of those that are not watched
  bool locks_ = false;                                    ///< an atomic changes a number and its cell under a lock
  bool tags_ = false;                                     ///< numbers of several formats are in memory
  number_class only_format_ = number_class::none;         ///< of all that are in memory, where it is one
  bool uses_wide_products_ = false;                       ///< of matrices in binary64, which sm_90 has
};

/// The state space that an access names; empty for a generic address.
std::string space_of(const ptx::instruction& i);
/// The bits of binary64 as PTX writes them.
std::string literal(double value);
/// The number of an immediate operand that is read as `as`.
double value_of(const ptx::operand& o, unsigned part, number_class as);

} // namespace fpcheck::instrument

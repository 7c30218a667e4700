#pragma once
// What integers would be in registers that hold all of their bits: beside a register or a cell of memory stands the number that its own width has cut.
#include "accessed_places.hpp"
#include "wrapped_machine.hpp"

#include <array>
#include <optional>
#include <set>

namespace fpcheck::exec {

/// At the instructions that it names, what leaves a register's width is kept, and goes with the bits through registers, shuffles, atomics and memory, as
/// long as nothing takes bits apart, to whatever can hold it: 64 bits, a floating-point number, a comparison.
class wide_integers {
public:
  /// Of the changes those that tell apart what no order is kept of. `of_signed`: how other registers are read.
  explicit wide_integers(const std::vector<loss_change>& changes);
  bool empty() const { return kept_.empty(); }
  /// Looks out for the named instructions of this machine. Requires: some are named, and no shadow.
  void follow(wrapped_machine& m);

  void execute(warp& w, const op& o);

private:
  using integer = std::optional<std::int64_t>; ///< nothing where 64 bits do not hold it either
  using integers = std::array<integer, warp_size>;
  struct lanes_of_register {
    std::uint32_t known = 0;
    std::array<std::uint64_t, warp_size> code{}; ///< the number is that of these bits alone
    std::array<std::int64_t, warp_size> value{};
  };
  struct cell {
    std::uint64_t code = 0;
    unsigned bytes = 0;
    std::int64_t value = 0;
  };
  using place = std::pair<const region*, std::uint64_t>;

  bool keeps(const op& o) const { return kept_.contains(o.pc); }
  std::int64_t plain(std::uint64_t code, int bits, bool is_literal) const;
  std::optional<std::int64_t> beyond(warp& w, const ref& r, int lane) const;
  std::int64_t number_of(warp& w, const ref& r, int bits, int lane) const;
  std::uint32_t wide_lanes(warp& w, const ref& r) const;
  void keep(warp& w, const ref& r, int bits, int lane, integer v);
  void keep_all(warp& w, const ref& r, int bits, const integers& v);

  void calculate(warp& w, const op& o);
  integer result_of(warp& w, const op& o, int bits, int lane) const;
  void put_low_bits(warp& w, const op& o);
  void convert(warp& w, const op& o);
  void to_float(warp& w, const op& o);
  void compare(warp& w, const op& o);
  void pass_on(warp& w, const op& o);
  void shuffle(warp& w, const op& o);
  void reduce(warp& w, const op& o);
  void load(warp& w, const op& o);
  void store(warp& w, const op& o);
  void update(warp& w, const op& o);
  std::int64_t held(const region& r, std::uint64_t offset, unsigned bytes) const;
  void hold(region& r, std::uint64_t offset, unsigned bytes, std::int64_t v);

  std::set<std::uint32_t> kept_; ///< by pc
  bool signed_ = true;
  std::map<std::uint32_t, std::pair<int, int>> conversions_; ///< by pc: bits of the result's register, and of the operand's
  std::map<std::pair<const frame*, std::uint32_t>, lanes_of_register> registers_;
  std::map<place, cell> memory_;
};

/// Records where such instructions lose something that lossy_steps.hpp does not look at: shifts, atomics, sums of a warp, bytes that are masked, and what
/// an unsigned number of the width does not hold; that alone with a count of 0.
void watch_wide_losses(wrapped_machine& m);
/// Of one shift, insertion or mask: executes it.
void watch_cut(warp& w, const op& o);

} // namespace fpcheck::exec

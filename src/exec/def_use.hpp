#pragma once
// Where values come from within one function: registers, .param slots, and local memory at fixed places.
#include <fpcheck/exec/program.hpp>

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace fpcheck::exec {

/// The instructions at each register, one after the other in one array, and at each place. Many analyses make lists of their own,
/// several times a check: an allocation for each register would be most of their cost.
class instruction_lists {
public:
  /// `each(add)` calls `add(slot, pc)` for every entry, by ascending pc; it is called twice, and gives the same both times.
  template <class F>
  void set_registers(std::uint32_t slots, F each) {
    first_.assign(slots + 1, 0);
    each([&](std::uint32_t slot, std::uint32_t) { ++first_[slot + 1]; });
    for (std::uint32_t k = 0; k < slots; ++k) first_[k + 1] += first_[k];
    all_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    each([&](std::uint32_t slot, std::uint32_t pc) { all_[next[slot]++] = pc; });
  }
  std::span<const std::uint32_t> of_register(std::uint32_t slot) const {
    if (slot + std::size_t{1} >= first_.size()) return {};
    return std::span(all_).subspan(first_[slot], first_[slot + 1] - first_[slot]);
  }
  std::vector<std::uint32_t>& of_place(std::uint32_t number) {
    if (number >= places_.size()) places_.resize(number + 1);
    return places_[number];
  }
  std::span<const std::uint32_t> at_place(std::uint32_t number) const {
    if (number >= places_.size()) return {};
    return places_[number];
  }

private:
  std::vector<std::uint32_t> first_, all_;
  std::vector<std::vector<std::uint32_t>> places_;
};

/// Definitions and uses within one function. What debug code keeps in memory reads as in registers: a .param variable, or a
/// fixed part of local memory that no other pointer reaches, is a *place*, a `ref` beyond the frame's slots; a store there
/// defines it, a load from there uses it, and both are moves.
class def_use {
public:
  def_use(const program& p, const function_code& code, const std::vector<std::byte>& constants);

  /// The definition that the use at `pc` sees, where it is known: the last one on the only way there, else the only one.
  const op* seen(const ref& r, std::uint32_t pc) const;
  /// The last definition on the only way to `pc`, which all lanes that come there have executed; nullptr where there is none.
  const op* passed(const ref& r, std::uint32_t pc) const;
  /// The one definition, or nullptr.
  const op* only(const ref& r) const;
  /// The instructions that define `r`, and those that use it.
  std::span<const std::uint32_t> definitions(const ref& r) const;
  std::span<const std::uint32_t> uses(const ref& r) const;
  /// Where the value that `o` defines in `r` was before, if `o` only moves it; nothing otherwise.
  ref moved(const op& o, const ref& r) const;
  /// Where `o` puts the value of `r`, if it only moves it; nothing otherwise.
  ref passed_on(const op& o, const ref& r) const;
  /// Calls `edge(from, to)` for every value that the load or store `o` moves between registers and places.
  template <class F>
  void each_move(const op& o, F edge) const {
    const auto it = elements_.find(o.pc);
    if (it == elements_.end()) return;
    const bool load = o.form == ptx::form::ld;
    for (std::size_t k = 0; k < it->second.size(); ++k) load ? edge(it->second[k], o.list[k]) : edge(o.list[k], it->second[k]);
  }
  /// The bits of a literal operand; nothing if it is none.
  std::optional<std::uint64_t> literal(const ref& r) const;
  const std::vector<std::byte>& constants() const { return constants_; }
  /// The .param variable of four bytes whose lowest ones `r` reads: small integers are passed so. Nothing where it is none.
  ref widened(const ref& r) const;

private:
  void note_registers();
  void find_block_entries();
  /// The byte of local memory that `r` points at, where it is one at every turn.
  std::optional<std::int64_t> local_address(const ref& r, int depth = 12) const;
  std::optional<std::int64_t> accessed(const op& o) const;
  void find_pointers();
  void find_places(bool local);
  void overwrite(const op& o);
  ref place(std::uint64_t key);
  /// Whether something in [first, end), in one block, may have changed `r` unnoticed.
  bool disturbed(const ref& r, std::uint32_t first, std::uint32_t end) const;
  const op* last_in_block(const ref& r, std::uint32_t first, std::uint32_t pc, bool& unknown) const;
  const op* last_on_way(const ref& r, std::uint32_t pc, bool& unknown) const;

  const program& p_;
  const function_code& code_;
  const std::vector<std::byte>& constants_;
  instruction_lists defined_, used_;                                             ///< the ops, in order
  std::unordered_map<std::uint64_t, std::uint32_t> places_;                      ///< key to number
  std::vector<std::uint64_t> key_of_place_;
  std::unordered_map<std::uint32_t, std::vector<ref>> elements_;                 ///< by pc of a load or store: its places
  std::vector<std::uint32_t> entry_;                                             ///< by block: its only predecessor
  std::vector<bool> reaches_local_;                                              ///< by op: may store anywhere in local memory
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> partial_;        ///< by place: stores to some of its bytes
  std::unordered_map<std::uint32_t, bool> derived_;                              ///< registers that hold some address of local memory
  bool escapes_ = false, disturbed_anywhere_ = false;
};

} // namespace fpcheck::exec

#pragma once
// Who fills the arrays of shared memory, and which store it is that leaves an element unwritten.
#include "accessed_places.hpp"

#include <fpcheck/exec/fill_places.hpp>

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace fpcheck::exec {

/// Watches the loads and stores of shared memory of a run of one thread.
class shared_fills {
public:
  /// To be told of a store before it is executed, and of every load.
  void note_store(warp& w, const op& o, const accessed_places& at);
  void note_load(const warp& w, const accessed_places& at);
  /// The store that was to write the byte `offset` of the block's shared memory, which `reader` finds unwritten. The element is beside those that
  /// the store writes: one that goes, without a read between, where another one has been; one that other blocks execute and this one does not;
  /// the nearest that not all threads of the block execute alike; the nearest.
  std::optional<fill_place> store_for(const warp& w, const op& reader, std::uint64_t offset);

private:
  struct writes {
    std::set<std::uint64_t> cells;     ///< of four bytes
    std::vector<std::uint32_t> turns;  ///< of each thread
    std::uint64_t made = 0, over = 0;  ///< elements; those of them where another store's number lay that nothing had read
    bool alike() const;                ///< by all threads
  };
  struct last_write {
    std::uint32_t pc = 0;
    bool read = false, literal = false;
  };
  struct block_writes {
    std::uint32_t launch = 0;
    std::uint64_t index = 0;
    std::map<std::uint32_t, writes> stores; ///< by pc
    std::unordered_map<std::uint64_t, last_write> cells;
  };
  struct array_cells {
    std::uint64_t first = 0, end = 0;
  };
  block_writes& writes_of(const warp& w);
  static array_cells array_around(const warp& w, std::uint64_t offset);
  std::optional<std::uint32_t> missed_by_block(const program& p, const block_writes& b, const array_cells& a, std::uint64_t cell) const;

  std::map<const cta*, block_writes> blocks_;
  std::map<std::uint32_t, std::set<std::uint64_t>> everywhere_; ///< cells that stores of any block wrote, by pc
};

} // namespace fpcheck::exec

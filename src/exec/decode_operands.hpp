#pragma once
// Operands of instructions as places: register slots, predicate indices, broadcast literals.
#include <fpcheck/exec/program.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fpcheck::exec {

/// Where a register lies.
struct register_place {
  int bits = 32;
  std::uint32_t slot = 0;
  std::uint32_t predicate = ptx::none;
};

/// What a decoded function may hold: hardware has far less, and a hostile module must not ask for all of memory.
inline constexpr std::uint64_t most_frame_slots = std::uint64_t{1} << 22;
/// Slots behind a frame's registers: what `_` receives, and room for accesses wider than the last register.
inline constexpr std::uint32_t spare_slots = 4;

/// Where the names of one function lie.
struct function_names {
  std::vector<register_place> place;
  std::unordered_map<ptx::index, std::uint32_t> param_slot;   ///< .param variables of a device function
  std::unordered_map<ptx::index, std::uint32_t> local_offset; ///< .local variables
  std::uint32_t spare = 0;                                    ///< first of the spare slots
  std::uint32_t never = 0;                                    ///< a predicate that holds for no lane: literals are it, or its negation
};

/// Literals as 32-lane arrays of 4 or 8 bytes, each value once.
class constant_pool {
public:
  ref place(std::uint64_t value, int bits);
  const std::vector<std::byte>& bytes() const { return bytes_; }
  /// With room for a read of the last literal that is wider than it.
  std::vector<std::byte> take() {
    bytes_.resize(bytes_.size() + 8 * warp_size);
    return std::move(bytes_);
  }

private:
  std::vector<std::byte> bytes_;
  std::map<std::pair<std::uint64_t, int>, std::uint32_t> known_;
};

/// Reads the operands of one instruction into an op.
struct operand_reader {
  const ptx::module& module;
  const ptx::function& function;
  program& code;
  const function_names& names;
  constant_pool& constants;

  /// Fills in `o`; returns what is not modelled, or an empty text.
  std::string read(const ptx::instruction& i, op& o) const;

private:
  ref source(const ptx::operand& p, int bits, int& width) const;
  std::string discarded(const ptx::instruction& i, op& o) const;
  std::string memory_address(const ptx::instruction& i, const ptx::operand& p, op& o) const;
  std::string whole_operands(const ptx::instruction& i, op& o) const;
  std::string memory_operands(const ptx::instruction& i, op& o) const;
  std::string parameter_access(const ptx::instruction& i, op& o) const;
  std::string call_operands(const ptx::instruction& i, op& o) const;
  std::string barrier_operands(const ptx::instruction& i, op& o) const;
  std::string general_operands(const ptx::instruction& i, op& o) const;
  std::string matrix_operands(const ptx::instruction& i, op& o) const;
  std::string signal_operands(const ptx::instruction& i, op& o) const;
  std::string copy_operands(const ptx::instruction& i, op& o) const;
  std::string place(const ptx::instruction& i, const ptx::operand& p, space s, op& o) const;
  std::string reduction_operands(const ptx::instruction& i, op& o) const;
  std::string tensor_operands(const ptx::instruction& i, op& o) const;
  std::string coordinates(const ptx::instruction& i, const ptx::operand& list, op& o) const;
  std::string map_operands(const ptx::instruction& i, op& o) const;
  std::string texture_operands(const ptx::instruction& i, op& o) const;
  bool is_policy(const ptx::operand& p) const;
  std::string scalar(const ptx::operand& p, int bits, ref& out) const;
  /// The words of a vector operand, or of a register that stands alone, each in a register of `bits` bits; false where one is not.
  bool words(const ptx::operand& p, int bits, std::vector<ref>& out) const;
  std::string fragments(const ptx::instruction& i, const std::array<int, 4>& wanted, const std::array<int, 4>& bits, op& o) const;
  std::string product_operands(const ptx::instruction& i, op& o) const;
  std::string group_operands(const ptx::instruction& i, op& o) const;
  std::string fragment_move_operands(const ptx::instruction& i, op& o) const;
  std::string tile_move_operands(const ptx::instruction& i, op& o) const;
  predicate_ref predicate(const ptx::operand& p) const;
  std::vector<ref> elements(const ptx::operand& p, int bits) const;
  bool has_one_width(const ptx::operand& p, int bits) const;
};

/// Shared memory that the system keeps for itself below the CTA's, in kernels that ask where it lies.
inline constexpr std::uint64_t reserved_shared_bytes = 1024;
/// Where %reserved_smem_offset_* say that it lies; nothing for any other register.
std::optional<std::uint64_t> reserved_shared_offset(ptx::special_register r);

/// Forms that the scheduler carries out itself: branches, calls, barriers.
bool is_control(ptx::form form);

/// Whether the arguments and results of a call have the sizes that `callee` declares.
bool call_fits(const ptx::module& m, const ptx::function& caller, const ptx::instruction& call, const ptx::function& callee);

} // namespace fpcheck::exec

#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/exec/number.hpp>
#include <fpcheck/ptx/meaning.hpp>
#include <fpcheck/ptx/module.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fpcheck::exec {

inline constexpr int warp_size = 32;
/// Bytes of one register slot: 32 lanes of 4 bytes. A 64-bit register takes two slots, as 32 lanes of 8 bytes.
inline constexpr std::uint32_t slot_bytes = 128;

struct warp;
struct op;
/// Executes one decoded instruction for the lanes in `warp::exec`.
using handler = void (*)(warp&, const op&);

/// Where an operand's 32 lanes lie.
enum class pool : std::uint8_t {
  none,     ///< no operand
  frame,    ///< the current frame's registers
  constant, ///< the program's broadcast literals
  special   ///< the warp's special registers (%tid.x ...)
};

/// An operand: 32 lanes of 4 or 8 bytes at a byte offset of a pool.
struct ref {
  pool where = pool::none;
  std::uint32_t offset = 0;
  /// Index of the shadow slot of a frame operand.
  std::uint32_t slot() const { return offset / slot_bytes; }
  explicit operator bool() const { return where != pool::none; }
};

/// A predicate operand: a 32-lane mask in the frame, or a constant.
struct predicate_ref {
  std::uint32_t index = ptx::none;
  bool negated = false;
  explicit operator bool() const { return index != ptx::none; }
};

/// How the dispatcher continues after an instruction.
enum class control : std::uint8_t {
  next,    ///< falls through
  branch,  ///< `target`
  indirect_branch,
  call,
  ret,
  exit,
  barrier, ///< bar.sync/arrive/red
  warp_sync, ///< waits for the lanes of a member mask before executing `fn`
  await,   ///< executes `fn` again after each end of a barrier's phase, until it does not park
  trap,
  unsupported ///< not modelled: the run ends incomplete here
};

/// IEEE rounding of an arithmetic instruction.
enum class round_mode : std::uint8_t { nearest_even, toward_zero, downward, upward };

/// What static analysis found out about an instruction (rules R1 and R4), or a run asks of it.
enum class role : std::uint16_t {
  magic_add = 1,    ///< adds a rounding constant on purpose: the result is an integer decision
  range_reduction = 2, ///< takes the first multiple of pi / 2 off the argument of a trigonometric function
  pole = 4,         ///< selects a literal infinity where the argument of a function is zero
  narrow_accumulator = 8, ///< a sum below binary32 that a loop carries
  mixed_bits = 16,  ///< converts an integer that a hash or a generator made: data, not a count or an index
  eft_residual = 32, ///< the rounding error of an earlier operation (TwoSum, FastTwoSum, TwoProd, split)
  index = 64,       ///< a directed rounding to an integer that becomes an address
  unforgiven = 128, ///< of one run (`run_plan::unforgiven`): a trigonometric function whose argument's rounding is held against the kernel
  decided_exactly = 256 ///< of one run (`run_plan::decided_exactly`): ties are decided as exact arithmetic decides them
};

/// The roles that an instruction has.
class role_set {
public:
  constexpr role_set() = default;
  constexpr role_set(role r) : bits_(static_cast<std::uint16_t>(r)) {}
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(role r) const { return (bits_ & static_cast<std::uint16_t>(r)) != 0; }
  constexpr void add(role r) { bits_ |= static_cast<std::uint16_t>(r); }
  friend constexpr bool operator==(role_set, role_set) = default;

private:
  std::uint16_t bits_ = 0;
};

/// State space of a memory instruction, after resolving what is known statically. `shared` is the CTA's own, `cluster` that of all
/// CTAs of its cluster.
enum class space : std::uint8_t { generic, global, shared, local, constant, param, cluster };

/// What the place that an instruction names is relative to.
enum class addressing : std::uint8_t {
  memory,      ///< an address of its state space
  frame_local, ///< `displacement` bytes into the activation's local memory
  slots        ///< a .param variable of a device function: the access is a move between slots
};

/// What a form's handlers know beyond operands and types: a small type of theirs, `access_choice` say, that the binder sets and the
/// handler asks for. All zeros where nothing was set.
class form_choice {
public:
  template <class T>
  T as() const {
    static_assert(sizeof(T) <= sizeof bits_ && std::is_trivially_copyable_v<T>);
    T choice;
    std::memcpy(static_cast<void*>(&choice), &bits_, sizeof choice);
    return choice;
  }
  template <class T>
  void set(const T& choice) {
    static_assert(sizeof(T) <= sizeof bits_ && std::has_unique_object_representations_v<T>);
    bits_ = 0;
    std::memcpy(&bits_, &choice, sizeof choice);
  }
  /// For telling choices apart.
  std::uint32_t bits() const { return bits_; }

private:
  std::uint32_t bits_ = 0;
};

/// op::choice of lop3: bit 4 a + 2 b + c of `rows` is the result of the bits a, b and c.
struct logic_table {
  std::uint8_t rows = 0;
};

/// One decoded instruction. Sources point at 32-lane arrays whether they are registers, literals or special registers.
struct op {
  handler fn = nullptr;   ///< what the dispatcher calls
  handler bits = nullptr; ///< the bit-exact part, which a shadow handler calls
  ref d, d2;              ///< destinations
  ref a, b, c, e;         ///< sources, in order of writing
  predicate_ref pd, pd2;  ///< predicate destinations
  predicate_ref pa, pb;   ///< predicate sources
  predicate_ref guard;
  ref member;             ///< member mask of a warp-synchronous instruction
  control flow = control::next;
  round_mode rounding = round_mode::nearest_even;
  bool ftz = false, sat = false, relu = false;
  std::uint8_t width = 4;          ///< bytes of one element of a memory access, or of the operation
  std::uint8_t vector = 1;         ///< elements of a vector access
  std::uint8_t d_bits = 32, a_bits = 32, b_bits = 32; ///< widths of the registers behind d, a and b (of the data operand, for a store)
  enum space space = space::generic;
  role_set roles;
  number format = number::none;        ///< format of the arithmetic, or of a conversion's result
  number source_format = number::none; ///< of a conversion's operand
  bool fp = false;                 ///< counts as a floating-point operation
  ptx::form form{};
  ptx::meaning meaning;            ///< what it computes, whatever its name
  form_choice choice;              ///< of the form: comparison, table, operation
  enum addressing addressing = addressing::memory;
  std::int64_t displacement = 0;   ///< of an address
  std::uint32_t target = 0;        ///< branch target (op index), callee (function index) or table index
  std::uint32_t pc = 0;            ///< own index in program::ops
  std::uint32_t block = 0;         ///< basic block
  std::uint32_t ptx_line = 0;
  std::uint32_t position = ptx::none; ///< into module::positions
  const ptx::instruction* source = nullptr;
  std::vector<ref> list;           ///< elements of a vector access, or a call's arguments (first slots)
  std::vector<ref> results;        ///< a call's results (first slots)
};

/// A basic block: ops [first, last], with its place in a weak topological order (loop bodies before loop exits).
struct basic_block {
  std::uint32_t first = 0, last = 0;
  std::uint32_t order = 0;
  std::vector<std::uint32_t> successors;
};

/// Where a `.param` or `.local` variable of a function lies.
struct frame_variable {
  ptx::index variable = ptx::none;
  std::uint32_t offset = 0; ///< byte offset: in the frame's slots (param) or in local memory (local)
};

/// A decoded function.
struct function_code {
  const ptx::function* source = nullptr;
  std::uint32_t first = 0, count = 0; ///< ops
  std::uint32_t frame_slots = 0;      ///< 32-bit register slots, parameters included
  std::uint32_t predicates = 0;
  std::uint32_t local_bytes = 0;
  std::vector<ref> parameters;        ///< first slot of each parameter (device functions)
  std::vector<ref> returns;
  std::vector<std::uint32_t> parameter_slots, return_slots; ///< length in slots
  std::vector<basic_block> blocks;
};

/// Something the program needs that is not modelled; met when it is executed, never guessed.
struct unsupported {
  std::uint32_t pc = 0;
  std::string what;
};

/// A decoded module: one linear array of ops for all functions, and the layout of its static memory.
struct program {
  const ptx::module* module = nullptr;
  std::vector<op> ops;
  std::vector<function_code> functions;   ///< as module->functions
  std::vector<std::byte> constants;       ///< broadcast literals, 64-byte aligned lanes
  std::vector<std::uint64_t> symbol_address; ///< of module->variables: address in the variable's own space
  std::uint64_t shared_static = 0;        ///< bytes of static shared memory
  std::uint64_t constant_bytes = 0;
  std::vector<std::vector<std::uint32_t>> branch_tables; ///< op indices
  std::vector<unsupported> missing;       ///< what no handler models
  bool has_f64 = false;                   ///< f64 arithmetic occurs
  bool communicates = false;              ///< global atomics, volatile or acquire accesses: run CTAs in a fixed order
};

/// Decodes `m`: resolves operands, lays out registers and static memory, finds basic blocks and static roles.
result<std::unique_ptr<program>> decode(const ptx::module& m);

/// Whether the engine models the form, in at least one of its spellings.
bool is_modelled(ptx::form form);
/// What of a modelled form is not bit for bit the device's, or an empty text.
std::string_view inexactness(ptx::form form);

/// A listing of `p`, one op a line, for --dump=program.
std::string print(const program& p);

} // namespace fpcheck::exec

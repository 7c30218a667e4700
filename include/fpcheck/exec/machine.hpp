#pragma once
#include <fpcheck/exec/fault.hpp>
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/warp.hpp>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fpcheck::exec {

/// A fault as it was first seen, and how often.
struct fault_record {
  fault kind{};
  std::uint32_t pc = 0;
  std::uint32_t launch = 0;
  std::uint32_t cta[3] = {}, thread[3] = {};
  std::uint64_t address = 0;
  std::uint64_t count = 0;
  std::string detail;
  std::optional<std::uint32_t> other{}; ///< another instruction that takes part: of lanes of one warp that wait apart
};

/// Why a run could not be completed.
struct incomplete_record {
  std::uint32_t pc = 0;
  std::string what;
};

/// Vector clock of the warps of a CTA and, behind them, of what else reaches its shared memory: the unit that copies for it, and
/// the other CTAs of its cluster.
inline constexpr std::uint32_t copy_unit = 32, visitors = 33;
using warp_clock = std::array<std::uint32_t, 34>;

/// What a release leaves for whoever acquires it: clocks of the cluster's CTAs by rank, and of CTAs in global memory.
struct release_record {
  std::vector<warp_clock> clocks;
  std::map<std::uint64_t, std::uint32_t> known;
};

/// State of one named barrier.
struct barrier_state {
  std::uint32_t arrived = 0; ///< threads
  std::uint32_t expected = 0;
  bool active = false;
  std::uint32_t warps = 0;   ///< warps that take part, for clocks
  std::uint32_t population = 0, all = 1, any = 0; ///< of bar.red
};

struct cluster;

/// A CTA: its warps, shared memory and barriers. Resumable at any instruction.
struct cta {
  exec::cluster* group = nullptr;                       ///< every CTA is in a cluster, mostly alone
  std::uint32_t rank = 0;                               ///< in its cluster
  std::uint64_t index = 0;
  std::uint32_t position[3] = {};
  std::vector<std::unique_ptr<warp>> warps;
  region shared;
  std::array<barrier_state, 16> barriers{};
  std::vector<warp_clock> clocks;                       ///< of each warp
  std::unordered_map<std::uint64_t, warp_clock> released; ///< by address, through atomics
  std::uint32_t threads = 0;
  std::size_t next_warp = 0;
  bool tracks_races = false;
  std::uint32_t clock = 0;                              ///< of this CTA, counted at its releases
  std::map<std::uint64_t, std::uint32_t> known;         ///< what it knows of other CTAs: 1 + index to clock
  std::uint32_t copies = 0, visits = 0;                 ///< clocks of the copy unit and of the visitors
  std::vector<warp_clock> peers;                        ///< what it knows of the other CTAs of its cluster, by rank
  std::unordered_map<std::uint64_t, release_record> signals; ///< by offset of the mbarrier
};

/// CTAs that run together and reach each other's shared memory.
struct cluster {
  std::vector<std::unique_ptr<cta>> ctas;               ///< by rank
  std::uint64_t events = 1;                             ///< ends of barrier phases: what parked lanes wait for
  std::uint64_t hurried = 0;                            ///< the event at which waits with a time limit give up
  std::uint32_t timeouts = 0;                           ///< how often they did so in a row
  bool arrivals = false;                                ///< somebody has arrived at the cluster's barrier
  release_record arriving, arrived;                     ///< of this phase of the cluster's barrier, and of the last one
};

/// What the words of a shadow's number are.
enum class number_layout : std::uint8_t {
  ball, ///< midpoint, radius
  wide, ///< midpoint's leading word, radius, midpoint's low word
  deviations, ///< midpoint, depth, deviations of copies: nothing is enclosed
  wide_deviations ///< the same with the midpoint's low word last
};
/// Whether the words bound the exact value.
constexpr bool encloses(number_layout l) { return l == number_layout::ball || l == number_layout::wide; }

/// What a shadow domain puts in the place of the bit-exact handlers.
struct domain_table {
  const char* name = "none";
  int planes = 0;
  number_layout layout = number_layout::ball;
  std::uint32_t parameter = 0;                         ///< bits of an mpfr midpoint, number of the first perturbed copy
  void (*prepare)(std::uint32_t parameter) = nullptr;  ///< called once by every worker, before it runs CTAs
  /// The handler for `o`, or nullptr where the generic one serves.
  handler (*bind)(const op& o) = nullptr;
  /// The shadow of a floating-point atomic add: adds lane `lane` of `b` to the number(s) of a cell. Called before the
  /// memory changes; `old`, `addend` and `fresh` are the machine's codes.
  void (*atomic_add)(warp& w, const op& o, int lane, region& r, std::uint64_t offset, const ref& b, std::uint64_t old,
                     std::uint64_t addend, std::uint64_t fresh) = nullptr;
  /// The numbers of `count` binary32 literals of 32 lanes each, plane by plane.
  void (*exact_constants)(const float* literals, std::size_t count, std::uint64_t* to) = nullptr;
  /// Multiplies a number by a power of two, or negates it.
  void (*scale)(std::uint64_t* first, int stride, double factor) = nullptr;
  /// A bound of |computed - exact| for a number.
  double (*error)(const std::uint64_t* first, int stride, double computed) = nullptr;
  /// Makes the number `value`, a NaN or infinity born at instruction `pc`.
  void (*make_born)(std::uint64_t* first, int stride, double value, std::uint32_t pc) = nullptr;
  bool tracks_input = false;
};

/// Counts of one worker, merged at the end.
struct run_counts {
  std::uint64_t instructions = 0, fp_operations = 0, fp_shadowed = 0, cuts = 0, near_ties = 0, ctas = 0;
  std::uint64_t race_step = 1; ///< races of global memory were looked for in every so many-th page of `access_pages`
};

/// A decision that exact arithmetic would have taken otherwise, by more than the excess limit of the first pass.
struct flip_record {
  std::uint32_t pc = 0;
  std::uint64_t count = 0;
  std::uint32_t cta[3] = {}, thread[3] = {};
  double computed[2] = {}, exact[2] = {};
  double ratio = 0; ///< margin over what is allowed
};

/// What a conversion did to a finite value that no error analysis can excuse, or that has to be counted.
enum class event_kind : std::uint8_t {
  saturated, ///< clamped to the largest number of its format
  flushed,   ///< became zero
  accumulated_narrow, ///< one more addend in an accumulator below binary32
  nan_to_integer, ///< a NaN that the kernel made became an integer
  integer_lost, ///< came back from a format that cannot hold the integer it was
  large_angle   ///< the argument of a trigonometric function whose half ulp is a thousandth or more
};
struct event_record {
  event_kind kind{};
  std::uint32_t pc = 0;
  std::uint64_t count = 0;
  std::uint32_t cta[3] = {}, thread[3] = {};
  double source = 0, result = 0; ///< of the first one
};

/// An element of a buffer.
struct element_place {
  std::uint32_t buffer = 0;
  std::uint64_t offset = 0; ///< in bytes
  std::uint64_t bytes = 0;
};
inline constexpr std::uint32_t nobody = 0xffffffffu;

/// The emulated device during one launch.
struct machine {
  const program* code = nullptr;
  const launch* geometry = nullptr;
  dim3 cluster;                             ///< CTAs of a cluster
  bool has_clusters = false;                ///< the launch or the kernel says so
  std::uint32_t launch_index = 0;
  global_memory* global = nullptr;
  region constant;
  region params;
  domain_table domain;
  bool tracks_races = true;
  std::uint64_t seed = 0;
  std::uint64_t budget = 0;                 ///< lane-instructions left, shared by all workers
  std::chrono::steady_clock::time_point deadline;
  std::atomic<std::uint64_t> spent{0};
  std::atomic<bool> stop{false};            ///< a fatal fault or an interrupt ended the launch
  std::atomic<bool>* interrupt = nullptr;
  const element_place* watched = nullptr;     ///< the element whose last writer is wanted
  std::atomic<std::uint32_t> writer{nobody};  ///< the instruction that wrote it

  std::mutex lock;                          ///< guards what follows
  std::map<std::pair<std::uint32_t, fault>, fault_record> faults;
  std::map<std::uint32_t, flip_record> flips;
  std::map<std::pair<std::uint32_t, event_kind>, event_record> events;
  std::vector<incomplete_record> incomplete;
  std::vector<std::string> printed;
  run_counts counts;
  std::unordered_map<std::uint64_t, std::map<std::uint64_t, std::uint32_t>> released; ///< global addresses: CTA clocks
  std::vector<op> ops;                      ///< code->ops with the domain's handlers bound
  std::vector<std::uint64_t> constants_space; ///< behind `constant_numbers`
  const std::uint64_t* constant_numbers = nullptr; ///< code->constants as numbers of the domain, 64-byte aligned
  std::atomic<std::uint64_t> frame_bytes{0}; ///< held by activations of all warps
  std::map<std::uint32_t, flip_record> ties; ///< of record_tie, guarded by `lock`
};

/// Records a decision that exact arithmetic would have taken otherwise; `ratio` is its margin over what is allowed.
void record_flip(warp& w, const op& o, int lane, double computed_a, double computed_b, double exact_a, double exact_b, double ratio);
/// Records a decision that the machine's rounding alone took: its operands met, or stopped short of an integer, where the exact
/// ones do not, and no input's rounding moves them as far. `distance` is how far the rounding carried them.
void record_tie(warp& w, const op& o, int lane, double computed_a, double computed_b, double exact_a, double exact_b, double distance);
/// Records an event of a conversion.
void record_event(warp& w, const op& o, int lane, event_kind kind, double source, double result);

/// Counts an event of `lanes` lanes without a place.
void count_event(warp& w, const op& o, event_kind kind, std::uint32_t lanes);

/// Resolves an address of a state space for one lane. Returns the region, or nullptr.
region* resolve(warp& w, space s, int lane, std::uint64_t address, std::uint64_t bytes);

/// Runs the CTAs `ctas` of the launch in `m`, on `threads` workers where they do not communicate.
void run_launch(machine& m, const function_code& kernel, const std::vector<std::uint64_t>& ctas, std::uint32_t threads);

} // namespace fpcheck::exec

// Barrier objects in shared memory: phases that end when as many arrivals as they expect, and all bytes announced, have come.
#include "mbarriers.hpp"

#include "clusters.hpp"
#include "handlers.hpp"
#include "races.hpp"
#include "shadow_move.hpp"

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using m = ptx::modifier;

constexpr std::uint32_t most_arrivals = (1u << 20) - 1;

/// The object, which kernels cannot look into, as its 8 bytes hold it.
struct mbarrier {
  std::uint32_t pending = 0, expected = 0; ///< arrivals: of this phase still to come, and of each phase
  std::int32_t outstanding = 0;            ///< bytes announced that have not come
  bool phase = false;                      ///< the parity of the phase that runs

  std::uint64_t word() const {
    return pending | std::uint64_t{expected} << 20 | (static_cast<std::uint64_t>(static_cast<std::uint32_t>(outstanding)) & 0x7fffffu) << 40 | std::uint64_t{phase} << 63;
  }
};
mbarrier barrier_of(std::uint64_t word) {
  const auto bytes = static_cast<std::uint32_t>(word >> 40 & 0x7fffffu) << 9;
  return {static_cast<std::uint32_t>(word) & most_arrivals, static_cast<std::uint32_t>(word >> 20) & most_arrivals, static_cast<std::int32_t>(bytes) >> 9, word >> 63 != 0};
}

std::uint64_t word_at(const lane_place& at) {
  std::uint64_t v;
  std::memcpy(&v, at.where->data.data() + at.offset, 8);
  return v;
}
void put_word(const lane_place& at, std::uint64_t v, bool undefined = false) {
  std::memcpy(at.where->data.data() + at.offset, &v, 8);
  at.where->write(at.offset, 8, undefined);
  drop_cells(*at.where, at.offset, 8);
}

void misuse(warp& w, const op& o, int lane, std::string what) { report_fault(w, o, fault::barrier_divergence, 1u << lane, 0, std::move(what)); }

/// Whether an object is there; a fault tells where not.
bool is_made(warp& w, const op& o, int lane, const lane_place& at) {
  if (owner_of(w, *at.where) == nullptr) {
    report_fault(w, o, fault::out_of_bounds, 1u << lane, at.offset, "an mbarrier has to be in shared memory");
    return false;
  }
  if (!at.where->is_undefined(at.offset, 8)) return true;
  report_fault(w, o, fault::uninitialised, 1u << lane, at.offset, "no mbarrier.init has made the object at this address");
  return false;
}

release_record& signal_of(warp& w, const lane_place& at) { return owner_of(w, *at.where)->signals[at.offset]; }

/// Stores the object; its phase ends when nothing is to come any more.
void settle(warp& w, const lane_place& at, mbarrier b) {
  const bool ends = b.pending == 0 && b.outstanding == 0;
  if (ends) b.phase = !b.phase, b.pending = b.expected;
  put_word(at, b.word());
  if (ends) wake(*w.block->group);
}

void announce(warp& w, const op& o, int lane, mbarrier& b, std::int64_t bytes) {
  const std::int64_t sum = b.outstanding + bytes;
  constexpr std::int64_t most = (std::int64_t{1} << 20) - 1;
  if (sum > most || sum < -most) misuse(w, o, lane, "an mbarrier counts at most " + std::to_string(most) + " bytes");
  b.outstanding = static_cast<std::int32_t>(sum > most ? most : sum < -most ? -most : sum);
}

void take_arrivals(warp& w, const op& o, int lane, mbarrier& b, std::uint32_t count, bool drops) {
  if (count == 0 || count > b.pending) {
    misuse(w, o, lane, std::to_string(count) + " arrivals at an mbarrier that waits for " + std::to_string(b.pending));
    count = std::min(count, b.pending);
  }
  b.pending -= count;
  if (drops) b.expected -= std::min(count, b.expected);
}

/// What remains of the opcode's words: whether it orders memory.
bool is_relaxed(const op& o) { return o.source->has(m::relaxed); }

void init(warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    lane_place at;
    if (!find_place(w, o, 0, i, 8, 8, at)) return;
    if (owner_of(w, *at.where) == nullptr) return report_fault(w, o, fault::out_of_bounds, 1u << i, at.offset, "an mbarrier has to be in shared memory");
    std::uint32_t count = read_count(w, o, o.b, i);
    if (count == 0 || count > most_arrivals) misuse(w, o, i, "an mbarrier for " + std::to_string(count) + " arrivals: 1 to " + std::to_string(most_arrivals) + " are possible");
    count = std::clamp(count, 1u, most_arrivals);
    note_reset(w, o, i, *at.where, at.offset);
    put_word(at, mbarrier{count, count, 0, false}.word());
  });
}

void invalidate(warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    lane_place at;
    if (!find_place(w, o, 0, i, 8, 8, at) || !is_made(w, o, i, at)) return;
    note_reset(w, o, i, *at.where, at.offset);
    put_word(at, 0, true);
  });
}

/// expect_tx and complete_tx by a thread.
void count_bytes(warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    lane_place at;
    if (!find_place(w, o, 0, i, 8, 8, at) || !is_made(w, o, i, at)) return;
    note_signal(w, o, i, *at.where, at.offset);
    mbarrier b = barrier_of(word_at(at));
    const std::int64_t bytes = read_count(w, o, o.b, i);
    announce(w, o, i, b, o.form == f::mbarrier_expect_tx ? bytes : -bytes);
    if (o.form == f::mbarrier_expect_tx) put_word(at, b.word());
    else settle(w, at, b);
  });
}

void arrive(warp& w, const op& o) {
  const bool drops = o.form == f::mbarrier_arrive_drop || o.form == f::mbarrier_arrive_drop_expect_tx || o.form == f::mbarrier_arrive_drop_no_complete;
  const bool announces = o.form == f::mbarrier_arrive_expect_tx || o.form == f::mbarrier_arrive_drop_expect_tx;
  const bool stays = o.form == f::mbarrier_arrive_no_complete || o.form == f::mbarrier_arrive_drop_no_complete;
  const ref d = o.results.empty() ? ref{} : o.results[0];
  w.looked = true;
  for_each_lane(w.exec, [&](int i) {
    lane_place at;
    if (d) w.lanes<std::uint64_t>(d)[i] = 0;
    if (!find_place(w, o, 0, i, 8, 8, at) || !is_made(w, o, i, at)) return;
    note_signal(w, o, i, *at.where, at.offset);
    if (!is_relaxed(o)) release(w, signal_of(w, at));
    mbarrier b = barrier_of(word_at(at));
    if (d) w.lanes<std::uint64_t>(d)[i] = b.word();
    const std::uint32_t operand = o.b ? read_count(w, o, o.b, i) : 1;
    if (announces) announce(w, o, i, b, operand);
    take_arrivals(w, o, i, b, announces ? 1 : operand, drops);
    if (stays && b.pending == 0 && b.outstanding == 0) misuse(w, o, i, "an arrival .noComplete that ends the phase");
    settle(w, at, b);
  });
  for (std::uint32_t half = 0; half < 2 && d; ++half) drop_shadow(w, following(d, half), w.exec);
}

/// test_wait and try_wait: of a phase by its parity, or by the state that an arrival in it returned.
void look(warp& w, const op& o) {
  const bool by_parity = o.form == f::mbarrier_test_wait_parity || o.form == f::mbarrier_try_wait_parity;
  const bool patient = o.form == f::mbarrier_try_wait || o.form == f::mbarrier_try_wait_parity;
  std::uint32_t ended = 0, failed = 0;
  w.looked = true;
  for_each_lane(w.exec, [&](int i) {
    lane_place at;
    if (!find_place(w, o, 0, i, 8, 8, at) || !is_made(w, o, i, at)) return void(failed |= 1u << i);
    note_signal(w, o, i, *at.where, at.offset);
    const bool of_phase = by_parity ? (read_count(w, o, o.b, i) & 1u) != 0 : barrier_of(w.lanes<std::uint64_t>(o.b)[i]).phase;
    if (barrier_of(word_at(at)).phase == of_phase) return;
    ended |= 1u << i;
    if (!is_relaxed(o)) acquire(w, signal_of(w, at));
  });
  w.parks = patient && (ended | failed) == 0 && !gives_up(w);
  if (w.parks || !o.pd) return;
  std::uint32_t& to = w.top->predicates[o.pd.index];
  to = (to & ~w.exec) | ended | failed; // a wait in vain at a bad address would not end
  w.top->predicate_poison[o.pd.index] &= ~w.exec;
}

void pending_count(warp& w, const op& o) {
  const ref& d = o.results[0];
  for_each_lane(w.exec, [&](int i) { w.lanes<std::uint32_t>(d)[i] = barrier_of(w.lanes<std::uint64_t>(o.b)[i]).pending; });
  drop_shadow(w, d, w.exec);
}

} // namespace

void complete_bytes(warp& w, const op& o, int lane, const lane_place& at, std::uint32_t bytes) {
  if (!is_made(w, o, lane, at)) return;
  tell_of_copies(*owner_of(w, *at.where), signal_of(w, at));
  mbarrier b = barrier_of(word_at(at));
  announce(w, o, lane, b, -static_cast<std::int64_t>(bytes));
  settle(w, at, b);
}

void arrive_at(warp& w, const op& o, int lane, const lane_place& at) {
  note_signal(w, o, lane, *at.where, at.offset);
  if (!is_made(w, o, lane, at)) return;
  release(w, signal_of(w, at));
  mbarrier b = barrier_of(word_at(at));
  take_arrivals(w, o, lane, b, 1, false);
  settle(w, at, b);
}

handler bind_mbarrier(const ptx::instruction& i, op& o) {
  switch (i.form) {
  case f::mbarrier_init: return &init;
  case f::mbarrier_inval: return &invalidate;
  case f::mbarrier_expect_tx:
  case f::mbarrier_complete_tx: return &count_bytes;
  case f::mbarrier_test_wait:
  case f::mbarrier_test_wait_parity:
  case f::mbarrier_try_wait:
  case f::mbarrier_try_wait_parity: o.flow = control::await; return &look;
  case f::mbarrier_pending_count: return &pending_count;
  default: return &arrive;
  }
}

} // namespace fpcheck::exec

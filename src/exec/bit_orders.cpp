#include "bit_orders.hpp"

#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "handlers.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <optional>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::modifier;

constexpr std::uint32_t sign_bit = 0x80000000u;

bool is_comparison(const op& o) { return o.form == f::setp_int || o.form == f::setp_bool_int || o.form == f::set_int; }
bool is_atomic(const op& o) { return o.form == f::atom_minmax_int || o.form == f::red_minmax_int; }

/// The type of what is compared: of `set` the second one.
modifier type_of(const op& o) { return o.source->type(o.form == f::set_int ? 1 : 0); }
bool orders_signed(const op& o) {
  const modifier t = type_of(o);
  return t == modifier::s32 || t == modifier::s64;
}
int bits_of_type(const op& o) { return static_cast<int>(ptx::width(type_of(o))); }

/// The operands that are ordered: of an atomic the one beside memory.
ref left_of(const op& o) { return is_atomic(o) ? o.b : o.a; }
ref right_of(const op& o) { return is_atomic(o) || o.form == f::redux_int ? ref{} : o.b; }

/// The word of a register that holds the number: of a packed key the high one.
std::uint32_t code_in(warp& w, const ref& r, int bits, int lane) {
  return bits == 64 ? static_cast<std::uint32_t>(w.lanes<std::uint64_t>(r)[lane] >> 32) : w.lanes<std::uint32_t>(r)[lane];
}

/// Whether a code may be a number: zero, or of a size that numbers have. What integers are is mostly something else.
bool looks_like_number(std::uint32_t code) {
  const std::uint32_t exponent = code >> 23 & 255u;
  return (code & ~sign_bit) == 0 || (exponent > 127 - 48 && exponent < 127 + 48);
}

bool is_number(warp& w, const ref& r, int bits, int lane) {
  if (r.where != pool::frame) return looks_like_number(code_in(w, r, bits, lane));
  const slot_shadow& s = w.shadow(bits == 64 ? following(r, 1) : r);
  return ((s.input | (s.tag == shadow_tag::f32 ? s.live : 0u)) >> lane & 1u) != 0;
}

/// The place of a number on the line, as an integer that is compared with or without sign.
std::uint32_t key_of(std::uint32_t code, bool is_signed) {
  const bool negative = (code & sign_bit) != 0;
  return is_signed ? (negative ? code ^ ~sign_bit : code) : negative ? ~code : code | sign_bit;
}
std::uint32_t code_of(std::uint32_t key, bool is_signed) {
  if (is_signed) return (key & sign_bit) != 0 ? key ^ ~sign_bit : key;
  return (key & sign_bit) != 0 ? key & ~sign_bit : ~key;
}

enum class standing : std::uint8_t { unknown, kept, reversed };
/// How the integers of two numbers' bits stand, beside the numbers.
standing compare(std::uint32_t a, std::uint32_t b, bool is_signed) {
  const float x = bit_cast<float>(a), y = bit_cast<float>(b);
  if (x != x || y != y || x == y) return standing::unknown;
  const bool below = is_signed ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
  return below == (x < y) ? standing::kept : standing::reversed;
}

/// What one execution adds to the record.
class orders_here {
public:
  orders_here(warp& w, const op& o) : w_(w), o_(o) { r_.pc = o.pc, r_.is_signed = orders_signed(o); }
  ~orders_here() {
    if (r_.reversed + r_.kept == 0) return;
    wrapped_machine& m = wrapped(w_);
    const std::scoped_lock guard(m.lock);
    bit_order& to = m.bit_orders[o_.pc];
    const std::uint64_t reversed = to.reversed + r_.reversed, kept = to.kept + r_.kept;
    if (to.reversed == 0) to = r_;
    to.reversed = reversed, to.kept = kept;
  }
  orders_here(const orders_here&) = delete;
  orders_here& operator=(const orders_here&) = delete;

  void look(int lane, std::uint32_t a, std::uint32_t b) {
    const standing s = compare(a, b, r_.is_signed);
    r_.kept += s == standing::kept;
    if (s != standing::reversed || r_.reversed++ != 0) return;
    r_.first = bit_cast<float>(a), r_.second = bit_cast<float>(b);
    std::copy_n(w_.block->position, 3, r_.cta);
    for (std::size_t k = 0; k < 3; ++k) r_.thread[k] = w_.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(lane)];
  }

private:
  warp& w_;
  const op& o_;
  bit_order r_;
};

/// The element that an atomic of one lane is about: its region and offset in it.
struct memory_word {
  region* where = nullptr;
  std::uint64_t offset = 0;
};
memory_word word_of(warp& w, const op& o, int lane) {
  const std::uint64_t base = !o.a ? 0 : o.a_bits == 64 ? w.lanes<std::uint64_t>(o.a)[lane] : w.lanes<std::uint32_t>(o.a)[lane];
  const std::uint64_t address = base + static_cast<std::uint64_t>(o.displacement), bytes = static_cast<std::uint64_t>(bits_of_type(o)) / 8;
  region* const r = resolve(w, o.space, lane, address, bytes);
  if (r == nullptr) return {};
  return {r, offset_in(*r, o.space, address) + bytes - 4};
}
std::uint32_t read_word(const memory_word& m) {
  std::uint32_t code = 0;
  std::memcpy(&code, m.where->data.data() + m.offset, sizeof code);
  return code;
}

} // namespace

bool compares_order(const op& o) {
  static constexpr modifier orders[] = {modifier::lt, modifier::le, modifier::gt, modifier::ge, modifier::lo, modifier::ls, modifier::hi, modifier::hs};
  return o.source != nullptr && o.bits != nullptr && is_comparison(o) && std::any_of(std::begin(orders), std::end(orders), [&](modifier m) { return o.source->has(m); });
}

bool orders_integers(const op& o) {
  if (o.source == nullptr || o.bits == nullptr) return false;
  if (is_comparison(o)) {
    if (!compares_order(o)) return false;
  } else if (!is_atomic(o) && o.form != f::min_int && o.form != f::max_int) {
    if (o.form != f::redux_int || !(o.source->has(modifier::min) || o.source->has(modifier::max))) return false;
  }
  const bool literal = right_of(o).where == pool::constant || left_of(o).where == pool::constant;
  const modifier t = type_of(o);
  return !literal && (t == modifier::s32 || t == modifier::u32 || t == modifier::s64 || t == modifier::u64);
}

std::uint32_t nans_ordered_by(warp& w, const op& o) {
  if (!compares_order(o) || bits_of_type(o) != 32) return 0;
  constexpr std::uint32_t infinity = 0x7f800000u;
  const auto nan_in = [&](const ref& r, const ref& other) -> std::uint32_t {
    if (r.where != pool::frame) return 0;
    const slot_shadow& s = w.shadow(r);
    std::uint32_t lanes = s.born & w.exec;
    if (lanes == 0) return 0;
    for_each_lane(lanes, [&](int i) {
      const bool own = s.tag != shadow_tag::derived || (s.live >> i & 1u) == 0;
      const std::uint32_t code = w.lanes<std::uint32_t>(r)[i], from = own ? code : w.extra(r).source[static_cast<std::size_t>(i)];
      // A literal beyond all numbers, or one that the bits are compared with after they were moved, asks for NaNs.
      const bool asks = other.where == pool::constant && (!own || (w.lanes<std::uint32_t>(other)[i] & ~sign_bit) >= infinity - 1);
      if ((from & ~sign_bit) <= infinity || asks) lanes &= ~(1u << i);
    });
    return lanes;
  };
  return nan_in(o.a, o.b) | nan_in(o.b, o.a);
}

void note_bit_order(warp& w, const op& o) {
  const ref a = left_of(o), b = right_of(o);
  const int bits = bits_of_type(o);
  const bool follows = wrapped(w).follows_codes;
  if (!follows) { // of numbers without a sign integers say what they ought to
    std::uint32_t negative = 0;
    for (int i = 0; i < warp_size; ++i) negative |= code_in(w, a, bits, i) | (b ? code_in(w, b, bits, i) : 0u);
    if ((negative & sign_bit) == 0) return;
  }
  const auto counts = [&](const ref& r, int i) { return follows ? is_number(w, r, bits, i) : looks_like_number(code_in(w, r, bits, i)); };
  orders_here here(w, o);
  int first = -1;
  for_each_lane(w.exec, [&](int i) {
    if (!counts(a, i)) return;
    const std::uint32_t code = code_in(w, a, bits, i);
    if (b) {
      if (counts(b, i)) here.look(i, code, code_in(w, b, bits, i));
    } else if (is_atomic(o)) {
      const memory_word m = word_of(w, o, i);
      if (m.where != nullptr && read_word(m) != sign_bit) here.look(i, code, read_word(m)); // the least integer is no number
    } else {
      if (first >= 0) here.look(i, code, code_in(w, a, bits, first));
      first = i;
    }
  });
}

namespace {

void watch(warp& w, const op& o) {
  note_bit_order(w, o);
  run_inner(w, o);
}

void put_code(warp& w, const ref& r, int bits, int lane, std::uint32_t code) {
  if (bits == 64) {
    std::uint64_t& v = w.lanes<std::uint64_t>(r)[lane];
    v = (v & 0xffffffffu) | std::uint64_t{code} << 32;
  } else {
    w.lanes<std::uint32_t>(r)[lane] = code;
  }
}

/// Gives the instruction keys of the numbers, and takes codes from it.
void order(warp& w, const op& o) {
  const bool is_signed = orders_signed(o);
  const int bits = bits_of_type(o);
  const std::uint32_t exec = w.exec;
  const ref a = left_of(o), b = right_of(o);
  const bool result = static_cast<bool>(o.d) && !is_comparison(o);
  const auto same = [](const ref& x, const ref& y) { return x.where == y.where && x.offset == y.offset; };
  const auto turn = [&](const ref& r, int lane, std::uint32_t (*how)(std::uint32_t, bool)) { put_code(w, r, bits, lane, how(code_in(w, r, bits, lane), is_signed)); };
  const auto turn_memory = [&](const memory_word& m, std::uint32_t (*how)(std::uint32_t, bool)) {
    if (m.where == nullptr) return;
    const std::uint32_t code = how(read_word(m), is_signed);
    std::memcpy(m.where->data.data() + m.offset, &code, sizeof code);
  };
  const auto run = [&](std::uint32_t lanes) {
    memory_word memory;
    if (is_atomic(o)) memory = word_of(w, o, std::countr_zero(lanes)), turn_memory(memory, &key_of);
    for_each_lane(lanes, [&](int i) {
      turn(a, i, &key_of);
      if (b && !same(a, b)) turn(b, i, &key_of);
    });
    w.exec = lanes;
    run_inner(w, o);
    for_each_lane(lanes, [&](int i) {
      if (!result || !same(o.d, a)) turn(a, i, &code_of);
      if (b && !same(a, b) && (!result || !same(o.d, b))) turn(b, i, &code_of);
      if (result) turn(o.d, i, &code_of);
    });
    if (is_atomic(o)) turn_memory(memory, &code_of);
  };
  if (is_atomic(o)) for_each_lane(exec, [&](int i) { run(1u << i); }); // one after the other, as memory has them
  else run(exec);
  w.exec = exec;
}

} // namespace

handler bit_order_watcher() { return &watch; }

void watch_bit_orders(wrapped_machine& m) {
  for (op& o : m.ops)
    if (orders_integers(o)) wrap(m, o, &watch);
}

void order_numbers(wrapped_machine& m, std::uint32_t pc) { wrap(m, m.ops[pc], &order); }

marked_words marks_of(warp& w, const op& o) {
  marked_words out;
  const auto add = [&](const ref& r, int bits) {
    if (r.where != pool::frame) return;
    const int k = out.count++;
    for (std::uint32_t half = 0; half < (bits == 64 ? 2u : 1u); ++half) {
      const slot_shadow& s = w.shadow(following(r, half));
      out.marks[k][half] = s.input | (s.tag == shadow_tag::f32 ? s.live : 0u);
    }
    for (int i = 0; i < warp_size; ++i) {
      const std::uint64_t v = bits == 64 ? w.lanes<std::uint64_t>(r)[i] : w.lanes<std::uint32_t>(r)[i];
      out.words[k][0][i] = static_cast<std::uint32_t>(v), out.words[k][1][i] = static_cast<std::uint32_t>(v >> 32);
    }
  };
  add(o.a, o.a_bits), add(o.b, o.b_bits), add(o.c, o.d_bits);
  return out;
}

void pass_marks(warp& w, const op& o, const marked_words& before) {
  for (std::uint32_t half = 0; half < 2; ++half)
    for_each_lane(w.exec, [&](int i) {
      const auto word = static_cast<std::uint32_t>(w.lanes<std::uint64_t>(o.d)[i] >> (32 * half));
      for (int k = 0; k < before.count; ++k)
        for (int from = 0; from < 2; ++from)
          if ((before.marks[k][from] >> i & 1u) != 0 && word != 0 && before.words[k][from][i] == word) w.shadow(following(o.d, half)).input |= 1u << i;
    });
}

} // namespace fpcheck::exec

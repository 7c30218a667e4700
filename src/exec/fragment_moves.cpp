#include "fragment_moves.hpp"

#include "element_moves.hpp"
#include "handlers.hpp"
#include "lane_places.hpp"
#include "races.hpp"

namespace fpcheck::exec {

static_assert(sizeof(fragment_choice) == sizeof(op::displacement));
void set_fragment(op& o, const fragment_choice& c) { std::memcpy(&o.displacement, &c, sizeof c); }

namespace {

/// One move of a fragment: where each of its elements lies.
class fragment_move {
public:
  fragment_move(warp& w, const op& o) : w_(w), o_(o) {
    std::memcpy(static_cast<void*>(&c_), &o.displacement, sizeof c_);
    f_ = {c_.halves, c_.eights, c_.slices, c_.each, c_.half_sums != 0};
  }
  int words() const { return c_.matrix == matrix_of::a ? f_.words_of_a() : c_.matrix == matrix_of::b ? f_.words_of_b() : f_.words_of_c(); }
  int bits() const { return c_.bits; }
  int parts() const { return c_.matrix == matrix_of::d ? f_.sums_of_word() : f_.each; }
  /// Whether the elements of a word lie side by side.
  bool is_whole() const { return parts() == 1 || runs_along(); }
  /// Finds the elements `part` of a word in all lanes: so many bytes each.
  places_of_lanes find(int word, int part, unsigned bytes) const {
    places_of_lanes out;
    for_each_lane(w_.exec, [&](int lane) {
      lane_place p;
      if (!find_place(w_, o_, 0, lane, bytes, bytes, p, byte_of(word, lane, part))) return;
      out.where[static_cast<std::size_t>(lane)] = p.where, out.offset[static_cast<std::size_t>(lane)] = p.offset;
      out.found |= 1u << lane;
    });
    return out;
  }

private:
  /// Whether memory is read along the elements of a word: the inner extent, or a row of D.
  bool runs_along() const { return (c_.by_column != 0) == (c_.matrix == matrix_of::b); }
  std::uint64_t byte_of(int word, int lane, int part) const {
    const matrix_place at = c_.matrix == matrix_of::a ? f_.place_in_a(word, lane, part) : c_.matrix == matrix_of::b ? f_.place_in_b(word, lane, part) : f_.place_in_d(word, lane, part);
    const auto lines = static_cast<std::uint64_t>(8 * (c_.matrix == matrix_of::b ? f_.eights : f_.halves));
    const auto others = static_cast<std::uint64_t>(c_.matrix == matrix_of::d ? 8 * f_.eights : 4 * f_.each * f_.slices);
    const auto line = static_cast<std::uint64_t>(at.line), other = static_cast<std::uint64_t>(at.other);
    const std::uint64_t stride = o_.b ? w_.lanes<std::uint32_t>(o_.b)[lane] : runs_along() ? others : lines;
    return (runs_along() ? line * stride + other : other * stride + line) * c_.bits / 8;
  }

  warp& w_;
  const op& o_;
  fragment_choice c_;
  fragment_shape f_{};
};

void note_partial_warp(warp& w, const op& o) {
  order_warp(w);
  if (w.exec != 0xffffffffu) report_fault(w, o, fault::undefined_lane, w.exec, 0, "fragments move with all 32 lanes of a warp");
  if (o.b && o.b.where == pool::frame && ((w.shadow(o.b).poison | w.shadow(o.b).stray) & w.exec) != 0)
    report_fault(w, o, fault::uninitialised, w.exec, 0, "an undefined value is used as a stride");
}

/// A word whose elements lie side by side; of binary64 two words of memory.
void load_whole(warp& w, const op& o, const fragment_move& m, int word, const ref& d) {
  const unsigned bytes = m.bits() == 64 ? 8 : 4;
  const places_of_lanes p = m.find(word, 0, bytes);
  for (std::uint32_t half = 0; half < bytes / 4; ++half) drop_shadow(w, following(d, half), w.exec);
  for_each_lane(w.exec, [&](int lane) {
    const auto k = static_cast<std::size_t>(lane);
    if ((p.found >> lane & 1u) == 0) {
      w.shadow(d).poison |= 1u << lane;
      w.tainted = true;
      return;
    }
    std::memcpy(w.lanes<std::byte>(d) + bytes * k, p.where[k]->data.data() + p.offset[k], bytes);
    if (bytes == 8) load_wide(w, d, lane, *p.where[k], p.offset[k]);
    else load_word(w, d, lane, *p.where[k], p.offset[k]);
  });
  note_reads(w, o, p.where.data(), p.offset.data(), p.found, bytes);
}

/// A word whose elements lie apart.
void load_apart(warp& w, const op& o, const fragment_move& m, int word, const ref& d) {
  const unsigned bytes = static_cast<unsigned>(m.bits()) / 8;
  std::array<places_of_lanes, 4> p;
  for (int part = 0; part < m.parts(); ++part) p[static_cast<std::size_t>(part)] = m.find(word, part, bytes);
  std::uint32_t* const to = w.lanes<std::uint32_t>(d);
  drop_shadow(w, d, w.exec);
  for_each_lane(w.exec, [&](int lane) {
    const auto k = static_cast<std::size_t>(lane);
    const std::uint32_t bit = 1u << lane;
    std::uint32_t code = 0;
    for (std::size_t part = 0; part < static_cast<std::size_t>(m.parts()); ++part) {
      std::uint32_t element = 0;
      const bool found = (p[part].found & bit) != 0;
      if (found) std::memcpy(&element, p[part].where[k]->data.data() + p[part].offset[k], bytes);
      if (!found || (bytes == 1 && p[part].where[k]->is_undefined(p[part].offset[k], 1))) {
        w.shadow(d).poison |= bit;
        w.tainted = true;
      }
      code |= element << (8 * bytes * part);
    }
    to[lane] = code;
    if (bytes != 2 || (p[0].found & p[1].found & bit) == 0) return; // single bytes are integers
    const region* const where[2] = {p[0].where[k], p[1].where[k]};
    const std::uint64_t offset[2] = {p[0].offset[k], p[1].offset[k]};
    load_elements(w, d, lane, where, offset);
  });
  for (std::size_t part = 0; part < static_cast<std::size_t>(m.parts()); ++part) note_reads(w, o, p[part].where.data(), p[part].offset.data(), p[part].found, bytes);
}

void load_fragment(warp& w, const op& o) {
  note_partial_warp(w, o);
  const fragment_move m(w, o);
  for (std::size_t k = 0; k < o.results.size(); ++k) { // some fragments hold every element twice
    if (!o.results[k]) continue;
    const int word = static_cast<int>(k) % m.words();
    if (m.is_whole()) load_whole(w, o, m, word, o.results[k]);
    else load_apart(w, o, m, word, o.results[k]);
  }
}

/// Leaves out lanes whose memory may only be read.
void check_writable(warp& w, const op& o, places_of_lanes& p) {
  for_each_lane(p.found, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    if (p.where[k]->writable) return;
    report_fault(w, o, fault::read_only_write, 1u << i, p.offset[k], "'" + p.where[k]->name + "' is read-only");
    p.found &= ~(1u << i);
  });
}

void store_fragment(warp& w, const op& o) {
  note_partial_warp(w, o);
  const fragment_move m(w, o);
  for (int k = 0; k < m.words(); ++k) {
    const ref& a = o.list[static_cast<std::size_t>(2 + k)];
    const bool whole = m.is_whole();
    for (int part = 0; part < (whole ? 1 : m.parts()); ++part) {
      const unsigned bytes = whole ? (m.bits() == 64 ? 8 : 4) : 2;
      places_of_lanes p = m.find(k, part, bytes);
      check_writable(w, o, p);
      note_stores(w, o, a, space_of_place(o, 0), p, bytes);
      for_each_lane(p.found, [&](int lane) {
        const auto i = static_cast<std::size_t>(lane);
        if (!whole) return store_element(w, a, lane, part, *p.where[i], p.offset[i]);
        if (bytes == 4) return store_word(w, a, lane, *p.where[i], p.offset[i]);
        store_wide(w, a, lane, *p.where[i], p.offset[i]);
      });
    }
  }
}

} // namespace

handler bind_fragment_move(const ptx::instruction& i, op&) { return i.form == ptx::form::wmma_store ? &store_fragment : &load_fragment; }

} // namespace fpcheck::exec

#pragma once
// What the handlers of integer instructions share: widths, and how a row of their tables chooses by the type.
#include "lanes.hpp"

#include <type_traits>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

template <class V>
using unsigned_of = std::make_unsigned_t<V>;
template <class V>
constexpr int bits_in = static_cast<int>(sizeof(V)) * 8;

template <template <class> class Op>
handler by_type(const ptx::instruction& i, op&) { return for_integer_type<Op>(i.type()); }
template <handler H>
handler always(const ptx::instruction&, op&) { return H; }
template <handler H32, handler H64>
handler by_width(const ptx::instruction& i, op&) { return ptx::width(i.type()) == 64 ? H64 : H32; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL

#pragma once
#include "lane_places.hpp"

namespace fpcheck::exec {

/// mbarrier instructions, in every form.
handler bind_mbarrier(const ptx::instruction& i, op& o);

/// Tells the mbarrier at `at` that `bytes` bytes which it expects have come, as the copy unit does when a copy ends.
void complete_bytes(warp& w, const op& o, int lane, const lane_place& at, std::uint32_t bytes);
/// One arrival at the mbarrier, of a lane.
void arrive_at(warp& w, const op& o, int lane, const lane_place& at);

} // namespace fpcheck::exec

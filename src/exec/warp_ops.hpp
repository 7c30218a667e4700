#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// shfl, in either form.
handler bind_shuffle(const ptx::instruction& i, op& o);
/// vote, in either form.
handler bind_vote(const ptx::instruction& i, op& o);
/// match.any.sync and match.all.sync.
handler bind_match(const ptx::instruction& i, op& o);
/// redux.sync.
handler bind_redux(const ptx::instruction& i, op& o);
/// activemask and elect.sync.
handler bind_members(const ptx::instruction& i, op& o);

} // namespace fpcheck::exec

#pragma once
#include <mpfr.h>

namespace fpcheck::exec {

/// What MPFR keeps for a thread, freed where the thread ends: constants and limbs that it would leave to nobody.
/// Declared before all else of a thread's function, so that its numbers are gone by then.
struct mpfr_of_thread {
  mpfr_of_thread() = default;
  ~mpfr_of_thread() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
  mpfr_of_thread(const mpfr_of_thread&) = delete;
  mpfr_of_thread& operator=(const mpfr_of_thread&) = delete;
};

} // namespace fpcheck::exec

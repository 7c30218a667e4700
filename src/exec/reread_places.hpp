#pragma once
// Whether a place in memory that is read again still holds what it held.
#include "memory_flow.hpp"

#include <memory>

namespace fpcheck::exec {

/// Of one function.
class reread_places {
public:
  reread_places(const program& p, const function_code& code, const def_use& g) : p_(p), code_(code), g_(g) {}
  /// A number for what the arrays that `load` may reach hold then: two loads from one address with the same number read the same. 0 where the function
  /// writes none of them.
  std::uint64_t content_at(const op& load);

private:
  struct write {
    std::uint32_t pc;
    array_set arrays; ///< empty: any
  };
  void find_writes();
  bool may_write(const write& w, const array_set& arrays) const;

  const program& p_;
  const function_code& code_;
  const def_use& g_;
  std::unique_ptr<memory_flow> flow_;
  std::vector<write> writes_;
};

} // namespace fpcheck::exec

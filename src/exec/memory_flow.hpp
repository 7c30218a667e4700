#pragma once
// What the numbers that a kernel stores are made of, by the arrays that it loads from.
#include "def_use.hpp"

#include <map>
#include <set>

namespace fpcheck::exec {

/// An array as a function knows it: what a parameter points to, a variable, or its local memory.
enum class array_kind : std::uint8_t { parameter, shared, global, local };
struct array_key {
  array_kind kind{};
  std::uint64_t place = 0; ///< byte of the parameters, or index of the variable
  friend auto operator<=>(const array_key&, const array_key&) = default;
};
using array_set = std::set<array_key>;

/// Arrays that a number was made of.
struct ingredients {
  array_set all;
  array_set multiplied; ///< what came in through a factor, a quotient or a function, not as an addend alone
};

/// Within one function, whatever way it takes.
class memory_flow {
public:
  memory_flow(const program& p, const function_code& code) : memory_flow(p, code, p.constants) {}
  /// The same while the program's literals are still gathered.
  memory_flow(const program& p, const function_code& code, const std::vector<std::byte>& constants) : p_(p), code_(code), g_(p, code, constants) { note_stores(); }

  /// The arrays that a load or store may reach.
  array_set arrays(const op& access) const;
  /// What the value of `r` is made of, through memory that the function itself writes as well.
  ingredients made_of(const ref& r) const;
  /// The same of all that is stored to an array, for each one that is.
  const std::map<array_key, ingredients>& stored() const;
  const def_use& uses() const { return g_; }

private:
  struct walk;
  void note_stores();
  void add_bases(const ref& address, space s, std::set<std::uint32_t>& seen, array_set& out, std::int64_t& literal) const;
  void follow(walk& w, const ref& r, bool multiplied) const;
  void follow_operands(walk& w, const op& d, bool multiplied) const;
  void follow_memory(walk& w, const op& load, bool multiplied) const;
  /// The variable of a state space that holds a byte of it.
  std::uint64_t variable_at(ptx::state_space s, std::uint64_t byte) const;

  const program& p_;
  const function_code& code_;
  def_use g_;
  std::map<array_key, std::vector<std::uint32_t>> stores_; ///< of real numbers, by what they may reach
  mutable std::map<array_key, ingredients> stored_;
  mutable bool known_ = false;
};

} // namespace fpcheck::exec

// The interval domain's table; one level serves.
#include "../domains/interval_domain.hpp"
#include "../domains/table.hpp"
#include "scalar_tables.hpp"

namespace fpcheck::exec {

domain_table interval_table() { return make_table<interval_domain>("interval"); }

} // namespace fpcheck::exec

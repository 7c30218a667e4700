// The blame domain's table; one level serves.
#include "../domains/blame_domain.hpp"
#include "../domains/table.hpp"
#include "scalar_tables.hpp"

namespace fpcheck::exec {

domain_table blame_table() { return make_table<blame_domain>("blame"); }

} // namespace fpcheck::exec

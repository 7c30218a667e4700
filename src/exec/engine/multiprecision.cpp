// The table of the domain with midpoints of a chosen number of bits.
#include "../domains/multiprecision_domain.hpp"
#include "../domains/table.hpp"
#include "scalar_tables.hpp"

namespace fpcheck::exec {

domain_table mpfr_table() { return make_table<multiprecision_domain>("mpfr"); }

} // namespace fpcheck::exec

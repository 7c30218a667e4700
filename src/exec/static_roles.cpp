#include "static_roles.hpp"

namespace fpcheck::exec {

void find_roles(program&, function_code&) {}

} // namespace fpcheck::exec

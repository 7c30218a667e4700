// The rest of the interface: each call is refused with its name in the report. Without CUDA's headers, whose types do not matter here.
#include "device.hpp"

#define FPCHECK_UNSUPPORTED(name) \
  extern "C" int name() { \
    auto& d = fpcheck::runtime::device::instance(); \
    const std::scoped_lock guard(d.lock()); \
    return static_cast<int>(d.refuse(#name)); \
  }
#include "unsupported_calls.def"
#undef FPCHECK_UNSUPPORTED

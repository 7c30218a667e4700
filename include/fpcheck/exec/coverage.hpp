#pragma once
#include <fpcheck/ptx/isa.hpp>

#include <string_view>

namespace fpcheck::exec {

/// Why a form is not modelled.
enum class absence : unsigned char {
  none,            ///< it is
  later_devices,   ///< sm_80 to sm_90 do not have it
  several_devices, ///< it is of memory that devices share
  textures         ///< textures and surfaces
};

/// Why the engine does not model the form; `none` where it does.
absence absence_of(ptx::form form);
/// In words: "needs sm_100 or later".
std::string_view text(absence why);

} // namespace fpcheck::exec

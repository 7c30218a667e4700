#pragma once
// The case language's names as they were while it was part of exec; gone when the last file that uses them has moved to session.
#include <fpcheck/launch/case.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/launch/word.hpp>

namespace fpcheck::exec {

using fpcheck::launch::assignment;
using fpcheck::launch::case_text;
using fpcheck::launch::command_line_name;
using fpcheck::launch::command_line_words;
using fpcheck::launch::demangle_kernel;
using fpcheck::launch::kernel_signature;
using fpcheck::launch::launch_text;
using fpcheck::launch::option_text;
using fpcheck::launch::parse_launch;
using fpcheck::launch::scan_comments;
using fpcheck::launch::scan_signatures;
using fpcheck::launch::source_comments;
using fpcheck::launch::source_signatures;
using fpcheck::launch::split_top_level;
using fpcheck::launch::split_words;
using fpcheck::launch::suppression;
using fpcheck::launch::word;

} // namespace fpcheck::exec

// The error of an option or argument that is out of range; one sentence for all detectors.
#pragma once

#include <string>

#include "ragsieve/base/error.h"

namespace ragsieve {

// kInvalidArgument: "<name> is <found>, expected <expected>".
[[nodiscard]] inline Error option_error(const std::string& name, const std::string& found,
                                        const std::string& expected) {
  return make_error(Code::kInvalidArgument, name + " is " + found + ", expected " + expected,
                    Where{"", 0, name});
}

}  // namespace ragsieve

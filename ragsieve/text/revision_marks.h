// Words by which a text says that it changes what was valid before: "as of 1 May", "instead of",
// "no longer", "has been raised to", "bisher", "désormais", 调整为. Pure; any thread may call.
#pragma once

#include <vector>

#include "ragsieve/text/lexemes.h"

namespace ragsieve {

[[nodiscard]] bool says_it_revises(const std::vector<Lexeme>& sentence);

}  // namespace ragsieve

// The tables of the state, as the steps that make them.
#pragma once

#include <span>

#include "ragsieve/store/migrations.h"

namespace ragsieve {

[[nodiscard]] std::span<const Migration> schema_steps();

}  // namespace ragsieve

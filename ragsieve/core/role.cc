#include "ragsieve/core/role.h"

namespace ragsieve {

std::string_view role_name(Role role) {
  constexpr std::array<std::string_view, kAllRoles.size()> kNames{"screen", "read", "review",
                                                                  "admin"};
  return kNames[static_cast<std::size_t>(role)];
}

std::optional<Role> role_of(std::string_view name) {
  for (const Role role : kAllRoles) {
    if (role_name(role) == name) return role;
  }
  return std::nullopt;
}

bool may(Role role, Role needed) {
  return role == Role::kAdmin || role == needed || (role == Role::kReview && needed == Role::kRead);
}

}  // namespace ragsieve

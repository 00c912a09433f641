// Who may do what at the service. A role is a set of permissions; every route needs one of them.
// Values: thread-safe.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ragsieve {

enum class Role { kScreen, kRead, kReview, kAdmin };
inline constexpr std::array<Role, 4> kAllRoles{Role::kScreen, Role::kRead, Role::kReview,
                                               Role::kAdmin};

// "screen", "read", "review", "admin".
[[nodiscard]] std::string_view role_name(Role role);
[[nodiscard]] std::optional<Role> role_of(std::string_view name);

// Whether who has `role` may use what needs `needed`: admin all, review what read may too, the
// others their own alone. A pipeline's key (screen) sees no verdict but those it asks for.
[[nodiscard]] bool may(Role role, Role needed);

// Who asks: of an API key its name, never the key.
struct Principal {
  std::string name;
  Role role = Role::kRead;
  std::string key_id{};  // of the API key, which no other has; empty: there is none
};

}  // namespace ragsieve

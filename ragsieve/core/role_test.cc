#include "ragsieve/core/role.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(Role, NamesAreReadAsTheyAreWritten) {
  for (const Role role : kAllRoles) EXPECT_EQ(role_of(role_name(role)), role);
  EXPECT_FALSE(role_of("root"));
  EXPECT_FALSE(role_of(""));
}

TEST(Role, AdminMayAllReviewReadsTooAndScreenDoesNot) {
  for (const Role needed : kAllRoles) EXPECT_TRUE(may(Role::kAdmin, needed));
  EXPECT_TRUE(may(Role::kReview, Role::kRead));
  EXPECT_TRUE(may(Role::kReview, Role::kReview));
  EXPECT_FALSE(may(Role::kReview, Role::kScreen));
  EXPECT_FALSE(may(Role::kReview, Role::kAdmin));
  EXPECT_TRUE(may(Role::kScreen, Role::kScreen));
  EXPECT_FALSE(may(Role::kScreen, Role::kRead));
  EXPECT_FALSE(may(Role::kRead, Role::kScreen));
  EXPECT_FALSE(may(Role::kRead, Role::kReview));
}

}  // namespace
}  // namespace ragsieve

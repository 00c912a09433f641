#include "ragsieve/service/retention.h"

#include "ragsieve/service/gate_test_internal.h"

namespace ragsieve {
namespace {

class RetentionTest : public GateServiceTest {
 protected:
  static constexpr std::int64_t kDayMs = 86'400'000;
  bool has_text(const std::string& document) {
    return state_->use([&](Stores& stores) { return stores.documents.find(document); })
        .value()
        ->text.has_value();
  }
};

TEST_F(RetentionTest, TextsOfAdmittedDocumentsGoAndThoseThatWaitStay) {
  ASSERT_TRUE(gates_->open("notes", {}).ok());
  const auto plain = desk_->screen(request("a.md", kPlainNote), "p", {}).value();
  const auto poison = desk_->screen(request("b.md", kFlippedNote), "p", {}).value();
  ASSERT_EQ(plain.record.verdict, Verdict::kAdmit);
  ASSERT_NE(poison.record.verdict, Verdict::kAdmit);
  EXPECT_EQ(forget_what_is_old(*state_, clock_, 90).value(), 0);
  clock_.now += 91 * kDayMs;
  EXPECT_EQ(forget_what_is_old(*state_, clock_, 90).value(), 1);
  EXPECT_FALSE(has_text(plain.document));
  EXPECT_TRUE(has_text(poison.document));
}

}  // namespace
}  // namespace ragsieve

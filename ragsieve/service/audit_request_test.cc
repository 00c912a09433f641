#include "ragsieve/service/audit_request.h"

#include <gtest/gtest.h>

#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

TEST(AuditRequest, IsReadStrictly) {
  const auto read = [](const std::string& text) {
    return audit_request_of(json::Reader().parse(text).value());
  };
  const std::string whole = R"({"corpus":"wiki","reference":"before","alpha":0.05})";
  EXPECT_EQ(json::dump(to_json(read(whole).value())), whole);
  EXPECT_FALSE(read(R"({"corpus":"wiki"})").value().alpha.has_value());
  for (const std::string bad :
       {"{}", "[]", R"({"corpus":1})", R"({"corpus":"a","alpha":0})", R"({"corpus":"a","alpha":1})",
        R"({"corpus":"a","alpha":"0.1"})", R"({"corpus":"a","alpha":-1e300})",
        R"({"corpus":"a","reference":null})", R"({"corpus":"a","embeddings":"/etc/shadow"})"}) {
    const auto request = read(bad);
    ASSERT_FALSE(request.ok()) << bad;
    EXPECT_EQ(request.error().code, Code::kInvalidInput);
  }
}

}  // namespace
}  // namespace ragsieve

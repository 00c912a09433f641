#include "ragsieve/service/filter_request.h"

#include <gmock/gmock.h>

#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

Result<FilterRequest> request_of(const std::string& body) {
  return filter_request_of(json::Reader().parse(body).value());
}

std::string with_document(const std::string& document) {
  return R"({"contexts":[{"query_id":"q","query":"why?","documents":[)" + document + "]}]}";
}

TEST(FilterRequest, IsReadWithItsContexts) {
  const FilterRequest request =
      request_of(R"({"corpus":"wiki","contexts":[{"query_id":"q","query":"why?","documents":
                 [{"id":"a","title":"T","text":"x"},{"id":"b","text":"y"}]}]})")
          .value();
  EXPECT_EQ(request.corpus, "wiki");
  ASSERT_EQ(request.contexts.contexts.size(), 1U);
  EXPECT_EQ(request.contexts.contexts[0].documents[0].indexed_text, "T x");
  EXPECT_FALSE(request_of(with_document("")).value().corpus.has_value());
}

TEST(FilterRequest, ABodyOfAnotherFormIsRefusedWithThePlace) {
  const std::vector<std::pair<std::string, std::string>> bodies{
      {"[]", ""},
      {"{}", "contexts"},
      {R"({"contexts":[]})", "contexts"},
      {R"({"contexts":{}})", "contexts"},
      {R"({"contexts":[1]})", "contexts[0]"},
      {R"({"corpus":null,"contexts":[]})", "corpus"},
      {R"({"corpus":7,"contexts":[]})", "corpus"},
      {R"({"path":"/etc","contexts":[{}]})", "path"},
      {R"({"contexts":[{"query_id":"q","query":"why?"}]})", "contexts[0].documents"},
      {R"({"contexts":[{"query_id":1,"query":"why?","documents":[]}]})", "contexts[0].query_id"},
      {R"({"contexts":[{"query_id":"q","query":"why?","documents":[],"k":5}]})", "contexts[0].k"},
      {with_document("3"), "contexts[0].documents[0]"},
      {with_document(R"({"id":"a"})"), "contexts[0].documents[0].text"},
      {with_document(R"({"id":"a","text":"x"},{"id":"b","text":[]})"),
       "contexts[0].documents[1].text"},
      {with_document(R"({"id":"a","text":"x","score":1})"), "contexts[0].documents[0].score"},
      {with_document(R"({"id":"a","text":"x","title":null})"), "contexts[0].documents[0].title"},
      {with_document(R"({"id":"a","text":"x","text":"y"})"), "contexts[0].documents[0].text"},
      {R"({"corpus":")" + std::string(1025, 'x') + R"(","contexts":[]})", "corpus"}};
  for (const auto& [body, field] : bodies) {
    const auto request = request_of(body);
    ASSERT_FALSE(request.ok()) << body;
    EXPECT_EQ(request.error().code, Code::kInvalidInput);
    EXPECT_EQ(request.error().where.field, field) << body;
  }
}

TEST(FilterRequest, WhatOnlyTheValuesShowIsAnErrorOfItsContext) {
  for (const std::string bad :
       {R"({"id":"a","text":" "})", R"({"id":"a","text":"x"},{"id":"a","text":"y"})",
        R"({"id":"","text":"x"})", R"({"id":"a\u0000b","text":"x"})"}) {
    const FilterRequest request = request_of(with_document(bad)).value();
    EXPECT_TRUE(request.contexts.contexts.empty()) << bad;
    ASSERT_EQ(request.contexts.bad.size(), 1U) << bad;
    EXPECT_EQ(request.contexts.bad[0].where.path, "contexts[0]");
  }
}

TEST(FilterRequest, HasLimits) {
  std::string documents = R"({"id":"0","text":"x"})";
  for (std::size_t i = 1; i < kFilterDocuments; ++i) {
    documents += R"(,{"id":")" + std::to_string(i) + R"(","text":"x"})";
  }
  EXPECT_EQ(request_of(with_document(documents)).value().contexts.contexts[0].documents.size(),
            kFilterDocuments);
  const auto deep = request_of(with_document(documents + R"(,{"id":"more","text":"x"})"));
  ASSERT_FALSE(deep.ok());
  EXPECT_THAT(to_string(deep.error()),
              HasSubstr("contexts[0].documents: has 1025 entries, at most 1024"));
  std::string contexts = "{}";
  for (std::size_t i = 0; i < kFilterContexts; ++i) contexts += ",{}";
  const auto many = request_of("{\"contexts\":[" + contexts + "]}");
  ASSERT_FALSE(many.ok());
  EXPECT_THAT(to_string(many.error()), HasSubstr("contexts: has 101 entries, at most 100"));
}

}  // namespace
}  // namespace ragsieve

#include "ragsieve/service/probe_sets.h"

#include <gmock/gmock.h>

#include "ragsieve/json/reader.h"
#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ProbeSetsTest : public ServiceTest {
 protected:
  std::vector<LoggedAction> logged() {
    return state_->use([](Stores& stores) { return stores.audit_log.list({}); }).value();
  }
  ProbeSets sets_{*state_, clock_};
};

Result<std::vector<Probe>> read(const std::string& text) {
  return ProbeSets::read(*json::Reader().parse(text)->array());
}

constexpr const char* kTwo = R"([{"id":"a","question":"When does the harbour café open?"},
  {"id":"b","question":"What is the speed limit?","expected_fact":"30 km/h","weight":2.5}])";

TEST_F(ProbeSetsTest, ASetComesBackAsItWasPut) {
  const CheckedProbes put = sets_.put("notes", read(kTwo).value(), "kim").value();
  EXPECT_EQ(put.set.version, 1);
  EXPECT_THAT(put.findings, IsEmpty());
  EXPECT_THAT(put.not_checked, ElementsAre(HasSubstr("near-duplicates")));
  const auto found = sets_.find("notes").value();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->set.digest, put.set.digest);
  ASSERT_THAT(found->probes, SizeIs(2));
  EXPECT_EQ(found->probes[1].expected_fact, "30 km/h");
  EXPECT_EQ(found->probes[1].weight, 2.5);
  EXPECT_FALSE(sets_.find("none").value());
  EXPECT_FALSE(sets_.find(std::string("a\0", 2)).value());
}

TEST_F(ProbeSetsTest, OnlyAChangeIsANewVersion) {
  ASSERT_TRUE(sets_.put("notes", read(kTwo).value(), "kim").ok());
  clock_.now += 1000;
  const CheckedProbes same = sets_.put("notes", read(kTwo).value(), "eve").value();
  EXPECT_EQ(same.set.version, 1);
  EXPECT_EQ(same.set.who, "kim");
  const auto other = read(R"([{"id":"a","question":"Where is the key?"}])").value();
  EXPECT_EQ(sets_.put("notes", other, "eve")->set.version, 2);
  ASSERT_THAT(sets_.list().value(), SizeIs(1));
  EXPECT_EQ(sets_.list().value()[0].version, 2);
  ASSERT_THAT(logged(), SizeIs(2));
  EXPECT_EQ(logged()[0].result, "version 2");
}

TEST_F(ProbeSetsTest, DoubtsAreToldAndDoNotRefuse) {
  const auto doubtful = read(R"([{"id":"a","question":"Where is the key?"},
    {"id":"b","question":"where is THE key"},{"id":"c","question":"Open."}])");
  const CheckedProbes put = sets_.put("notes", doubtful.value(), "kim").value();
  std::vector<std::string> kinds;
  for (const ProbeFinding& finding : put.findings) kinds.push_back(finding.kind);
  EXPECT_THAT(kinds, ElementsAre("duplicate", "too_short", "no_question"));
  EXPECT_TRUE(sets_.find("notes").value());
}

TEST_F(ProbeSetsTest, WhatIsNoProbeIsRefusedByItsPlace) {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"[]", "probes"},
      {"[7]", "probes[0]"},
      {R"([{"id":"a"}])", "probes[0].question"},
      {R"([{"id":"a","question":" "}])", "probes[0].question"},
      {R"([{"id":"a","question":"Why?","weight":0}])", "probes[0].weight"},
      {R"([{"id":"a","question":"Why?","weight":"1"}])", "probes[0].weight"},
      {R"([{"id":"a","question":"Why?","hint":1}])", "probes[0].hint"},
      {R"([{"_id":"a","question":"Why?"}])", "probes[0]._id"},
      {R"([{"id":"a","id":"b","question":"Why?"}])", "probes[0].id"},
      {R"([{"id":"a","question":"Why?"},{"id":"a","question":"How?"}])", "probes[1].id"}};
  for (const auto& [text, field] : bad) {
    const auto refused = read(text);
    ASSERT_FALSE(refused.ok()) << text;
    EXPECT_EQ(refused.error().where.field, field);
    EXPECT_EQ(refused.error().code, Code::kInvalidInput);
  }
  std::string many = "[7";
  for (std::size_t i = 0; i < ProbeSets::kMostProbes; ++i) many += ",7";
  EXPECT_THAT(read(many + "]").error().message, HasSubstr("expected 1 to 10000"));
}

TEST_F(ProbeSetsTest, NamesArePlainLines) {
  for (const std::string& name :
       {std::string(), std::string(201, 'a'), std::string("a\nb"), std::string("a\0b", 3)}) {
    const auto refused = sets_.put(name, read(kTwo).value(), "kim");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
  }
  EXPECT_THAT(logged(), IsEmpty());
}

}  // namespace
}  // namespace ragsieve

#include <gmock/gmock.h>

#include <set>

#include "eval/attacks/carrier.h"
#include "eval/attacks/testing.h"

namespace ragsieve::eval {
namespace {

class Camouflage : public AttackTest {};

TEST_F(Camouflage, DispersesThePayloadThroughARetrievedDocument) {
  const std::vector<Draft> made = drafts(camouflage, 3);
  ASSERT_EQ(made.size(), kTexts);
  Scene same = scene(3);
  std::set<std::string> documents;
  for (const Draft& draft : made) {
    const auto host = std::ranges::find_if(
        same.benign, [&](const Document* document) { return draft.note == "in " + document->id; });
    ASSERT_NE(host, same.benign.end());
    documents.insert((*host)->id);
    EXPECT_EQ(draft.title, title_of(**host));
    std::string rest = draft.text;
    std::vector<std::size_t> places;
    for (const std::string& sentence : payload(same)) {
      const std::size_t at = rest.find(" " + sentence);
      ASSERT_NE(at, std::string::npos) << draft.text;
      rest.erase(at, sentence.size() + 1);
      places.push_back(at);
    }
    EXPECT_EQ(rest, text_of(**host));
    EXPECT_TRUE(places[0] < places[1] && places[1] < places[2]) << draft.text;  // never together
    for (int i = 0; i < 3; ++i) (void)same.random.below(1);  // the draws of the places
  }
  EXPECT_EQ(documents.size(), kTexts);
}

TEST_F(Camouflage, TakesNoDocumentThatIsTooShort) {
  for (Document& document : data_.clean.documents) set_fields(document, "", "One. Two.");
  open();
  EXPECT_TRUE(drafts(camouflage).empty());
}

}  // namespace
}  // namespace ragsieve::eval

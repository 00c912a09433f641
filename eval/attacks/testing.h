// For the tests of this folder: a small dataset with questions, judgements and poisons that name
// targets, and the scene of each target under the encoder without weights.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "eval/attacks/attack_kinds.h"
#include "eval/attacks/draw.h"
#include "eval/attacks/material.h"
#include "eval/attacks/scene.h"
#include "eval/attacks/target.h"
#include "ragsieve/models/fake/fake_models.h"

namespace ragsieve::eval {

// Thirty towns with three documents each; a question on six of them, whose gold document names the
// founder; the poison of each question names another one. The answer of the last is yes.
[[nodiscard]] inline Dataset towns() {
  Dataset data;
  data.name = "towns";
  for (int i = 0; i < 30; ++i) {
    const std::string number = std::to_string(i);
    const std::string town = "Town" + number;
    const std::vector<std::string> texts{
        town + " was founded by Founder" + number + " in the year 18" + std::to_string(10 + i) +
            ". The town lies in the valley of the river. Founder" + number + " built the mill.",
        "The mill of " + town +
            " stands at the river. It was built of stone. Many people of the "
            "valley worked there. The mill is closed now.",
        "The people of " + town +
            " sell wool in the market. They have done so for many years. The "
            "market opens in spring."};
    for (std::size_t j = 0; j < texts.size(); ++j) {
      Document document;
      document.id = "d" + number + "-" + std::to_string(j);
      set_fields(document, j == 0 ? town + ", founded by Founder" + number : "", texts[j]);
      data.clean.documents.push_back(std::move(document));
    }
    if (i >= 6) continue;
    const std::string id = "q" + number;
    data.questions.push_back({id, "Who founded " + town + " in the valley of the river?", {}});
    data.relevant[id] = {"d" + number + "-0"};
    Poison poison;
    poison.document.id = "p" + number;
    set_fields(poison.document, "", "of another attack");
    poison.query_id = id;
    poison.query = data.questions.back().text;
    poison.target_answer = i == 5 ? "Yes." : "Liar" + number;
    poison.correct_answer = i == 5 ? "No." : "Founder" + number + ".";
    poison.attack = "published";
    data.poisons.push_back(std::move(poison));
  }
  return data;
}

// Documents of words that occur once, more than a tenth: then nearly every text is fluent beside
// them.
inline void add_rare_words(Dataset& data) {
  for (int i = 0; i < 15; ++i) {
    std::string text;
    for (int word = 0; word < 20; ++word) text += "rare" + std::to_string(i * 20 + word) + " ";
    Document document;
    document.id = "rare" + std::to_string(i);
    set_fields(document, "", text);
    data.clean.documents.push_back(std::move(document));
  }
}

class AttackTest : public testing::Test {
 protected:
  void SetUp() override { open(); }

  void open() {
    auto material = AttackMaterial::open(data_, {&encoder_, &encoder_}, {});
    ASSERT_TRUE(material.ok()) << to_string(material.error());
    material_.emplace(*std::move(material));
  }

  Scene scene(std::size_t target, const std::string& kind = "kind", std::uint64_t seed = 1) {
    const AttackTarget chosen = attack_targets(data_).at(target);
    const std::string_view question = chosen.query;
    auto nearest = material_->nearest(std::span(&question, 1), 20, {});
    EXPECT_TRUE(nearest.ok());
    return Scene{chosen,
                 make_claim(chosen),
                 nearest->front(),
                 material_->relevant(chosen.query_id),
                 stream_of(seed, kind, chosen.query_id),
                 stream_of(seed, "shared", ""),
                 &*material_,
                 std::nullopt};
  }

  std::vector<Draft> drafts(const MakeDrafts& make, std::size_t target = 0,
                            std::uint64_t seed = 1) {
    Scene chosen = scene(target, "kind", seed);
    auto made = make(chosen, {});
    EXPECT_TRUE(made.ok());
    return made.ok() ? *made : std::vector<Draft>{};
  }

  Dataset data_ = towns();
  FakeEncoder encoder_;
  std::optional<AttackMaterial> material_;
};

}  // namespace ragsieve::eval

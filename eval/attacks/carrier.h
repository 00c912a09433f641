// Texts that state a target's false answer: the claim's own sentences, and sentences of the clean
// documents that the question retrieves, so that the texts of two targets share little.
#pragma once

#include <string>
#include <vector>

#include "eval/attacks/scene.h"

namespace ragsieve::eval {

// Sentences of six to forty words of the retrieved documents, in order, without those that hold the
// correct answer or ask. Found once a scene.
[[nodiscard]] const std::vector<std::string>& context_sentences(Scene& scene);

// An opening that states the answer, then in either order a sentence of the context and a support
// (two supports where there is no context). Draws from scene.random.
[[nodiscard]] std::vector<std::string> carrier(Scene& scene);

// The same of our own sentences alone: an opening and two supports.
[[nodiscard]] std::vector<std::string> payload(Scene& scene);

}  // namespace ragsieve::eval

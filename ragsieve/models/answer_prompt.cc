#include "ragsieve/models/answer_prompt.h"

namespace ragsieve {

AnswerPrompt answer_prompt(std::string_view question, std::span<const std::string_view> passages) {
  AnswerPrompt prompt;
  prompt.system =
      "You answer questions from the passages that you are given and from nothing else. Answer in "
      "one short sentence. If the passages do not say it, answer: not stated.";
  for (const std::string_view passage : passages) {
    prompt.user += "Passage:\n";
    prompt.user += passage;
    prompt.user += "\n\n";
  }
  prompt.user += "Question: ";
  prompt.user += question;
  return prompt;
}

}  // namespace ragsieve

// A BERT encoder's pass over some texts: token ids to hidden states, on the calling thread. The
// rows of a text depend on its ids alone, whatever texts share the pass, where
// rows_are_independent(); else give it one text a pass. Private to this folder. Immutable but for
// kept kernels: one pass serves all threads, a lane one of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <span>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/models/onednn/attention.h"
#include "ragsieve/models/onednn/bert_weights.h"
#include "ragsieve/models/onednn/product.h"

namespace ragsieve {

class BertPass {
 public:
  // Packs the weights of all blocks. kUnavailable: sizes that the loops do not fit, a CPU without
  // the instructions, what oneDNN refuses.
  [[nodiscard]] static Result<std::unique_ptr<BertPass>> create(BertWeights weights,
                                                                OnednnPrecision precision);

  // Memory of one thread, grown to the largest pass it has seen.
  class Lane {
   private:
    friend class BertPass;
    std::vector<float> hidden, projected, context;
    std::vector<std::uint16_t> narrow;  // BF16: what a product reads
    std::vector<float> inner;           // between the feed-forward products, either type
    AttentionScratch attention;
  };

  using Ids = std::vector<std::int32_t>;  // of a text: 1 to max_positions, specials included

  // Hidden states after the last block, a row of dim for each id of each text in turn, valid until
  // the lane's next use. kCancelled once `abort` is set (asked before each block), kInvalidInput
  // for an id or a length that the model does not have.
  [[nodiscard]] Result<std::span<const float>> run(std::span<const Ids> texts, Lane& lane,
                                                   const std::atomic<bool>& abort);

  [[nodiscard]] const BertConfig& config() const { return weights_.config; }

 private:
  struct Block {
    PackedWeights projections;  // query, key and value side by side
    PackedWeights attention_output, up, down;
  };
  struct Rows;  // how the rows of all texts are cut into products

  BertPass(BertWeights weights, OnednnPrecision precision, const dnnl::engine& engine);
  void pack_blocks();
  [[nodiscard]] Status check_ids(const Ids& ids) const;
  void embed(const Ids& ids, std::span<float> rows) const;
  void attend_to_each(std::span<const Ids> texts, Lane& lane) const;
  void run_block(std::size_t block, std::span<const Ids> texts, const Rows& rows, Lane& lane);
  [[nodiscard]] const void* product_input(std::span<const float> values, Lane& lane) const;
  void normalise(std::span<float> rows, const NormWeights& norm) const;

  BertWeights weights_;
  OnednnPrecision precision_;
  Product projections_, attention_output_, up_, down_;
  std::vector<Block> blocks_;
};

}  // namespace ragsieve

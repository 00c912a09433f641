// One side of two texts that are compared, the words that differ marked.
import type { JSX } from "preact";
import { runsOfText } from "../text/runs";
import type { DiffPiece } from "../text/word_diff";
import { Runs } from "./hostile";

export function DiffText({ pieces, side }: { pieces: DiffPiece[]; side: "before" | "after" }): JSX.Element {
  return (
    <bdi dir="auto" class="hostile">
      {pieces.map((piece, i) => {
        const runs = <Runs key={i} runs={runsOfText(piece.text)} />;
        if (piece.same) return runs;
        return side === "before" ? <del key={i}>{runs}</del> : <ins key={i}>{runs}</ins>;
      })}
    </bdi>
  );
}

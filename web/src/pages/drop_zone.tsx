// Takes a file by drop, by choice, or a text by paste.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { byteSize } from "../text/format";
import { Hostile } from "../parts/hostile";
import { type Intake, intakeOf, pasted, refusalOf } from "./intake";

export function DropZone({
  intake,
  onIntake,
}: {
  intake: Intake | null;
  onIntake: (intake: Intake | null) => void;
}): JSX.Element {
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [text, setText] = useState("");
  const [name, setName] = useState("");
  const id = useId();
  const take = async (file: File | undefined | null) => {
    if (!file) return;
    const why = refusalOf(file.name, file.type, file.size);
    setRefusal(why);
    if (why) return;
    setText("");
    onIntake(await intakeOf(file));
  };
  const paste = (newText: string, newName: string) => {
    setText(newText);
    setName(newName);
    setRefusal(null);
    onIntake(newText === "" ? null : pasted(newText, newName));
  };
  const isFile = intake !== null && text === "";
  return (
    <div class="intake">
      <div
        class={`drop${over ? " drop-over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files[0]);
        }}
      >
        <p>
          {isFile ? (
            <>
              <Hostile text={intake.name} /> <span class="faint">{byteSize(intake.bytes.length)}</span>
            </>
          ) : (
            "Drop a text or Markdown file here"
          )}
        </p>
        <label class="button" for={`${id}-file`}>
          {isFile ? "Choose another file" : "Choose a file"}
        </label>
        <input
          id={`${id}-file`}
          class="visually-hidden"
          type="file"
          accept=".md,.markdown,.txt,text/plain,text/markdown"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        {refusal && (
          <p class="refusal" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <div class="paste">
        <label for={`${id}-text`}>or paste its text</label>
        <textarea
          id={`${id}-text`}
          class="paper-input"
          dir="auto"
          rows={5}
          spellcheck={false}
          value={text}
          onInput={(event) => paste(event.currentTarget.value, name)}
        />
        {text !== "" && (
          <div class="field">
            <label for={`${id}-name`}>Name</label>
            <input
              id={`${id}-name`}
              type="text"
              value={name}
              placeholder="pasted text"
              autocomplete="off"
              onInput={(event) => paste(text, event.currentTarget.value)}
            />
          </div>
        )}
      </div>
    </div>
  );
}

// A text in a form's field, which turns every line end into LF: what was not edited is sent as it
// came, and what was keeps the line ends that the original had.

function normalised(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

export class EditedText {
  readonly value: string;

  constructor(
    readonly original: string,
    value: string = original,
  ) {
    this.value = normalised(value);
  }

  withValue(value: string): EditedText {
    return new EditedText(this.original, value);
  }

  get isChanged(): boolean {
    return this.value !== normalised(this.original);
  }

  get toSend(): string {
    if (!this.isChanged) return this.original;
    const usesCrLf = this.original.includes("\r\n") && !/(^|[^\r])\n/.test(this.original);
    return usesCrLf ? this.value.replaceAll("\n", "\r\n") : this.value;
  }
}

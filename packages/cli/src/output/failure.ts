/** Why a command stops, with exit code 1, for people: one line, or one for each fault. */
export class Failure extends Error {
  /** Always `Failure`. */
  override readonly name = 'Failure';
  /** What is wrong, a line for each fault. */
  readonly lines: readonly string[];
  /** What programs are told on the standard output when `--json` is asked for; null: nothing. */
  readonly json: object | null;
  /** Each line begins with a place in a file, where an editor can jump to. */
  readonly namesPositions: boolean;

  constructor(message: string | readonly string[], namesPositions = false, json: object | null = null) {
    const lines = typeof message === 'string' ? [message] : message;
    super(lines.join('\n'));
    this.lines = lines;
    this.namesPositions = namesPositions;
    this.json = json;
  }
}

/** Why a command stops, with exit code 1, for people: one line, or one for each fault. */
export class Failure extends Error {
  /** Always `Failure`. */
  override readonly name = 'Failure';
  /** The faults, one per line. */
  readonly lines: readonly string[];
  /** The JSON for the standard output with `--json`; null: no output. */
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

/** Why a command stops, with exit code 1. The message is for people: one line, or one for each fault. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Each line begins with a place in a file, where an editor can jump to. */
  readonly namesPlaces: boolean;

  constructor(message: string, namesPlaces = false) {
    super(message);
    this.namesPlaces = namesPlaces;
  }
}

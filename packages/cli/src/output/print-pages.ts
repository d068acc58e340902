import { printPart } from './printer.ts';

/** An answer that is too long for memory: it is printed page by page, while the storage is open. */
export interface LongAnswer {
  readonly pages: AsyncIterable<AnswerPage>;
  readonly none: string;
}

export interface AnswerPage {
  /** Elements of the one array that `--json` prints. */
  readonly json: readonly unknown[];
  readonly text: () => string;
}

/** Prints each page when the reader has taken the one before. With `isJson` one JSON array, an element a line on a terminal. */
export async function printPages({ pages, none }: LongAnswer, isJson: boolean): Promise<void> {
  const between = process.stdout.isTTY ? ',\n' : ',';
  const around = process.stdout.isTTY ? '\n' : '';
  let isEmpty = true;
  for await (const { json, text } of pages) {
    const begin = isEmpty ? `[${around}` : between;
    await printPart(
      isJson ? begin + json.map((one) => JSON.stringify(one)).join(between) : `${text()}\n`,
      isJson,
    );
    isEmpty = false;
  }
  if (isJson) await printPart(isEmpty ? '[]\n' : `${around}]\n`, isJson);
  else if (isEmpty) await printPart(`${none}\n`, isJson);
}

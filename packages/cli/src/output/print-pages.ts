import type { LongAnswer } from '../command.ts';
import { printPart } from './printer.ts';

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

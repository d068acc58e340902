import type { LongAnswer } from '../command.ts';
import { printPart } from './printer.ts';

/**
 * Prints an answer page by page, each when the one before has been taken by the reader: whoever reads slowly, or only the beginning, costs no
 * memory. With `isJson` one JSON array, whose elements stand on a line each when somebody is looking.
 */
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

import { clearProgress, printProgress } from './printer.ts';

/** Shows progress on one line of the standard error; silent without a terminal. */
export function progressLine(): {
  readonly say: (what: string, part?: number) => void;
  readonly end: () => void;
} {
  if (!process.stderr.isTTY) return { say: () => undefined, end: () => undefined };
  let latest = '';
  return {
    say(what, part) {
      const line = part === undefined ? `${what} …` : `${what} … ${Math.floor(part * 100)} %`;
      if (line === latest) return;
      latest = line;
      printProgress(line);
    },
    end: clearProgress,
  };
}

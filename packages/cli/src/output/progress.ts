import { clearProgress, printProgress } from './printer.ts';

/** Says on the standard error what goes on, on one line that is written over; nothing unless somebody looks. */
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

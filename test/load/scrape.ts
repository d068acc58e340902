/** Reads `/metrics` as Prometheus does. */
import { setTimeout as pause } from 'node:timers/promises';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly kind: string;
  /** Those that its samples have, but for the bounds of a histogram; sorted as they came. */
  readonly labels: readonly string[];
}

export interface Scrape {
  readonly text: string;
  readonly families: readonly Family[];
  readonly samples: readonly Sample[];
  /** Of all samples of this name that have these labels. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
  /** Our own names, with their labels. */
  series(): string[];
}

/** One answer is shared for a second, and the next call of {@link scrape} is to see what happened after the one before. */
const SHARED_MS = 1050;
const lastMs = new Map<string, number>();

/** Throws unless it is answered, and well-formed. */
export async function scrape(root: string): Promise<Scrape> {
  await pause(Math.max(0, (lastMs.get(root) ?? 0) + SHARED_MS - performance.now()));
  const answer = await fetch(`${root}/metrics`);
  lastMs.set(root, performance.now());
  const type = answer.headers.get('content-type');
  if (answer.status !== 200 || !type?.startsWith('text/plain; version=0.0.4'))
    throw new Error(`/metrics has answered ${answer.status}, ${type}`);
  const text = await answer.text();
  const lines = text.split('\n');
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#')).map(sampleOf);
  const families = lines.flatMap((line) => {
    const [, name, kind] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (name === undefined || kind === undefined) return [];
    const own = samples.filter(
      (sample) => sample.name.replace(/_(?:bucket|sum|count)$/, '') === name || sample.name === name,
    );
    const labels = new Set(own.flatMap((sample) => Object.keys(sample.labels)));
    labels.delete('le');
    return { name, kind, labels: [...labels] };
  });
  return {
    text,
    families,
    samples,
    sum(name, wanted = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(wanted).every(([label, value]) => sample.labels[label] === value),
      );
      return found.reduce((all, { value }) => all + value, 0);
    },
    series() {
      const own = samples.filter(({ name }) => name.startsWith('bord_'));
      return own.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`).toSorted();
    },
  };
}

function sampleOf(line: string): Sample {
  const [, name, inner = '', value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
  if (name === undefined) throw new Error(`this is no sample: ${line}`);
  const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
    ([, label, text]) => [label!, text!] as const,
  );
  return { name, labels: Object.fromEntries(labels), value: Number(value) };
}

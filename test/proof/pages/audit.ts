/** The first view of a booking page under Lighthouse: slow 4G and a processor four times as slow. */
import { type Audits, audit, failedIn } from '../../../scripts/site/lighthouse.ts';
import { quantile } from '../../load/load.ts';

const LIMITS = {
  'largest-contentful-paint': 1200,
  'total-blocking-time': 0,
  'cumulative-layout-shift': 0,
} as const;
const PERFORMANCE_MIN = 0.98;
const BYTES = { document: 14_000, script: 4_000 };

export interface Audited {
  /** Score of performance, and the measurements in milliseconds, without unit for the shift: the medians of the audits. */
  readonly figures: Readonly<Record<string, number>>;
  /** Compressed, in bytes. */
  readonly documentBytes: number;
  readonly faults: readonly string[];
}

/**
 * Audits a page several times in the Chromium with this debugging port. Times are the medians: one audit can meet a task of
 * the browser itself, even on an empty page.
 */
export async function auditFirstView(url: string, port: number, audits: number): Promise<Audited> {
  const results: Audits[] = [];
  while (results.length < audits)
    results.push(await audit(url, port, ['performance', 'accessibility', 'best-practices', 'seo']));
  const result = results[0]!;
  const { performance: _, ...others } = result.categories;
  const median = (of: (one: Audits) => number): number => quantile(results.map(of), 0.5);
  const performance = median(({ categories }) => categories['performance']!.score);
  const figures = Object.fromEntries(
    Object.keys(LIMITS).map((id) => [id, median((one) => one.audits[id]?.numericValue ?? Infinity)]),
  );
  const requests = result.audits['network-requests']?.details?.items ?? [];
  const bytesOf = (type: string): number =>
    requests
      .filter(({ resourceType }) => resourceType === type)
      .reduce((sum, one) => sum + one.transferSize, 0);
  const documents = requests.filter(({ resourceType }) => resourceType === 'Document').length;
  const { origin } = new URL(url);
  const foreign = requests.filter((one) => !one.url.startsWith(origin) && !one.url.startsWith('data:'));
  const sheets = requests.filter(({ resourceType }) => resourceType === 'Stylesheet');
  const documentBytes = bytesOf('Document');
  const limits = Object.entries(LIMITS).filter(([id, most]) => figures[id]! > most);
  return {
    figures: { performance, ...figures },
    documentBytes,
    faults: [
      ...failedIn({ ...result, categories: others }),
      ...limits.map(([id, most]) => `${id} is ${figures[id]}, at most ${most}`),
      ...(performance < PERFORMANCE_MIN ? [`the score of performance is ${performance}`] : []),
      ...(documents === 1 ? [] : [`${documents} documents`]),
      ...(documentBytes > BYTES.document ? [`the first view has ${documentBytes} bytes`] : []),
      ...(bytesOf('Script') > BYTES.script ? [`scripts have ${bytesOf('Script')} bytes`] : []),
      ...[...foreign, ...sheets].map((one) => `a request for ${one.url}`),
    ],
  };
}

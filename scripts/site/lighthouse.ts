/** Audits pages of a built site by Lighthouse, which the lock file of the site names. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../packages.ts';

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly NetworkRequest[] };
}

/** An item of the audit `network-requests`. */
interface NetworkRequest {
  readonly url: string;
  readonly resourceType: string;
  readonly transferSize: number;
}

export interface Audits {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly score: number;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Audits } | undefined>;

/** Audits a page in the Chromium with this debugging port: a telephone on slow 4G, with a processor four times as slow. */
export async function audit(url: string, port: number, onlyCategories: readonly string[]): Promise<Audits> {
  const { default: lighthouse } = await load();
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories });
  if (!result) throw new Error('Lighthouse has no result');
  return result.lhr;
}

/** The audits that are not passed, by category. */
export function failedIn({ categories, audits }: Audits): readonly string[] {
  return Object.values(categories).flatMap(({ title, score, auditRefs }) => {
    if (score === 1) return [];
    const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
    return [`${title} ${Math.round(score * 100)}: ${failed.map(({ id }) => audits[id]!.title).join('; ')}`];
  });
}

/** The audits of accessibility and best practices that a page does not pass, in the Chromium with this debugging port. */
export async function failedAudits(url: string, port: number): Promise<readonly string[]> {
  return failedIn(await audit(url, port, ['accessibility', 'best-practices']));
}

async function load(): Promise<{ readonly default: Lighthouse }> {
  const entry = createRequire(join(root, 'site/package.json')).resolve('lighthouse');
  return (await import(pathToFileURL(entry).href)) as { readonly default: Lighthouse };
}

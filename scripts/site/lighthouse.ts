/** Audits pages of a built site by Lighthouse, which the lock file of the site names. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../packages.ts';

interface Audit {
  readonly title: string;
  readonly score: number | null;
}

interface Result {
  readonly lhr: {
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
  };
}

type Lighthouse = (url: string, flags: object) => Promise<Result | undefined>;

/** The audits of accessibility and best practices that a page does not pass, in the Chromium with this debugging port. */
export async function failedAudits(url: string, port: number): Promise<readonly string[]> {
  const { default: lighthouse } = await load();
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['accessibility', 'best-practices'],
  });
  if (!result) return ['Lighthouse has no result'];
  const { categories, audits } = result.lhr;
  return Object.values(categories).flatMap(({ title, score, auditRefs }) => {
    if (score === 1) return [];
    const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
    return [`${title} ${Math.round(score * 100)}: ${failed.map(({ id }) => audits[id]!.title).join('; ')}`];
  });
}

async function load(): Promise<{ readonly default: Lighthouse }> {
  const entry = createRequire(join(root, 'site/package.json')).resolve('lighthouse');
  return (await import(pathToFileURL(entry).href)) as { readonly default: Lighthouse };
}

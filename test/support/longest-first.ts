/** The files that take longest come first, so that at the end of a run no core waits for one of them. */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take more than about ten seconds, roughly in order. A missing one only costs time. */
const LONGEST = `
  openapi/docs-page browser/console-live adapter-pg/src/faults browser/accessibility adapter-pg/src/invalidations
  load/slow-senders simulation/simulation browser/console-accessibility servers/database-away browser/console-evening
  browser/console-actions adapter-pg/src/host-pool browser/journeys webhooks/killed commands/conformance kit/wrong-servers
  browser/console-house adapter-pg/src/limits spec/5-matrix retention/years primary/follow browser/console-monkey
  load/canary commands/verify-store cli/src/untrusted-text load/last-table browser/console-sign-in
  webhooks/hostile-receivers-slow servers/rolling-upgrade properties/clock-changes webhooks/workers commands/backup
  kit/behaviour load/hostile openapi/failures cli/src/readme
`
  .trim()
  .split(/\s+/);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return rank < 0 ? LONGEST.length : rank;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer, not an array
    const others = await super.sort(files);
    return others.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

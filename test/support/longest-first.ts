/** The files that take longest come first, so that at the end of a run no core waits for one of them. */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take more than about ten seconds, roughly in order. A missing one only costs time. */
const LONGEST = `
  openapi/docs-page browser/console-live browser/accessibility browser/console-accessibility browser/console-evening
  browser/console-actions browser/journeys browser/console-house browser/console-monkey browser/console-sign-in
  load/slow-senders load/canary load/last-table
  cli/src/pages webhooks/killed commands/backup servers/rolling-upgrade adapter-pg/src/faults adapter-pg/src/invalidations
  servers/database-away cli/src/readme cli/src/untrusted-text commands/verify-store commands/conformance openapi/samples
  simulation/simulation adapter-pg/src/host-pool primary/follow spec/within conformance/behaviour openapi/failures
  adapter-pg/src/timeouts commands/import cli/src/examples webhooks/workers properties/clock-changes
  webhooks/hostile-receivers-slow spec/5-matrix
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

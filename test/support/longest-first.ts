/** The files that take longest come first, so that at the end of a run no core waits for one of them. */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Those that take more than some ten seconds, roughly in order. One that is missing costs time, and nothing else. */
const LONGEST = `
  adapter-pg/src/faults load/last-table simulation/simulation seating/oracle adapter-pg/src/invalidations cli/src/commands/backup
  simulation/every-call kit/wrong-servers adapter-pg/src/settle-faults adapter-pg/src/host-pool adapter-pg/src/limits
  browser/accessibility load/slow-senders webhooks/killed openapi/docs-page webhooks/hostile-receivers-slow servers/database-away
  webhooks/workers servers/rolling-upgrade load/canary load/one-booking adapter-pg/src/contention browser/journeys seating/mutations
  properties/clock-changes retention/years cli/src/readme seating/brute-force spec/4-3-create cli/src/commands/conformance
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

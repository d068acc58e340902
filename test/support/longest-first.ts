/** The files that take longest come first, so that at the end of a run no core waits for one of them. */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Those that take more than some ten seconds, roughly in order. One that is missing costs time, and nothing else. */
const LONGEST = `
  webhooks/killed openapi/docs-page kit/wrong-servers adapter-pg/src/faults load/last-table browser/console-live
  browser/accessibility adapter-pg/src/invalidations load/slow-senders adapter-pg/src/host-pool cli/src/readme
  simulation/every-call webhooks/workers simulation/simulation primary/follow browser/console-actions load/canary
  seating/oracle browser/console-evening servers/database-away commands/verify-store retention/years
  adapter-pg/src/limits servers/rolling-upgrade commands/conformance commands/backup kit/behaviour spec/5-matrix
  browser/console-monkey cli/src/untrusted-text browser/console-house browser/console-accessibility load/pending
  adapter-pg/src/lasting-snapshots browser/console-sign-in webhooks/hostile-receivers-slow browser/journeys
  seating/mutations load/one-booking openapi/failures properties/clock-changes load/partner-moves
  adapter-sqlite/src/host-database examples/mounted
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

/** The files that take longest come first, so that at the end of a run no core waits for one of them. */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Those that take more than some ten seconds, roughly in order. One that is missing costs time, and nothing else. */
const LONGEST = `
  webhooks/killed adapter-pg/src/faults load/last-table browser/accessibility adapter-pg/src/invalidations simulation/simulation
  load/slow-senders servers/database-away cli/src/commands/backup adapter-pg/src/host-pool load/canary cli/src/evening-story
  openapi/docs-page webhooks/workers cli/src/readme servers/rolling-upgrade retention/years adapter-pg/src/limits
  kit/wrong-servers browser/journeys simulation/every-call seating/oracle load/one-booking api/fast-path load/hostile
  webhooks/hostile-receivers-slow adapter-pg/src/lasting-snapshots adapter-pg/src/probe adapter-pg/src/contention spec/5-matrix
  spec/4-2-batch seating/mutations core/time/local-date properties/clock-changes adapter-pg/src/settle-faults spec/4-3-create
  cli/src/commands/conformance cli/src/untrusted-text
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

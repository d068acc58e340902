/** The files that take longest come first, so that at the end of a run no core waits for one of them. */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Those that take more than some ten seconds, roughly in order. One that is missing costs time, and nothing else. */
const LONGEST = `
  seating/mutations load/last-table seating/oracle browser/accessibility openapi/docs-page simulation/simulation
  adapter-pg/src/faults load/canary adapter-pg/src/invalidations webhooks/workers properties/clock-changes webhooks/killed
  cli/src/commands/backup simulation/every-call servers/database-away cli/src/readme seating/brute-force load/slow-senders
  retention/years adapter-pg/src/host-pool kit/wrong-servers browser/journeys adapter-pg/src/limits servers/rolling-upgrade
  core/time/local-date cli/src/commands/conformance load/hostile webhooks/hostile-receivers-slow adapter-pg/src/settle-faults
  load/one-booking adapter-pg/src/lasting-snapshots api/fast-path spec/5-matrix adapter-pg/src/contention spec/4-3-create
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

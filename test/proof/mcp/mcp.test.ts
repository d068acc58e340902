/** A sample of `npm run proof -- mcp`. */
import { expect, onTestFinished, test } from 'vitest';
import { sampleOf } from '../../support/long.ts';
import { ON_BORD, REVISIONS, runOne } from './conformance.ts';
import { serveMcp } from './served.ts';

const scenarios = REVISIONS.flatMap((revision) =>
  ON_BORD[revision].map((scenario) => ({ revision, scenario })),
);

test.each(sampleOf(scenarios, scenarios.length))(
  'D53 the suite of the protocol passes at /mcp: $scenario of $revision',
  async ({ revision, scenario }) => {
    const { url, close } = await serveMcp();
    onTestFinished(close);
    const { passed, failed } = await runOne(`${url}/mcp`, revision, scenario);
    expect({ scenario, failed }).toEqual({ scenario, failed: 0 });
    expect(passed).toBeGreaterThan(0);
  },
  120_000,
);

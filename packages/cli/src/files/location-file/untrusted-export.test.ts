/** Untrusted text in a location file that is written. */
import { expect, test } from 'vitest';
import { HOSTILE, LOCATION } from '../../../test/hostile-runtime.ts';
import { STEERING } from '../../../test/steering.ts';
import { parseSource } from '../source-file.ts';
import { readLocationFile, writeLocationFile } from './location-file.ts';

test('an export is the same location when it is applied again', () => {
  const texts = [HOSTILE, 'plain', '“quoted” \\u{202e}', 'a\ttab', '\u{e0041}'];
  for (const name of texts) {
    const file = readLocationFile(parseSource('a.yaml', `name: ${JSON.stringify(name)}\n${REST}`));
    const written = writeLocationFile({ ...file.plan, id: LOCATION, revision: 1 });
    expect(STEERING.exec(written)).toBeNull();
    expect(readLocationFile(parseSource('b.yaml', written)).plan).toEqual(file.plan);
  }
});

const REST = `timeZone: Europe/Stockholm
tables: [{id: T1, seats: 2}]
servicePeriods: [{name: Dinner, days: daily, opens: "17:00", closes: "22:00"}]`;

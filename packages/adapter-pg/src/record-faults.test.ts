/** Record steps whose answer to COMMIT is lost: repeated if an inserted record shows whether they were saved, otherwise `unavailable`. */
import type { RecordStep, StaffMember } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cuttable, type Cuttable } from '../test-support/cuttable.ts';

const { aDelivery, aLink, aMember, aPasskey, aSession, FRIDAY_MS, lease, LOCATION_ID } = fixtures;
const HOST = { locationId: LOCATION_ID, role: 'host' } as const;
const VERDICTS = ['cut after', 'cut'] as const;

let way: Cuttable;
let anna: StaffMember;

beforeEach(async () => {
  way = await cuttable();
  anna = await way.witness.records.amend(steps.roleGrant(aMember('anna'), HOST, false));
});

afterEach(() => way.end());

/** The step with a counter of its rule's calls. */
function counted<R>({ select, rule }: RecordStep<R>): { readonly step: RecordStep<R>; decided(): number } {
  let decided = 0;
  const step: RecordStep<R> = {
    select,
    rule(found, nowMs) {
      decided += 1;
      return rule(found, nowMs);
    },
  };
  return { step, decided: () => decided };
}

test.each(VERDICTS)(
  'D44 a link whose COMMIT is %s: one session starts, and the caller gets it',
  async (verdict) => {
    const { storage, witness } = way;
    for (const i of [1, 2, 3]) {
      way.cut(verdict, 1, 'INSERT INTO bord.sign_in_links');
      const mail = aDelivery(`mail ${i}`);
      await storage.records.amend(steps.linkRequest(aLink(`link ${i}`, anna.email, FRIDAY_MS), [mail]));
      // By its text: a notification about the mail has a COMMIT, too.
      way.cut(verdict, 1, 'INSERT INTO bord.staff_sessions');
      const { step, decided } = counted(steps.linkUse(`link ${i}`, aSession(`ss_${i}`, FRIDAY_MS)));
      expect(await storage.records.amend(step)).toEqual(anna);
      expect(decided()).toBe(verdict === 'cut' ? 2 : 1);
    }
    const found = await witness.records.read({ sessions: {}, links: {} });
    expect(found.sessions.map(({ id }) => id)).toEqual(['ss_1', 'ss_2', 'ss_3']);
    expect(found.links).toEqual([]);
    expect(await lease(witness)).toHaveLength(3);
  },
);

test.each(VERDICTS)(
  'D44 a passkey whose COMMIT is %s is added once, and the caller gets the result',
  async (verdict) => {
    const { storage, witness } = way;
    way.cut(verdict);
    const { step, decided } = counted(steps.passkeyAddition(aPasskey('k', 'anna'), 'c'));
    expect(await storage.records.amend(step)).toBe(true);
    expect(decided()).toBe(verdict === 'cut' ? 2 : 1);
    expect(await witness.records.list('passkeys')).toHaveLength(1);
  },
);

test.each(VERDICTS)(
  'D44 a removal whose COMMIT is %s inserts no record that shows whether it was saved: unavailable, and decided once',
  async (verdict) => {
    const { storage, witness } = way;
    way.cut(verdict);
    const { step, decided } = counted(steps.roleRemoval('anna', LOCATION_ID));
    await expect(storage.records.amend(step)).rejects.toMatchObject({ code: 'unavailable' });
    expect(decided()).toBe(1);
    await expect
      .poll(() => witness.records.find('staff', { id: 'anna' }))
      .toEqual(verdict === 'cut' ? anna : null);
  },
);

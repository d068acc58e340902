import { expect, test } from 'vitest';
import { staffSetup } from '../../../test-support/staff.ts';
import { SECOND_MS } from '../../core/instant.ts';

test('D44 an ended session is noticed within seconds, also if reading it took long', async () => {
  const setup = await staffSetup();
  await setup.add('anna@example.se');
  const { session } = await setup.enter('anna@example.se');
  const { records } = setup.storage;
  const read: typeof records.read = async (select) => {
    const found = await records.read(select);
    setup.clock.nowMs += 5 * SECOND_MS;
    return found;
  };
  const there = setup.another({ storage: { ...setup.storage, records: { ...records, read } } });
  await there.signIn.caller(session);
  await setup.engine.signIn.leave(session);
  await expect(there.signIn.caller(session)).rejects.toMatchObject({
    code: 'session_unknown',
  });
});

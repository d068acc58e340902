import { keyRevocation } from '../../core/access/key-steps.ts';
import { serviceSwitch } from '../../core/access/switch-steps.ts';
import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import { aLocation, LOCATION_ID } from '../../contract/fixtures.ts';
import type { MadeApiKey } from '../operator/keys.ts';

let clock: VirtualClock;
let here: Process;
let made: MadeApiKey;

beforeEach(async () => {
  clock = virtualClock();
  here = aProcess(clock);
  await aLocation(here.shared);
  made = await here.engine.operator.keys.create({ partner: 'acme', locationIds: [LOCATION_ID] });
  await here.engine.operator.service.isEnabled();
  await here.engine.authenticate(made.key);
});

const recalled = (): boolean => here.engine.recall.caller(made.key) !== null;
const beside = (): Promise<void> => new Promise((done) => void setImmediate(done));

test('§7 D19 frequent callers never wait: key and switch are read again in the background, each once per period', async () => {
  for (let second = 0; second < 12; second++) {
    expect(recalled()).toBe(true);
    expect(recalled()).toBe(true);
    await beside();
    clock.pass(1000);
  }
  expect(here.count('records.find service')).toBe(1 + 11);
  expect(here.count('records.find keys')).toBe(1 + 5);
});

test('§7 D19 an entry without a request in time is not recalled', () => {
  clock.pass(2000);
  expect(recalled()).toBe(false);
});

test('D19 a revocation without an invalidation ends the recall with the next read, at the latest after 3 s', async () => {
  await here.shared.records.amend(keyRevocation(made.record.id, clock.nowMs()));
  clock.pass(1000);
  expect(recalled()).toBe(true);
  await beside();
  clock.pass(1000);
  recalled();
  await beside();
  expect(recalled()).toBe(false);
});

test('§7 a switch set by another process ends the recall with the next read', async () => {
  await here.shared.records.amend(serviceSwitch(false));
  clock.pass(1000);
  expect(recalled()).toBe(true);
  await beside();
  expect(recalled()).toBe(false);
});

test.each(['the key', 'the switch'])(
  '§7 D19 a read of %s that began before an invalidation does not restore the entry',
  async (what) => {
    clock.pass(1000);
    recalled();
    await beside();
    clock.pass(1000);
    expect(recalled()).toBe(true); // now both are being read
    here.tell({ kind: 'anything' });
    await beside();
    if (what === 'the key') await here.engine.operator.service.isEnabled();
    else await here.engine.authenticate(made.key);
    expect(recalled()).toBe(false);
  },
);

test('§7 D19 if the database is unavailable, cached entries stay valid for their usual time', async () => {
  for (const read of ['records.find service', 'records.find keys']) here.fail(read, new Error('away'));
  clock.pass(1999);
  expect(recalled()).toBe(true);
  await beside();
  clock.pass(1);
  expect(recalled()).toBe(false);
});

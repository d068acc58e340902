/** What a storage promises of the counts, duties and switches that processes share. */
import assert from 'node:assert/strict';
import { type ContractCase, spread } from './contract-case.ts';

export const sharedStateCases: readonly ContractCase[] = [
  {
    name: 'rates: of many requests at once exactly the limit is allowed, key by key, and again when the window is over',
    async run(harness) {
      const { rates } = harness.storage;
      const stands = await Promise.all(Array.from({ length: 30 }, () => rates.take('key_1', 20, 30_000)));
      assert.equal(stands.filter(({ allowed }) => allowed).length, 20);
      assert.deepEqual(
        stands
          .map(({ remaining }) => remaining)
          .toSorted((a, b) => a - b)
          .slice(-3),
        [17, 18, 19],
      );
      assert.equal(
        stands.every(({ resetMs }) => resetMs > 0 && resetMs <= 30_000),
        true,
      );
      assert.equal((await rates.take('key_2', 20, 30_000)).remaining, 19);
      await harness.pass(30_100);
      assert.equal((await rates.take('key_1', 20, 30_000)).remaining, 19);
    },
  },
  {
    name: 'duties: of many who want one, one has it; she may renew it, and when her time is up another takes it',
    async run(harness) {
      const { duties } = harness.storage;
      const store = spread(harness);
      const wanted = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store(i).duties.take('sweep', `p${i}`, 30_000)),
      );
      assert.equal(wanted.filter(Boolean).length, 1);
      const holder = `p${wanted.indexOf(true)}`;
      assert.equal(await duties.take('sweep', holder, 30_000), true);
      assert.equal(await duties.take('sweep', 'other', 30_000), false);
      assert.equal(await duties.take('purge', 'other', 30_000), true);
      await duties.giveBack('sweep', 'other');
      assert.equal(await duties.take('sweep', 'other', 30_000), false);
      await harness.pass(30_100);
      assert.equal(await duties.take('sweep', 'other', 30_000), true);
      assert.equal(await duties.take('sweep', holder, 30_000), false);
      await duties.giveBack('sweep', 'other');
      assert.equal(await duties.take('sweep', holder, 30_000), true);
    },
  },
  {
    name: 'secret key: of many who record a fingerprint at once one does, and every opening reads it',
    async run(harness) {
      const store = spread(harness);
      const at = (i: number) => store(i).secretKey;
      assert.equal(await at(0).read(), null);
      const all = Array.from({ length: 12 }, (_, i) => String(i).repeat(32).slice(0, 32));
      const done = await Promise.all(all.map((fingerprint, i) => at(i).replace(null, fingerprint)));
      assert.equal(done.filter(Boolean).length, 1);
      const first = all[done.indexOf(true)]!;
      for (const { secretKey } of harness.openings) assert.equal(await secretKey.read(), first);
      assert.equal(await at(1).replace(null, 'another'), false);
      assert.equal(await at(1).replace('foreign', 'another'), false);
      assert.equal(await at(0).read(), first);
      assert.equal(await at(1).replace(first, 'another'), true);
      assert.equal(await at(0).read(), 'another');
    },
  },
  {
    name: 'service: is on until it is switched off, for every opening',
    async run({ storage, openings }) {
      assert.equal(await storage.service.isEnabled(), true);
      for (const enabled of [false, false, true]) {
        await storage.service.set(enabled);
        for (const opening of openings) assert.equal(await opening.service.isEnabled(), enabled);
      }
      await storage.check();
    },
  },
];

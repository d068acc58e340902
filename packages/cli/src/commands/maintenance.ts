import { formatInstant } from '@bord/engine';
import type { TimeStatus } from '@bord/engine/adapters';
import type { BordCommand } from '../command.ts';
import { Failure } from '../output/failure.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { momentText } from '../output/times.ts';
import { storageOf } from '../storages/storages.ts';

export function define(command: BordCommand): void {
  command
    .subcommand('status', 'when nightly maintenance last ran, and whether it waits for you', [
      'maintenance status',
      'maintenance status --json',
    ])
    .description(
      'Nightly maintenance erases guests and deletes what is no longer kept (“Stored data” in the documentation). It goes by the clock of the\n' +
        'database, and waits when that clock is more than 48 hours away from the last night.',
    )
    .answers(async ({ engine }) => {
      const status = await engine.operator.maintenance.readTime();
      return { json: statusJson(status), text: () => statusText(status) };
    });

  command
    .subcommand('accept-time', 'say that the clock is right, so that nightly maintenance continues', [
      'maintenance accept-time',
      'maintenance accept-time --yes',
    ])
    .description(
      'After the server was off for more than two days, or its clock was set, nightly maintenance waits: by a wrong clock it\n' +
        'would erase guests who are still to come. Look at the time that is shown. If it is right, accept it: running\n' +
        'servers continue within a minute. If it is wrong, set the clock right instead: you then need not accept it.',
    )
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: ConfirmOptions) => {
      const found = await engine.operator.maintenance.readTime();
      if (!found.isHeld)
        return { json: { accepted: false, ...statusJson(found) }, text: () => statusText(found) };
      await confirm(`${waitsText(found)} Is it really ${momentText(found.nowMs)}?`, options);
      const accepted = await engine.operator.maintenance.acceptTime();
      const now = { ...accepted, lastRunMs: accepted.nowMs, isHeld: false };
      return {
        json: { accepted: true, ...statusJson(now) },
        text: () => `It is ${momentText(accepted.nowMs)}: nightly maintenance continues within a minute.`,
      };
    });

  defineScrub(command);
}

function defineScrub(command: BordCommand): void {
  command
    .subcommand('scrub', 'take out of the files of the database what was erased long ago', [
      'maintenance scrub',
      'maintenance scrub --yes',
    ])
    .description(
      'Rewrites a SQLite file without erased and deleted data. Data erased by this version\n' +
        'leaves no trace; earlier versions left one. Once is enough. It needs the size of the file again on the disk\n' +
        'and stops bookings while it runs: some seconds for a million bookings. For PostgreSQL, see “Stored data” in the documentation.',
    )
    .option('--yes', 'do not ask')
    .answers(async ({ engine, config }, options: ConfirmOptions) => {
      const { scrubRefusal } = storageOf(config.database);
      if (scrubRefusal !== null) throw new Failure(scrubRefusal);
      await confirm('Bookings are impossible while the file is rewritten. Continue?', options);
      if ((await engine.operator.maintenance.scrub()) === false)
        throw new Failure('the database is in use: try again, or stop the server first');
      return { json: { scrubbed: true }, text: () => 'The file is free of erased data.' };
    });
}

function statusJson({ nowMs, lastRunMs, isHeld }: TimeStatus): object {
  return { now: formatInstant(nowMs), lastRun: lastRunMs === null ? null : formatInstant(lastRunMs), isHeld };
}

function statusText(status: TimeStatus): string {
  const { nowMs, lastRunMs, isHeld } = status;
  if (isHeld)
    return `${waitsText(status)}\nIf the clock is right: bord maintenance accept-time. If it is wrong, set it right.`;
  if (lastRunMs === null)
    return `It is ${momentText(nowMs)}. Nightly maintenance has not run on this database yet; bord serve does it.`;
  return `It is ${momentText(nowMs)}. Nightly maintenance last ran ${momentText(lastRunMs)}.`;
}

function waitsText({ nowMs, lastRunMs }: TimeStatus): string {
  return `Nightly maintenance waits: by the clock of the database it is ${momentText(nowMs)}, and it last ran ${momentText(lastRunMs!)}.`;
}

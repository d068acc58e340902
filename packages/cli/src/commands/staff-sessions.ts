import { BookingError, type Engine, formatInstant, type StaffMember, type StaffSession } from '@bord/engine';
import type { Answer, BordCommand } from '../command.ts';
import { memberNamed } from '../config/member-named.ts';
import { Failure } from '../output/failure.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { momentText } from '../output/times.ts';

export function defineSessions(command: BordCommand): void {
  const sessions = command
    .command('sessions')
    .summary('list or end sign-in sessions')
    .description('Lists and ends sign-in sessions.');

  const about = 'sessions with their start and browser';
  sessions
    .command('list', { isDefault: true })
    .summary(about)
    .description(about)
    .examples(['staff sessions list', 'staff sessions', 'staff sessions anna@bistro-nord.se'])
    .argument('[member]', 'only this one: the e-mail address, or the id')
    .answers(async ({ engine }, _, who) => {
      const member = who === undefined ? undefined : await memberNamed(engine, who);
      const [found, members] = await Promise.all([
        engine.operator.staff.sessions(member?.id),
        engine.operator.staff.list(),
      ]);
      return {
        json: found.map((session) => sessionJson(session, members)),
        text: () => sessionsText(found, members),
      };
    });

  defineEnd(sessions);
}

function defineEnd(sessions: BordCommand): void {
  sessions
    .subcommand('end', 'sign somebody out at one browser, or everybody, within seconds', [
      'staff sessions end ss_4pQ7cZk1TmVb',
      'staff sessions end ss_4pQ7cZk1TmVb --yes',
      'staff sessions end --all      # after a database was put back by other means than bord restore',
    ])
    .argument('[id]', 'as staff sessions lists it')
    .option('--all', 'everybody, everywhere')
    .option('--yes', 'do not ask')
    .checks(({ all = false }: EndOptions, [id]) => all === (id !== undefined) && 'give an id, or --all')
    .answers(async ({ engine }, options: EndOptions, id): Promise<Answer> => {
      const [found, members] = await Promise.all([
        engine.operator.staff.sessions(),
        engine.operator.staff.list(),
      ]);
      if (id === undefined) return endAll(engine, found, members, options);
      const session = found.find((one) => one.id === id);
      if (!session)
        throw new Failure(`no session has the id ${plain(id)}: bord staff sessions list shows all sessions`);
      const who = nameOf(session, members);
      await confirm(`Sign ${who} out${session.label ? ` at ${plain(session.label)}` : ''}?`, options);
      const ended = await engine.operator.staff.endSession(session.id);
      return { json: sessionJson(ended, members), text: () => `${who} is signed out there.` };
    });
}

interface EndOptions extends ConfirmOptions {
  readonly all?: boolean;
}

async function endAll(
  { operator }: Engine,
  sessions: readonly StaffSession[],
  members: readonly StaffMember[],
  options: ConfirmOptions,
): Promise<Answer> {
  const people = new Set(sessions.map(({ staffId }) => staffId)).size;
  const who = people === 1 ? '1 person' : `${people} people`;
  if (sessions.length > 0) await confirm(`Sign ${who} out everywhere?`, options);
  for (const { id } of sessions)
    await operator.staff.endSession(id).catch((error: unknown) => {
      if (!BookingError.is(error) || error.code !== 'session_unknown') throw error; // the session has ended since
    });
  return {
    json: sessions.map((session) => sessionJson(session, members)),
    text: () => (sessions.length === 0 ? 'There are no sessions.' : `${who} signed out everywhere.`),
  };
}

function sessionJson(session: StaffSession, members: readonly StaffMember[]) {
  const member = members.find(({ id }) => id === session.staffId);
  return {
    id: session.id,
    staffId: session.staffId,
    name: member?.name ?? null,
    email: member?.email ?? null,
    browser: session.label,
    createdAt: formatInstant(session.createdMs),
    seenAt: formatInstant(session.seenMs),
    expiresAt: formatInstant(session.expiresMs),
  };
}

function nameOf({ staffId }: StaffSession, members: readonly StaffMember[]): string {
  return plain(members.find(({ id }) => id === staffId)?.name ?? 'a former member');
}

function sessionsText(sessions: readonly StaffSession[], members: readonly StaffMember[]): string {
  if (sessions.length === 0) return 'The list of sessions is empty.';
  const rows = sessions.map((session) => [
    nameOf(session, members),
    plain(session.label) || '–',
    momentText(session.seenMs),
    momentText(session.createdMs),
    session.id,
  ]);
  return tableText(['name', 'browser', 'last seen', 'since', 'id'], rows);
}

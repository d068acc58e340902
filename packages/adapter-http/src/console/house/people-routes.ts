import { BookingError, type Role, ROLES, type StaffMember } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { consoleRedirect, formField } from '../console-document.ts';
import type { ConsoleInput, ConsoleRoute, Sent } from '../console-route.ts';
import { housePage } from './house-frame.ts';
import { NOBODY, peopleContent, type PeopleForm, removeContent } from './people-page.ts';

export function peopleRoutes(hasFiles: boolean): readonly ConsoleRoute[] {
  return [
    {
      path: '/console/:location/staff',
      role: 'manager',
      read: (input) => peoplePage(input, hasFiles),
      change: (input) => add(input, hasFiles),
    },
    {
      path: '/console/:location/staff/:id',
      role: 'manager',
      read: async ({ here }) => consoleRedirect(`${here}/staff`),
      change: (input) => changeRole(input, hasFiles),
    },
    {
      path: '/console/:location/staff/:id/remove',
      role: 'manager',
      read: (input) => askRemove(input, hasFiles),
      change: (input) => remove(input, hasFiles),
    },
  ];
}

async function peoplePage(input: ConsoleInput, hasFiles: boolean, form = NOBODY): Promise<Answer> {
  const { house, words, here, caller, query } = input;
  const members = await house.staff.list();
  const { people } = words.house;
  const isFaulty = Object.keys(form.faults).length > 0;
  const done = { added: people.added, changed: people.changed, removed: people.removed }[query['done'] ?? ''];
  return housePage({
    input,
    page: 'people',
    hasFiles,
    ...(isFaulty && { status: form.faults.form === undefined ? 422 : 409 }),
    ...(!isFaulty && done !== undefined && { notice: html`<p>${done}</p>` }),
    content: peopleContent({ members, staffId: caller.staffId, token: formField(input), words, here, form }),
  });
}

async function add(input: ConsoleInput & Sent, hasFiles: boolean): Promise<Answer> {
  const { house, form, words, here } = input;
  const typed = {
    name: (form['name'] ?? '').trim(),
    email: (form['email'] ?? '').trim(),
    role: roleIn(form['role']),
  };
  const tell = (faults: PeopleForm['faults']): Promise<Answer> =>
    peoplePage(input, hasFiles, { ...typed, faults });
  try {
    await house.staff.add(typed);
  } catch (error) {
    if (isLastManager(error)) return tell({ form: words.house.people.lastManager });
    if (!BookingError.is(error) || error.code !== 'invalid_request') throw error;
    return tell(
      error.path[0] === 'name'
        ? { name: words.house.people.badName }
        : { email: words.actions.form.badEmail },
    );
  }
  return consoleRedirect(`${here}/staff?done=added`);
}

async function changeRole(input: ConsoleInput & Sent, hasFiles: boolean): Promise<Answer> {
  const { house, form } = input;
  const { email } = await memberNamed(input);
  return ended(input, hasFiles, 'changed', house.staff.add({ email, role: roleIn(form['role']) }));
}

async function askRemove(input: ConsoleInput, hasFiles: boolean): Promise<Answer> {
  const { words, here } = input;
  const member = await memberNamed(input);
  return housePage({
    input,
    page: 'people',
    hasFiles,
    content: removeContent(member, { token: formField(input), words, here }),
  });
}

async function remove(input: ConsoleInput & Sent, hasFiles: boolean): Promise<Answer> {
  const { id } = await memberNamed(input);
  return ended(input, hasFiles, 'removed', input.house.staff.remove(id));
}

async function ended(
  input: ConsoleInput,
  hasFiles: boolean,
  what: 'changed' | 'removed',
  change: Promise<StaffMember>,
): Promise<Answer> {
  try {
    await change;
  } catch (error) {
    if (!isLastManager(error)) throw error;
    const faults = { form: input.words.house.people.lastManager };
    return peoplePage(input, hasFiles, { ...NOBODY, faults });
  }
  return consoleRedirect(`${input.here}/staff?done=${what}`);
}

/** The member of the restaurant with this id; throws `staff_not_found` otherwise. */
async function memberNamed({ house, ids }: ConsoleInput): Promise<StaffMember> {
  const member = (await house.staff.list()).find(({ id }) => id === ids['id']);
  if (!member) throw new BookingError('staff_not_found');
  return member;
}

/** Without a manager only the operator of the server could add one. */
function isLastManager(error: unknown): boolean {
  return BookingError.is(error) && error.code === 'last_manager';
}

function roleIn(text: string | undefined): Role {
  return ROLES.find((role) => role === text) ?? 'host';
}

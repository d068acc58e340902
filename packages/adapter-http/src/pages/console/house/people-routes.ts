import { BookingError, type Role, ROLES, type StaffMember } from '@bord/engine';
import type { Answer } from '../../../api/answer.ts';
import { html } from '../../../mail/html.ts';
import { consoleRedirect, formField } from '../console-document.ts';
import type { ConsoleInput, ConsoleRoute, Sent } from '../console-route.ts';
import { housePage } from './house-frame.ts';
import { NOBODY, peopleContent, type PeopleForm, removeContent, roleHere } from './people-page.ts';

/** Who works at the house: for its managers. */
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
    const known = (await house.staff.list()).find(
      ({ email }) => email.toLowerCase() === typed.email.toLowerCase(),
    );
    if (known && typed.role === 'host' && (await isLastManager(input, known)))
      return await tell({ form: words.house.people.lastManager });
    await house.staff.add(typed);
  } catch (error) {
    if (!BookingError.is(error) || error.code !== 'invalid_request') throw error;
    const { badEmail, badName } = words.house.people;
    return tell(error.path[0] === 'name' ? { name: badName } : { email: badEmail });
  }
  return consoleRedirect(`${here}/staff?done=added`);
}

async function changeRole(input: ConsoleInput & Sent, hasFiles: boolean): Promise<Answer> {
  const { house, form, here, words } = input;
  const member = await memberNamed(input);
  const role = roleIn(form['role']);
  if (role === 'host' && (await isLastManager(input, member)))
    return peoplePage(input, hasFiles, { ...NOBODY, faults: { form: words.house.people.lastManager } });
  await house.staff.add({ email: member.email, role });
  return consoleRedirect(`${here}/staff?done=changed`);
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
  const { house, here, words } = input;
  const member = await memberNamed(input);
  if (await isLastManager(input, member))
    return peoplePage(input, hasFiles, { ...NOBODY, faults: { form: words.house.people.lastManager } });
  await house.staff.remove(member.id);
  return consoleRedirect(`${here}/staff?done=removed`);
}

/** Whoever works here under this id; `staff_not_found` for anybody else. */
async function memberNamed({ house, ids }: ConsoleInput): Promise<StaffMember> {
  const member = (await house.staff.list()).find(({ id }) => id === ids['id']);
  if (!member) throw new BookingError('staff_not_found');
  return member;
}

/** Without a manager nobody of the house could make another one: only who runs the server. */
async function isLastManager({ house }: ConsoleInput, member: StaffMember): Promise<boolean> {
  const managers = (await house.staff.list()).filter((one) => roleHere(one) === 'manager');
  return managers.length === 1 && managers[0]?.id === member.id;
}

function roleIn(text: string | undefined): Role {
  return ROLES.find((role) => role === text) ?? 'host';
}

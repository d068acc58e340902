import { BookingError, type Role, ROLES, type StaffMember } from '@bord/engine';
import { emailKeyOf } from '@bord/engine/adapters';
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { consoleRedirect } from '../console-document.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { type HouseInput, housePage, type HouseRoute } from './house-frame.ts';
import { EMPTY_FORM, peopleContent, type PeopleForm, removeContent } from './people-page.ts';

export const PEOPLE_ROUTES: readonly HouseRoute[] = [
  { path: '/console/:location/staff', role: 'manager', read: (input) => peoplePage(input), change: add },
  {
    path: '/console/:location/staff/:id',
    role: 'manager',
    read: async ({ here }) => consoleRedirect(`${here}/staff`),
    change: changeRole,
  },
  { path: '/console/:location/staff/:id/remove', role: 'manager', read: askRemove, change: remove },
];

async function peoplePage(input: HouseInput, adding = EMPTY_FORM): Promise<Answer> {
  const { house, words, query } = input;
  const members = await house.staff.list();
  const { people } = words.house;
  const isFaulty = Object.keys(adding.faults).length > 0;
  const done = { added: people.added, changed: people.changed, removed: people.removed }[query['done'] ?? ''];
  return housePage({
    input,
    page: 'people',
    ...(isFaulty && { status: adding.faults.form === undefined ? 422 : 409 }),
    ...(!isFaulty && done !== undefined && { notice: html`<p>${done}</p>` }),
    content: peopleContent({ ...input, members, adding }),
  });
}

async function add(input: HouseInput & Sent): Promise<Answer> {
  const { house, form, words, here } = input;
  const typed = {
    name: (form['name'] ?? '').trim(),
    email: (form['email'] ?? '').trim(),
    role: roleIn(form['role']),
  };
  const tell = (faults: PeopleForm['faults']): Promise<Answer> => peoplePage(input, { ...typed, faults });
  const done = consoleRedirect(`${here}/staff?done=added`);
  const members = await house.staff.list();
  const known = members.find(({ email }) => emailKeyOf(email) === emailKeyOf(typed.email));
  // The form was sent twice.
  if (known?.name === typed.name && known.roles[0]?.role === typed.role) return done;
  if (known) return tell({ email: words.house.people.already });
  try {
    await house.staff.add(typed);
  } catch (error) {
    if (!BookingError.is(error) || error.code !== 'invalid_request') throw error;
    return tell(
      error.path[0] === 'name'
        ? { name: words.house.people.badName }
        : { email: words.actions.form.badEmail },
    );
  }
  return done;
}

async function changeRole(input: HouseInput & Sent): Promise<Answer> {
  const { house, form } = input;
  const { email } = await memberNamed(input);
  return ended(input, 'changed', house.staff.add({ email, role: roleIn(form['role']) }));
}

async function askRemove(input: HouseInput): Promise<Answer> {
  const member = await memberNamed(input);
  return housePage({ input, page: 'people', content: removeContent(member, input) });
}

async function remove(input: HouseInput & Sent): Promise<Answer> {
  const { id } = await memberNamed(input);
  return ended(input, 'removed', input.house.staff.remove(id));
}

async function ended(
  input: HouseInput,
  what: 'changed' | 'removed',
  change: Promise<StaffMember>,
): Promise<Answer> {
  try {
    await change;
  } catch (error) {
    if (!isLastManager(error)) throw error;
    const faults = { form: input.words.house.people.lastManager };
    return peoplePage(input, { ...EMPTY_FORM, faults });
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

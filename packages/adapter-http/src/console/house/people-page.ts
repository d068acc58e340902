import { type Role, ROLES, type StaffMember } from '@bord/engine';
import { oneLine } from '../../web/clean.ts';
import { type Content, html, type Html } from '../../web/html.ts';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { formField } from '../console-document.ts';
import type { ConsoleInput } from '../console-route.ts';

export interface PeoplePage extends ConsoleInput {
  readonly members: readonly StaffMember[];
  readonly adding: PeopleForm;
}

export interface PeopleForm {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly faults: Readonly<Partial<Record<'name' | 'email' | 'form', string>>>;
}

export const EMPTY_FORM: PeopleForm = { name: '', email: '', role: 'host', faults: {} };

export function peopleContent(page: PeoplePage): Html {
  const { members, words, adding } = page;
  const { people } = words.house;
  return html`<p>${people.lead}</p>
    ${adding.faults.form !== undefined && html`<div class="notice bad" role="alert"><p>${adding.faults.form}</p></div>`}
    ${members.length === 0 ? html`<p>${people.nobody}</p>` : list(page)} ${addForm(page)}`;
}

function list(page: PeoplePage): Html {
  const { members, caller, words, here } = page;
  const { people, pages } = words.house;
  const fields = words.actions.form;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${pages.people}">
    <table class="lines people">
      <thead>
        <tr>
          <th scope="col">${fields.name}</th>
          <th scope="col">${fields.email}</th>
          <th scope="col">${people.role}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${members.map((member) => {
          const name = oneLine(member.name);
          return html`<tr>
            <th scope="row">
              ${name}${member.id === caller.staffId && html` <span class="muted">(${people.you})</span>`}
            </th>
            <td>${oneLine(member.email)}</td>
            <td>
              <form method="post" action="${here}/staff/${member.id}">
                ${formField(page)}
                <label class="unseen" for="role-${member.id}">${people.role}: ${name}</label>
                <select id="role-${member.id}" name="role">
                  ${roleOptions(member.roles[0]?.role ?? 'host', words)}
                </select>
                <button class="quiet" type="submit">${fields.save}</button>
              </form>
            </td>
            <td>
              <a
                class="button quiet"
                href="${here}/staff/${member.id}/remove"
                aria-label="${people.remove}: ${name}"
                >${people.remove}</a
              >
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

function roleOptions(chosen: Role, { shell: { roles } }: ConsoleWords): readonly Html[] {
  return ROLES.map(
    (role) => html`<option value="${role}" ${role === chosen && html` selected`}>${roles[role]}</option>`,
  );
}

function addForm(page: PeoplePage): Html {
  const { words, here, adding } = page;
  const { people } = words.house;
  const { roles } = words.shell;
  const fields = words.actions.form;
  const { faults } = adding;
  const field = (name: 'name' | 'email', label: string, attributes: Html, hint: Content): Html => {
    const fault = faults[name];
    return html`<div>
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        value="${adding[name]}"
        ${attributes}
        ${fault !== undefined && html` aria-invalid="true" aria-describedby="${name}-fault" autofocus`}
      />
      ${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`} ${hint}
    </div>`;
  };
  return html`<h2 id="add">${people.add}</h2>
    <form method="post" action="${here}/staff">
      ${formField(page)}
      <div class="stack">
        ${field('name', fields.name, html`type="text" required maxlength="100" autocomplete="off"`, null)}
        ${field('email', fields.email, html`type="email" required maxlength="254" autocomplete="off" inputmode="email"`, html`<p class="hint">${people.addHint}</p>`)}
        <div>
          <label for="role">${people.role}</label>
          <select id="role" name="role" aria-describedby="role-hint">
            ${roleOptions(adding.role, words)}
          </select>
          <p class="hint" id="role-hint">
            ${roles.host}: ${people.hostMay}. ${roles.manager}: ${people.managerMay}.
          </p>
        </div>
      </div>
      <div class="actions"><button type="submit">${people.add}</button></div>
    </form>`;
}

/** Asks first: a removed member is signed out immediately. */
export function removeContent(member: StaffMember, input: ConsoleInput): Html {
  const { people } = input.words.house;
  return html`<p>${people.askRemove(oneLine(member.name))}</p>
    <p class="muted">${people.removeHint}</p>
    <form method="post" action="${input.here}/staff/${member.id}/remove">
      ${formField(input)}
      <div class="actions">
        <button class="bad" type="submit">${people.remove}</button>
        <a class="button quiet" href="${input.here}/staff">${people.keep}</a>
      </div>
    </form>`;
}

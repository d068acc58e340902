/** A form of a page other than the day is sent once. It stays with its typed text if the session has ended. */
import { fetchPage } from './fetch-page.ts';

const TYPED = '.house main form[method=post]:has(input:not([type=hidden]), select, textarea)';

export function sendOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const { sent } = form.dataset;
    if (sent === 'now') event.preventDefault();
    form.dataset['sent'] = 'now';
    if (event.defaultPrevented || sent === 'checked' || !form.matches(TYPED)) return;
    event.preventDefault();
    void sendInSession(form, event.submitter);
  });
  addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset['sent'];
  });
}

/** Sends the form with the token of the current session, or shows that the session has ended. */
async function sendInSession(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const tokenIn = (of: ParentNode) => of.querySelector<HTMLInputElement>('[name=token]');
  const fetched = await fetchPage(`${document.body.dataset['root']}/me`);
  if (fetched.kind === 'ended') {
    delete form.dataset['sent'];
    const banner = document.getElementById('banner')!;
    banner.hidden = false;
    banner.replaceChildren(document.importNode(fetched.content.querySelector('p')!, true));
    return;
  }
  const token = tokenIn(form);
  const now = fetched.kind === 'page' && tokenIn(fetched.content);
  if (token && now) token.value = now.value;
  form.dataset['sent'] = 'checked';
  form.requestSubmit(submitter);
}

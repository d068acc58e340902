/** A form of a page other than the day is sent once. It stays with its typed text if the session has ended, or nothing answers. */
import { make } from './build.ts';
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

/** Reads the token of the current session, and sends the form or shows why it is not sent. */
async function sendInSession(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  submitter?.setAttribute('aria-busy', 'true');
  const fetched = await fetchPage(`${document.body.dataset['root']}/me`);
  submitter?.removeAttribute('aria-busy');
  if (fetched.kind !== 'page') {
    delete form.dataset['sent'];
    const banner = document.getElementById('banner')!;
    banner.hidden = false;
    banner.replaceChildren(
      fetched.kind === 'ended'
        ? document.importNode(fetched.content.querySelector('p')!, true)
        : make('p', {}, banner.dataset['failed']!),
    );
    return;
  }
  form.dataset['sent'] = 'checked';
  form.requestSubmit(submitter);
}

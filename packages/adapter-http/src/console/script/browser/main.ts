/** The console in a browser: follows what changes, lets parties be carried about, and says what becomes of it. Without it nothing is missing but that. */
import { showState } from './banner.ts';
import { make } from './build.ts';
import { Carry } from './carry.ts';
import { Connection } from './connection.ts';
import { offerCopies } from './copy-text.ts';
import { followPointer } from './drag.ts';
import { followCard } from './follow-card.ts';
import { fetchPage, type Fetched, sendForm } from './fetch-page.ts';
import { followKeys } from './keys.ts';
import { forgetWhatWasDone, showNotice, watchNotice } from './notice.ts';
import { announce, mountPanel, mountSpoken } from './panel.ts';
import { stopWhileAway } from './read-only.ts';
import { sendOnce } from './send-once.ts';
import { readSettings, type Settings } from './settings.ts';
import { ShownDay } from './shown-day.ts';

const settings = readSettings();
const day = document.getElementById('evening');
const card = document.querySelector<HTMLElement>('article[data-card]');
if (settings && day) follow(settings, new ShownDay(day, settings.date));
else sendOnce();
if (settings && card) followCard(settings, card);
offerCopies();

function follow(given: Settings, shown: ShownDay): void {
  const { here, date, words } = given;
  mountPanel();
  mountSpoken();
  forgetWhatWasDone();
  watchNotice();
  let isSending = false;

  const isReadOnly = (): boolean => connection.state().kind !== 'live';
  const carry = new Carry({
    settings: given,
    isReadOnly,
    // Back to the day as it is seen here.
    send: (action, fields) => send(action, { ...fields, date, view: shown.view(), shown: `${shown.seenMs}` }),
  });

  async function read(): Promise<Fetched> {
    const fetched = await fetchPage(location.href, { headers: shown.headers() });
    // What is being done leads to a newer page than this one.
    if (!isSending) show(fetched);
    return fetched;
  }

  function show(fetched: Fetched): boolean {
    const outcome = shown.show(fetched);
    if (outcome === 'shown') carry.redrawn();
    if (outcome === 'misfit') void connection.refresh();
    return outcome !== 'none';
  }

  async function send(action: string, fields: Readonly<Record<string, string>>): Promise<void> {
    isSending = true;
    const fetched = await sendForm(action, fields, shown.headers());
    isSending = false;
    connection.note(fetched);
    if (fetched.kind !== 'page') return announce(words.failed);
    if (show(fetched)) return showNotice(fetched.content);
    if (fetched.status < 400) return location.assign(fetched.url);
    showForm(fetched.content, words);
    void connection.refresh();
  }

  const connection: Connection = new Connection({
    stream: `${here}/live`,
    date,
    read,
    onState(state, before) {
      if (state.kind !== 'live') carry.putBack(true);
      showState(given, state, before, shown.seenMs);
    },
  });

  sendWithoutLeaving(send, isReadOnly);
  stopWhileAway(isReadOnly, words.readOnly);
  followPointer(carry);
  followKeys(given, carry);
}

/** Forms on the day itself lead back to it: they are sent without leaving it. */
function sendWithoutLeaving(
  send: (action: string, fields: Record<string, string>) => Promise<void>,
  isReadOnly: () => boolean,
): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method !== 'post' || !form.closest('#evening, #notice')) return;
    event.preventDefault();
    if (isReadOnly() || form.dataset['sent']) return;
    form.dataset['sent'] = 'yes';
    const data = new FormData(form, event.submitter);
    const fields = Object.fromEntries(
      [...data].filter((field): field is [string, string] => typeof field[1] === 'string'),
    );
    const action = (event.submitter as HTMLButtonElement | null)?.getAttribute('formaction') ?? form.action;
    void send(action, fields).finally(() => delete form.dataset['sent']);
  });
}

/** What was refused says why, and what can be had instead: it is a form like any other. */
function showForm(content: Document, { close }: Settings['words']): void {
  const button = make('button', { type: 'button' }, close);
  const dialog = make('dialog', { id: 'answer' });
  const nodes = [...content.body.childNodes].filter(
    (node) => !(node instanceof Element && node.matches('script, #notice')),
  );
  dialog.append(
    ...nodes.map((node) => document.importNode(node, true)),
    make('p', { class: 'actions' }, button),
  );
  button.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

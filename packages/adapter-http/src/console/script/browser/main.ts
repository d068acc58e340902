/** The console's browser script: follows changes, lets parties be dragged, and shows the results. The pages also work without it. */
import { showState } from './banner.ts';
import { elementOf } from './build.ts';
import { Carry } from './carry.ts';
import { Connection } from './connection.ts';
import { offerCopies } from './copy-text.ts';
import { followPointer } from './drag.ts';
import { followCard } from './follow-card.ts';
import { type Fetched, isSending, sendForm } from './fetch-page.ts';
import { followKeys } from './keys.ts';
import { forgetWhatWasDone, showNotice, watchNotice } from './notice.ts';
import { findChart, scaleOf } from './chart.ts';
import { mountPanel } from './panel.ts';
import { offerPasskeys } from './passkeys.ts';
import { stopWhileAway } from './read-only.ts';
import { sendOnce } from './send-once.ts';
import { positionsOf, restAfter, stopWhileResting } from './rest.ts';
import { followRoving, rove } from './roving.ts';
import { readSettings, type Settings } from './settings.ts';
import { Sheet } from './sheet.ts';
import { DayReader } from './day-reader.ts';
import { ShownDay } from './shown-day.ts';
import { UnsavedActions } from './unsaved.ts';

const settings = readSettings();
const day = document.getElementById('evening');
const card = document.querySelector<HTMLElement>('article[data-card]');
stopWhileResting();
if (settings && day) follow(settings, new ShownDay(day, settings.date));
else sendOnce();
if (settings && card) followCard(settings, card);
offerCopies();
offerPasskeys();
followFreeTimes();
followRoving();

function follow(given: Settings, shown: ShownDay): void {
  const { here, date, words } = given;
  mountPanel();
  forgetWhatWasDone();
  watchNotice();
  const unsaved = new UnsavedActions(given);
  const sheet = new Sheet(given, (fetched) => {
    connection.note(fetched);
    void connection.refresh();
  });

  const isReadOnly = (): boolean => connection.state().kind !== 'live';
  const carry = new Carry({
    settings: given,
    isReadOnly,
    // The form returns to the day in the current view.
    send: (action, fields, label) =>
      send(action, { ...fields, date, view: shown.view(), shown: `${shown.seenMs}` }, label, false),
  });

  function show(fetched: Fetched): boolean {
    const positions = positionsOf();
    const outcome = shown.show(fetched);
    // A misfit can have moved buttons too.
    if (outcome !== 'none') restAfter(positions);
    if (outcome === 'shown') {
      rove();
      unsaved.mark();
      carry.redrawn();
      sheet.redrawn();
    }
    if (outcome === 'misfit') void connection.refresh();
    return outcome !== 'none';
  }

  async function send(
    action: string,
    fields: Readonly<Record<string, string>>,
    label: string,
    isOfSheet: boolean,
  ): Promise<boolean> {
    const links = sheet.links();
    const fetched = await sendForm(action, fields, shown.headers());
    connection.note(fetched);
    if (fetched.kind !== 'page') {
      unsaved.failed(action, fields['seen'] ?? '', label, () => void send(action, fields, label, isOfSheet));
      // Changes by others during the request were not shown.
      void connection.refresh();
      return false;
    }
    unsaved.answered(action);
    if (show(fetched)) {
      // What was opened during the request stays open, and what a person is typing while another party is served.
      if (isOfSheet && sheet.links() === links) sheet.close();
      showNotice(fetched.content);
      if (reader.isBehind && !isSending()) void connection.refresh();
      return true;
    }
    sheet.showRejection(fetched.content, fetched.url, isOfSheet && sheet.links() === links ? null : label);
    void connection.refresh();
    return false;
  }

  const reader = new DayReader(shown, show, () => sheet.whenClosed(() => unsaved.reload()));
  const connection: Connection = new Connection({
    stream: `${here}/live`,
    date,
    read: () => reader.read(),
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

/** A tap on free time opens a booking at that time instead of the first slot. */
function followFreeTimes(): void {
  document.addEventListener('click', (event) => {
    const link = elementOf(event).closest('a.new');
    const chart = findChart();
    if (!link || !chart) return;
    const { left, width } = chart.getBoundingClientRect();
    const { msAt, stepMs } = scaleOf(chart);
    const url = new URL(link.getAttribute('href')!, location.href);
    const firstMs = Number(url.searchParams.get('at'));
    const steps = Math.floor((msAt((event.clientX - left) / width) - firstMs) / stepMs);
    url.searchParams.set('at', `${firstMs + Math.max(0, steps) * stepMs}`);
    event.preventDefault();
    location.assign(url);
  });
}

/** Forms of the day are sent without leaving it. */
function sendWithoutLeaving(
  send: (
    action: string,
    fields: Record<string, string>,
    label: string,
    isOfSheet: boolean,
  ) => Promise<unknown>,
  isReadOnly: () => boolean,
): void {
  const sent = new Set<string>();
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const submitter = event.submitter as HTMLButtonElement | null;
    const action = submitter?.getAttribute('formaction') ?? form.action;
    if (event.defaultPrevented || form.method !== 'post' || !form.closest('#evening, #notice, #sheet'))
      return;
    event.preventDefault();
    if (isReadOnly() || sent.has(action)) return;
    sent.add(action);
    submitter?.setAttribute('aria-busy', 'true');
    const fields = Object.fromEntries(
      [...new FormData(form, submitter)].filter(
        (field): field is [string, string] => typeof field[1] === 'string',
      ),
    );
    const label = submitter?.getAttribute('aria-label') ?? submitter?.textContent.trim() ?? '';
    void send(action, fields, label, form.closest('#sheet') !== null).finally(() => {
      sent.delete(action);
      submitter?.removeAttribute('aria-busy');
    });
  });
}

/** A party that was picked up, by the pointer or by keys. */
import { findChart, findParty, type Party, type Row, rowsOf, scaleOf } from './chart.ts';
import { type DryRun, dryRun, type Preview, type Spot } from './dry-run.ts';
import { clearGhost, drawGhost } from './ghost.ts';
import { announce, hidePanel, showFailure, showPanel, tell } from './panel.ts';
import { filled, type Settings } from './settings.ts';

export interface CarryOptions {
  readonly settings: Settings;
  /** Whether changes are impossible at this time. */
  readonly isReadOnly: () => boolean;
  /** Resolves with whether it was done. */
  readonly send: (
    action: string,
    fields: Readonly<Record<string, string>>,
    label: string,
  ) => Promise<boolean>;
}

/** Not over a table yet. */
const NOWHERE: Spot = { startMs: 0, table: '' };

interface Carried {
  readonly party: Party;
  readonly run: DryRun;
  /** Dropping it on a table seats it: it comes from the list next to the board. */
  readonly sitsDown: boolean;
  spot: Spot;
  /** The preview of this spot that the person has seen. */
  shown: Preview | null;
  /** `asked`: dropped, and the server is asked which parties would move. `sent`: the move was sent. In both, another party can be picked up. */
  phase: 'held' | 'asked' | 'question' | 'sent' | 'back';
}

export class Carry {
  readonly #settings: Settings;
  readonly #isReadOnly: () => boolean;
  readonly #send: CarryOptions['send'];
  #carried: Carried | null = null;

  constructor({ settings, isReadOnly, send }: CarryOptions) {
    this.#settings = settings;
    this.#isReadOnly = isReadOnly;
    this.#send = send;
  }

  /** Also null while a dropped party is being sent. */
  party(): Party | null {
    return this.#carried?.phase === 'sent' ? null : (this.#carried?.party ?? null);
  }

  lift(party: Party, sitsDown = false): boolean {
    if (this.#isReadOnly()) return false;
    const name = party.label;
    if (party.stage === 'gone' || party.element.classList.contains('other')) {
      tell(filled(this.#settings.words.fixed, { party: name }));
      return false;
    }
    this.#leave();
    const own: Spot = { startMs: party.startMs, table: party.tables[0] ?? '' };
    const run = dryRun(this.#settings.here, party, sitsDown, (spot, preview) =>
      this.#answered(spot, preview),
    );
    const spot = sitsDown ? NOWHERE : own;
    this.#carried = { party, run, sitsDown, spot, shown: null, phase: 'held' };
    document.body.classList.add('carrying');
    this.#redraw();
    showPanel({ title: filled(this.#settings.words.lifted, { party: name }) });
    return true;
  }

  /** Another party is picked up: one that was not dropped goes back visibly. */
  #leave(): void {
    const mine = this.#carried;
    if (mine?.phase === 'held' || mine?.phase === 'question') {
      mine.phase = 'back';
      tell(filled(this.#settings.words.putBack, { party: mine.party.label }));
    }
    this.#release(mine);
  }

  hold(startMs: number, table: string): void {
    if (this.#carried?.phase !== 'held') return;
    const { party, spot, run, sitsDown } = this.#carried;
    // A party that is or will be seated keeps its time.
    const isFixed = sitsDown || party.stage === 'seated';
    const at: Spot = { startMs: isFixed ? party.startMs : startMs, table };
    if (at.startMs === spot.startMs && at.table === spot.table) return;
    this.#carried.spot = at;
    this.#carried.shown = null;
    if (!sitsDown && isOwn(party, at)) {
      run.stop();
      this.#redraw();
      return showPanel({ title: party.label });
    }
    const known = run.known(at);
    if (known) return this.#answered(at, known);
    run.ask(at);
    this.#redraw();
    showPanel({ title: this.#settings.words.asking });
  }

  /** By keys: a number of time steps and rows. */
  step(steps: number, rows: number): void {
    const chart = findChart();
    if (!chart || !this.#carried) return;
    const { party, spot } = this.#carried;
    if (steps !== 0 && party.stage === 'seated')
      return announce(filled(this.#settings.words.seated, { party: party.label }));
    const { stepMs } = scaleOf(chart);
    const startMs = steps === 0 ? spot.startMs : snapped(spot.startMs, steps, stepMs);
    this.hold(startMs, tableBeside(rowsOf(chart), spot.table, rows));
    findParty(party.id)?.element.focus({ preventScroll: true });
  }

  #answered(spot: Spot, preview: Preview | null): void {
    if (
      !this.#carried ||
      this.#carried.spot.startMs !== spot.startMs ||
      this.#carried.spot.table !== spot.table
    )
      return;
    if (!preview) {
      this.#redraw();
      return showPanel({ title: this.#settings.words.failed, tone: 'bad' });
    }
    this.#carried.shown = preview;
    this.#redraw();
    const { title, lines, kind } = preview;
    const isGood = kind === 'changed';
    showPanel({
      title,
      lines,
      ...(isGood && { heading: this.#settings.words.moving }),
      tone: isGood ? 'good' : 'bad',
    });
  }

  /** Drops it: the move is made, rejected, or confirmed first if other parties would move that were not shown yet. */
  async drop(): Promise<void> {
    const mine = this.#carried;
    if (mine?.phase !== 'held') return;
    const { party, spot, run, shown, sitsDown } = mine;
    if (spot === NOWHERE || (!sitsDown && isOwn(party, spot))) return this.putBack();
    mine.phase = 'asked';
    const preview = shown ?? (await run.answer(spot));
    // It might have been put back during the question, which the type does not show.
    if ((mine.phase as Carried['phase']) === 'back') return;
    if (!preview) {
      this.#release(mine);
      return tell(`${party.label}: ${this.#settings.words.failed}`);
    }
    mine.shown = preview;
    this.#redraw();
    // A change of time is confirmed first, and so are moves of other parties that were not shown yet.
    const isOpen = preview.asks !== null || (!shown && preview.lines.length > 0);
    if (!preview.form || (isOpen && this.#carried !== mine)) return this.#refused(mine, preview);
    if (isOpen) {
      mine.phase = 'question';
      const { title, lines, asks } = preview;
      const actions = [
        { text: this.#settings.words.drop, act: () => void this.#sendIt(mine, preview) },
        { text: this.#settings.words.cancel, act: () => this.putBack() },
      ];
      const heading = lines.length > 0 ? { heading: this.#settings.words.moving } : {};
      return showPanel({ title: asks ?? title, lines, ...heading, tone: 'good' }, actions);
    }
    await this.#sendIt(mine, preview);
  }

  async #sendIt(mine: Carried, { form }: Preview): Promise<void> {
    if (mine.phase === 'back' || !form) return;
    const { party } = mine;
    mine.phase = 'sent';
    if (this.#carried === mine) {
      document.body.classList.remove('carrying');
      hidePanel();
    }
    const isDone = await this.#send(form.action, { ...form.fields, seen: party.version }, party.label);
    this.#release(mine);
    if (isDone && !this.#carried) findParty(party.id)?.element.focus({ preventScroll: true });
  }

  /** Puts it back; the reason and the alternatives stay visible. */
  #refused(mine: Carried, { title, lines }: Preview): void {
    const { party, spot } = mine;
    const other = `${this.#settings.here}/bookings/${encodeURIComponent(party.id)}/move?at=${spot.startMs}`;
    this.#release(mine);
    const hide = showFailure({ title, lines, about: party.label }, [
      { text: this.#settings.words.others, act: () => location.assign(other) },
      {
        text: this.#settings.words.close,
        act() {
          hide();
          findParty(party.id)?.element.focus({ preventScroll: true });
        },
      },
    ]);
  }

  /** Ends the carrying, unless another party is carried by now. */
  #release(mine: Carried | null): void {
    if (this.#carried !== mine) return;
    mine?.run.stop();
    this.#carried = null;
    clearGhost();
    document.body.classList.remove('carrying');
    hidePanel();
  }

  putBack(isQuiet = false): void {
    if (!this.#carried) return;
    const { party, phase } = this.#carried;
    if (phase !== 'sent') this.#carried.phase = 'back';
    this.#release(this.#carried);
    if (isQuiet) return;
    announce(filled(this.#settings.words.putBack, { party: party.label }));
    findParty(party.id)?.element.focus({ preventScroll: true });
  }

  #redraw(): void {
    const chart = findChart();
    if (!this.#carried || !chart) return;
    const party = findParty(this.#carried.party.id);
    if (party)
      drawGhost(
        chart,
        { ...this.#carried.party, element: party.element },
        this.#carried.spot,
        this.#carried.shown,
      );
  }

  /** The page was drawn again, perhaps with a changed party. */
  redrawn(): void {
    if (!this.#carried) return;
    const { party, spot, run, phase, sitsDown } = this.#carried;
    const now = findParty(party.id);
    if (phase === 'held' && now?.version !== party.version) {
      this.#release(this.#carried);
      return tell(filled(this.#settings.words.changed, { what: now?.label ?? party.label }));
    }
    this.#redraw();
    // Other parties might have moved.
    run.forget();
    if (phase === 'held' && spot !== NOWHERE && (sitsDown || !isOwn(party, spot))) {
      this.#carried.shown = null;
      run.ask(spot);
    }
  }
}

function isOwn({ startMs, tables }: Party, spot: Spot): boolean {
  return (
    spot.startMs === startMs && (tables.includes(spot.table) || (spot.table === '' && tables.length === 0))
  );
}

function snapped(ms: number, steps: number, stepMs: number): number {
  const floor = Math.floor(ms / stepMs) * stepMs;
  if (floor === ms) return ms + steps * stepMs;
  return floor + (steps > 0 ? steps : steps + 1) * stepMs;
}

/** The table this many rows below or above; rows without a table are skipped. */
function tableBeside(rows: readonly Row[], table: string, by: number): string {
  const tables = rows
    .map((row) => row.table)
    .filter((name, i, all) => name !== '' && all.indexOf(name) === i);
  const i = tables.indexOf(table);
  if (by === 0) return table;
  if (i < 0) return (by > 0 ? tables[0] : tables.at(-1)) ?? table;
  return tables[Math.min(tables.length - 1, Math.max(0, i + by))] ?? table;
}

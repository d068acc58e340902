import type { Booking, Endpoint, EventType } from '@bord/engine';
import type { World } from './world.ts';

/** An endpoint as it has to be, beside the storage's. */
interface Known {
  /** Everything but the count and the secrets stays as it was registered. */
  readonly registered: Endpoint;
  failedInARow: number;
  isDisabled: boolean;
  /** The secrets that it had, and from when on. */
  readonly secrets: { readonly fromMs: number; readonly secrets: Endpoint['secrets'] }[];
}

/** The endpoints, what they listen to, and how often they have failed. */
export class EndpointModel {
  readonly #world: World;
  readonly #known = new Map<string, Known>();
  /** Signing secrets that the operator was shown, by how they are kept. */
  readonly #shown = new Map<string, string>();
  disabled = 0;
  warned = 0;

  constructor(world: World) {
    this.#world = world;
  }

  registered(endpoint: Endpoint): void {
    const secrets = [{ fromMs: this.#world.nowMs(), secrets: endpoint.secrets }];
    this.#known.set(endpoint.id, { registered: endpoint, failedInARow: 0, isDisabled: false, secrets });
  }

  /** Somebody has been shown the endpoint's newest secret. */
  shown({ secrets }: Endpoint, secret: string): void {
    this.#shown.set(secrets[0]!.sealed, secret);
  }

  get all(): readonly Endpoint[] {
    return Array.from(this.#known.values(), ({ registered }) => registered);
  }

  isDisabled(endpointId: string): boolean {
    return this.#known.get(endpointId)?.isDisabled ?? false;
  }

  get(endpointId: string): Endpoint | undefined {
    return this.#known.get(endpointId)?.registered;
  }

  /** Who has to hear of such a change of a partner's booking, or of who waits (§6.1, D21, D36). */
  listeningTo(
    { channel, locationId }: Pick<Booking, 'channel' | 'locationId'>,
    type: EventType,
  ): readonly Endpoint[] {
    return this.naming(type, locationId).filter(({ partner }) => channel === `partner:${partner}`);
  }

  /** Who hears of such events at a location, of whatever partner; who names none hears the three of §6.1 (D30). */
  naming(type: EventType, locationId: string): readonly Endpoint[] {
    return this.all.filter(
      ({ eventTypes, locationIds }) =>
        (eventTypes === null ? type.startsWith('booking.') : eventTypes.includes(type)) &&
        (locationIds === null || locationIds.includes(locationId)),
    );
  }

  /** An operator has changed it: she enables, disables or rotates, and nothing else. */
  changed(after: Endpoint): void {
    const known = this.#known.get(after.id)!;
    const isDisabled = after.disabledMs !== null;
    const mayBeZero = !isDisabled && after.failedInARow === 0;
    if (after.failedInARow !== known.failedInARow && !mayBeZero)
      this.#world.accuse(
        `${after.id} counts ${after.failedInARow} after the operator, not ${known.failedInARow}`,
      );
    known.failedInARow = after.failedInARow;
    known.isDisabled = isDisabled;
    known.secrets.push({ fromMs: this.#world.nowMs(), secrets: after.secrets });
  }

  /** An event was taken, or failed for good (§6.5, D23): what the operator is to hear of it, if anything. */
  settled(endpointId: string, isDelivered: boolean): 'endpoint_failing' | 'endpoint_disabled' | null {
    const known = this.#known.get(endpointId)!;
    known.failedInARow = isDelivered ? 0 : known.failedInARow + 1;
    if (isDelivered || known.isDisabled) return null;
    if (known.failedInARow === 10) {
      this.warned += 1;
      return 'endpoint_failing';
    }
    if (known.failedInARow < 15) return null;
    this.disabled += 1;
    known.isDisabled = true;
    return 'endpoint_disabled';
  }

  assertAsCounted({ id, failedInARow, disabledMs }: Endpoint): void {
    this.#world.checks.look('an endpoint is disabled by its fifteenth failure in a row');
    const known = this.#known.get(id)!;
    if (failedInARow !== known.failedInARow)
      this.#world.accuse(
        `${id} counts ${failedInARow} failed in a row, and there were ${known.failedInARow}`,
      );
    if ((disabledMs !== null) !== known.isDisabled)
      this.#world.accuse(
        `${id} is ${known.isDisabled ? 'still enabled' : 'disabled'} after ${failedInARow} failed in a row`,
      );
  }

  /**
   * What may have signed a delivery at `atMs`: the secrets that were live then, of the endpoint as it was at any instant since `readMs`.
   * Null stands for one that nobody was shown: the answer to its rotation got lost.
   */
  secretsAt(endpointId: string, readMs: number, atMs: number): readonly (string | null)[] {
    const { secrets: versions } = this.#known.get(endpointId)!;
    const first = Math.max(
      0,
      versions.findLastIndex(({ fromMs }) => fromMs < readMs),
    );
    const live = versions
      .slice(first)
      .flatMap(({ secrets }) => secrets.filter(({ endsMs }) => endsMs === null || atMs < endsMs));
    return live.map(({ sealed }) => this.#shown.get(sealed) ?? null);
  }
}

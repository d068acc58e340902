import type { Booking, Endpoint, EventType } from '@bord/engine';
import type { World } from './world.ts';

/** The expected state of an endpoint, next to the storage's. */
interface Known {
  /** Everything but the count and the secrets stays as it was registered. */
  readonly registered: Endpoint;
  failedInARow: number;
  isDisabled: boolean;
  /** The secrets that it had, and from when on. */
  readonly secrets: { readonly fromMs: number; readonly secrets: Endpoint['secrets'] }[];
}

/** The endpoints, their event types, and their failures. */
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

  /** The endpoints for a change of a partner's booking or waitlist entry (§6.1, D21, D36). */
  listeningTo(
    { channel, locationId }: Pick<Booking, 'channel' | 'locationId'>,
    type: EventType,
  ): readonly Endpoint[] {
    return this.naming(type, locationId).filter(({ partner }) => channel === `partner:${partner}`);
  }

  /** The endpoints for such events at a location, of all partners; without named types they get the three of §6.1 (D30). */
  naming(type: EventType, locationId: string): readonly Endpoint[] {
    return this.all.filter(
      ({ eventTypes, locationIds }) =>
        (eventTypes === null ? type.startsWith('booking.') : eventTypes.includes(type)) &&
        (locationIds === null || locationIds.includes(locationId)),
    );
  }

  /** An operator has changed it: only by enabling, disabling or rotating. */
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

  /** An event was accepted, or failed permanently (§6.5, D23): the required e-mail to the operator, or null. */
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
      this.#world.accuse(`${id} counts ${failedInARow} failed in a row, expected ${known.failedInARow}`);
    if ((disabledMs !== null) !== known.isDisabled)
      this.#world.accuse(
        `${id} is ${known.isDisabled ? 'still enabled' : 'disabled'} after ${failedInARow} failed in a row`,
      );
  }

  /**
   * The secrets that may have signed a delivery at `atMs`: those live then, of the endpoint at any instant since `readMs`. Null means a secret that
   * was never shown: the answer to its rotation was lost.
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
